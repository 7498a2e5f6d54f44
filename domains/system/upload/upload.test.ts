import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { createTickets } from '#kit/server/live-tickets.ts';
import { implement } from '#kit/server/route.ts';
import { saveFile } from '#kit/server/stored-file.ts';
import type { Viewer } from '#kit/server/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { sweepMadeFiles, systemRoutes } from '../server.ts';
import { cleanImage } from './image.rules.ts';
import { exifOf, insert, jpegSegment, pictures, pngChunk, withWebpChunk } from './pictures.fixture.ts';
import { filesPerDay, uploadApi, uploadBounds } from './upload.ts';

const makeApi = { make: endpoint({ method: 'POST', path: '/test/make', allow: 'signedIn', input: {}, output: words() }) };
const makeRoutes = implement(makeApi, { make: (ctx) => saveFile(ctx, { name: 'rows.txt', contentType: 'text/plain', body: Buffer.from('row 3') }) });

let server: TestServer;
const tenantStaff = viewers.tenant('1');
const otherStaff: Viewer = { ...viewers.tenant('2'), userId: '77' };
const platform = viewers.platform();

beforeAll(async () => {
  server = await startTestServer({
    domains: [system, domain('test', [feature({ name: 'make', api: makeApi })])],
    routes: [...systemRoutes({ tickets: createTickets(() => new Date()) }), ...makeRoutes],
  });
});
afterAll(() => server.close());

const upload = async (viewer: Viewer, files: readonly Uint8Array[], fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const bytes of files) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), '../../evil.html');
  const response = await server.fetch(viewer, uploadApi.upload.path, { method: 'POST', body: form });
  return { ...((await response.json()) as { success: boolean; message: string; result: string; code: number }), status: response.status };
};
const read = (viewer: Viewer | undefined, path: string) => server.fetch(viewer, `/sys/common/static/${path}`);

describe('a picture', () => {
  test.each([
    ['png', 'image/png', pictures.png],
    ['jpg', 'image/jpeg', pictures.jpeg],
    ['webp', 'image/webp', pictures.webp],
  ])('%s is kept under a name of our own and shown as what it is', async (extension, type, bytes) => {
    const { success, message, result } = await upload(tenantStaff, [bytes], { biz: 'upload', isup: '1' });
    expect(success).toBe(true);
    expect(message).toBe(result);
    expect(message).toMatch(new RegExp(`^upload/\\d{8}/[0-9a-f]{32}\\.${extension}$`));
    const answer = await read(tenantStaff, message);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400');
    expect(cleanImage(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ width: 6, height: 4 });
  });

  test('several answer their paths in order, and an unknown purpose is a temporary one', async () => {
    const { message } = await upload(tenantStaff, [pictures.png, pictures.webp], { biz: '../../etc' });
    expect(message).toMatch(/^temp\/\d{8}\/\w{32}\.png,temp\/\d{8}\/\w{32}\.webp$/);
  });

  test("is seen by its tenant and the platform, and the platform's by everybody signed in", async () => {
    const own = (await upload(tenantStaff, [pictures.png])).message;
    const shared = (await upload(platform, [pictures.png])).message;
    const statuses = async (path: string) =>
      Promise.all([tenantStaff, otherStaff, platform, undefined].map(async (viewer) => (await read(viewer, path)).status));
    expect(await statuses(own)).toEqual([200, 404, 200, 401]);
    expect(await statuses(shared)).toEqual([200, 200, 200, 401]);
    expect(await statuses('temp/20260101/00000000000000000000000000000000.png')).toEqual([404, 404, 404, 401]);
    for (const path of ['../../package.json', '..%2f..%2fpackage.json', "x' or '1'='1"]) expect((await read(tenantStaff, path)).status).toBe(404);
  });

  test.each([
    ['a page', Buffer.from('<script>alert(1)</script>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a picture cut in the middle', pictures.png.subarray(0, 60)],
    ['a JPEG without its end', pictures.jpeg.subarray(0, pictures.jpeg.length - 2)],
    ['a WebP that promises more than there is', pictures.webp.subarray(0, pictures.webp.length - 4)],
    ['nothing', new Uint8Array()],
  ])('%s is none', async (_what, bytes) => {
    expect(await upload(tenantStaff, [bytes])).toMatchObject({ status: 200, success: false, message: 'Please upload a PNG, JPEG or WebP picture' });
  });

  test('has bounds in bytes and pixels', async () => {
    expect((await upload(tenantStaff, [Buffer.concat([pictures.png, Buffer.alloc(uploadBounds.fileBytes)])])).message).toBe(
      'A picture may have 5 MB at most',
    );
    const wide = new Uint8Array(pictures.png);
    new DataView(wide.buffer).setUint32(16, 8_001);
    expect((await upload(tenantStaff, [wide])).message).toBe('The picture is too big: 8000 pixels a side at most');
    const vast = new Uint8Array(pictures.png);
    new DataView(vast.buffer).setUint32(16, 8_000);
    new DataView(vast.buffer).setUint32(20, 8_000);
    expect((await upload(tenantStaff, [vast])).success).toBe(false);
    expect((await upload(tenantStaff, [])).message).toBe('No file was uploaded');
  });

  test('a person has a share a day, also when all come at once', async () => {
    const eager: Viewer = { ...tenantStaff, userId: '4711', username: 'eager' };
    await server.database.asSuperuser(
      `insert into upload_file select 'temp/x/' || n, 1, 4711, 'image/png', 1, 1, 1, '' from generate_series(1, ${Number(filesPerDay.field.initial) - 3}) n`,
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(eager, [pictures.png])));
    expect(answers.filter(({ success }) => success)).toHaveLength(3);
    expect(answers.find(({ success }) => !success)?.message).toBe("You have reached today's upload limit, try again tomorrow");
    await server.database.asSuperuser(`update upload_file set created_at = created_at - interval '25 hours' where user_id = 4711`);
    expect((await upload(eager, [pictures.png])).success).toBe(true);
  });
});

describe('what does not draw is taken out', () => {
  const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');

  test('comments and places of a PNG, and what follows it', () => {
    const dirty = Buffer.concat([insert(pictures.png, 33, pngChunk('tEXt', 'GPS 31.2304')), Buffer.from('<script>')]);
    expect(cleanImage(dirty)?.bytes).toEqual(pictures.png);
  });

  test('camera data of a JPEG, but not which way up it stands', () => {
    const dirty = Buffer.concat([
      insert(pictures.jpeg, 2, Buffer.concat([jpegSegment(0xe1, exifOf(6)), jpegSegment(0xfe, Buffer.from('<?php'))])),
      Buffer.from('PK\x03\x04'),
    ]);
    const clean = cleanImage(dirty);
    expect(clean).toMatchObject({ width: 6, height: 4 });
    expect(textOf(clean?.bytes)).not.toMatch(/GPS|php|PK/);
    // The orientation, big-endian: tag 0112, type 3, one value, 6.
    expect(textOf(clean?.bytes)).toContain('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06');
    expect(cleanImage(insert(pictures.jpeg, 2, jpegSegment(0xe1, exifOf(1))))?.bytes).toEqual(pictures.jpeg);
  });

  test('camera data of a WebP, and the bits that promise it', () => {
    const dirty = withWebpChunk(pictures.webp, 'EXIF', 'GPS 31.2304');
    dirty[20] = (dirty[20] ?? 0) | 0x08;
    expect(cleanImage(dirty)?.bytes).toEqual(pictures.webp);
  });

  test('whatever the bytes, it answers or says no', () => {
    const known = fc.constantFrom(pictures.png, pictures.jpeg, pictures.webp);
    const flips = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(known, flips, fc.nat(2_000), (picture, changes, cut) => {
        const bytes = new Uint8Array(picture.subarray(0, Math.max(4, picture.length - (cut % 3 === 0 ? cut : 0))));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const clean = cleanImage(bytes);
        expect(clean === undefined || clean.bytes.length <= bytes.length + 40).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a file made for a person', () => {
  test('is theirs for a day and then gone', async () => {
    const { message } = await server.call(tenantStaff, makeApi.make, {});
    const mine = await server.fetch(tenantStaff, message);
    expect(await mine.text()).toBe('row 3');
    expect(mine.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''rows.txt");
    expect((await server.fetch(otherStaff, message)).status).toBe(404);
    expect((await server.fetch(undefined, message)).status).toBe(401);
    await server.database.asSuperuser(`update made_file set created_at = created_at - interval '25 hours'`);
    expect((await server.fetch(tenantStaff, message)).status).toBe(404);
    expect(await sweepMadeFiles(server.database)).toBe(1);
    expect((await sql`select 1 from made_file`.execute(server.database.system)).rows).toEqual([]);
  });
});
