import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoint, SPOOLED_BYTES_MAX, words } from '#kit/resource/endpoint.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { implement } from '#kit/server/context/route.ts';
import { saveFile } from '#kit/server/files/stored-file.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { system } from '../resources.ts';
import { createFileStores, sweepBrokenUploads, sweepMadeFiles, systemRoutes, uploadRoutes } from '../server.ts';
import type { FileStores } from '../server.ts';
import { kindOf, safeName } from './kinds.rules.ts';
import { exifOf, insertBytes, jpegSegment, pictures, pngChunk, withWebpChunk } from './pictures.fixture.ts';
import { filesPerDay, uploadApi, uploadBounds } from './upload.ts';

const makeApi = { make: endpoint({ method: 'POST', path: '/test/make', allow: 'signedIn', input: {}, output: words() }) };
const makeRoutes = implement(makeApi, { make: (ctx) => saveFile(ctx, { name: 'rows.txt', contentType: 'text/plain', body: Buffer.from('row 3') }) });

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;
const MEGABYTE = 1024 * 1024;
let server: TestServer;
let bucket: S3rver;
let folder = '';
let stores: { readonly disk: FileStores; readonly s3: FileStores };
/** The store for new files; a test may change it, as an operator may. */
let into: FileStores;
let failures: unknown[] = [];
const tenantStaff = viewers.tenant('1');
const otherStaff: Viewer = { ...viewers.tenant('2'), userId: '77' };
const platform = viewers.platform();

beforeAll(async () => {
  folder = temporaryFolder('upload');
  bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: path.join(folder, 's3'), configureBuckets: [{ name: 'files' }] });
  const { port } = await bucket.run();
  const location = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'files', pathStyle: true, prefix: 'ops/', ...keys };
  stores = {
    disk: createFileStores({ folder: path.join(folder, 'files'), s3: undefined }),
    s3: createFileStores({ folder: path.join(folder, 'files'), s3: location }),
  };
  into = stores.disk;
  const now: FileStores = {
    get into() {
      return into.into;
    },
    get all() {
      return into.all;
    },
  };
  server = await startTestServer({
    domains: [system, domain('test', [feature({ name: 'make', api: makeApi })])],
    spoolFolder: path.join(folder, 'incoming'),
    routes: (database) => [
      ...systemRoutes({ tickets: createTickets(() => new Date()) }),
      ...uploadRoutes({ database, clock: () => new Date(), stores: now, onError: (error) => failures.push(error) }),
      ...makeRoutes,
    ],
  });
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

interface FileInput {
  readonly bytes: Uint8Array;
  readonly name?: string;
}
const send = async (viewer: Viewer, files: readonly FileInput[], fields: Readonly<Record<string, string>> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes, name = '../../evil.html' } of files) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), name);
  const response = await server.fetch(viewer, uploadApi.upload.path, { method: 'POST', body: form });
  return { ...((await response.json()) as { success: boolean; message: string; result: string; code: number }), status: response.status };
};
const upload = (viewer: Viewer, files: readonly Uint8Array[], fields: Readonly<Record<string, string>> = {}) =>
  send(
    viewer,
    files.map((bytes) => ({ bytes })),
    fields,
  );
const read = (viewer: Viewer | undefined, file: string) => server.fetch(viewer, `/sys/common/static/${file}`);
const onDisk = async (): Promise<readonly string[]> =>
  (await readdir(path.join(folder, 'files'), { recursive: true }).catch(() => [])).filter((name) => name.includes('.'));
/** Pictures are decoded only from files, as in the program. */
const metadataOf = async (bytes: ArrayBuffer | Buffer) => {
  const file = path.join(folder, 'looked-at');
  await writeFile(file, new Uint8Array(bytes));
  return sharp(file).metadata();
};
const inSpool = () => readdir(path.join(folder, 'incoming')).catch(() => []);
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), Buffer.alloc(3_000, 7), Buffer.from('\n%%EOF')]);

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
    expect(await metadataOf(await answer.arrayBuffer())).toMatchObject({
      width: 6,
      height: 4,
      format: extension.replace('jpg', 'jpeg'),
    });
  });

  test('several answer their paths in order, and an unknown purpose is a temporary one', async () => {
    const { message } = await upload(tenantStaff, [pictures.png, pictures.webp], { biz: '../../etc' });
    expect(message).toMatch(/^temp\/\d{8}\/\w{32}\.png,temp\/\d{8}\/\w{32}\.webp$/);
  });

  test('says the name it came with to whoever may see it, for many at once', async () => {
    const { message } = await send(tenantStaff, [
      { bytes: pictures.png, name: '车位 图.png' },
      { bytes: pictures.webp, name: 'gate.webp' },
    ]);
    const names = (viewer: Viewer) => server.ok(viewer, uploadApi.names, { paths: `${message},temp/20260101/none.png` });
    const namesByPath = new Map((await names(tenantStaff)).map(({ path: file, name }) => [file, name]));
    expect(message.split(',').map((file) => namesByPath.get(file))).toEqual(['车位 图.png', 'gate.webp']);
    expect((await names(platform)).length).toBe(2);
    expect(await names(otherStaff)).toEqual([]);
    const many = Array.from({ length: 101 }, (_unused, at) => `temp/${at}`).join(',');
    expect((await server.call(tenantStaff, uploadApi.names, { paths: many })).success).toBe(false);
  });

  test("is seen by its tenant and the platform, and the platform's by everybody signed in", async () => {
    const own = (await upload(tenantStaff, [pictures.png])).message;
    const shared = (await upload(platform, [pictures.png])).message;
    const statuses = async (file: string) =>
      Promise.all([tenantStaff, otherStaff, platform, undefined].map(async (viewer) => (await read(viewer, file)).status));
    expect(await statuses(own)).toEqual([200, 404, 200, 401]);
    expect(await statuses(shared)).toEqual([200, 200, 200, 401]);
    expect(await statuses('temp/20260101/00000000000000000000000000000000.png')).toEqual([404, 404, 404, 401]);
    for (const file of ['../../package.json', '..%2f..%2fpackage.json', "x' or '1'='1"]) expect((await read(tenantStaff, file)).status).toBe(404);
  });

  test.each([
    ['a picture cut in the middle', pictures.png.subarray(0, 60)],
    ['a JPEG without its end', pictures.jpeg.subarray(0, pictures.jpeg.length - 30)],
    ['a WebP that promises more than there is', pictures.webp.subarray(0, pictures.webp.length - 20)],
    ['a picture of another kind', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a drawing that says so', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a document', pdf],
  ])('%s is none', async (_what, bytes) => {
    const expected = { status: 200, success: false, message: 'Please upload a PNG, JPEG or WebP picture' };
    expect(await send(tenantStaff, [{ bytes, name: 'x.png' }], { kind: 'image' })).toMatchObject(expected);
  });

  test('has bounds in bytes and pixels', async () => {
    const heavy = Buffer.concat([pictures.png, Buffer.alloc(uploadBounds.pictureBytes)]);
    expect((await upload(tenantStaff, [heavy])).message).toBe('A picture may have 20 MB at most');
    const sized = async (width: number, height: number) =>
      (
        await upload(tenantStaff, [
          await sharp({ create: { width, height, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
        ])
      ).message;
    expect(await sized(8_001, 2)).toBe('The picture is too big: 8000 pixels a side at most');
    // A decompression bomb: 300 kB that decode to 190 MB.
    expect(await sized(8_000, 8_000)).toBe('The picture is too big: 8000 pixels a side at most');
    expect((await upload(tenantStaff, [])).message).toBe('No file was uploaded');
  });

  test('a person has a share a day, also when all come at once', async () => {
    const eager: Viewer = { ...tenantStaff, userId: '4711', username: 'eager' };
    await server.database.asSuperuser(
      `insert into upload_file (path, tenant_id, user_id, content_type, size_bytes, body) select 'temp/x/' || n, 1, 4711, 'image/png', 1, '' from generate_series(1, ${Number(filesPerDay.field.initial) - 3}) n`,
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(eager, [pictures.png])));
    expect(answers.filter(({ success }) => success)).toHaveLength(3);
    expect(answers.find(({ success }) => !success)?.message).toBe("You have reached today's upload limit, try again tomorrow");
    await server.database.asSuperuser(`update upload_file set created_at = created_at - interval '25 hours' where user_id = 4711`);
    expect((await upload(eager, [pictures.png])).success).toBe(true);
  });
});

describe('a picture is drawn anew', () => {
  const storedForm = async (bytes: Uint8Array) =>
    Buffer.from(await (await read(tenantStaff, (await upload(tenantStaff, [bytes])).message)).arrayBuffer());

  test('without the comments of a PNG, and without what follows it', async () => {
    const dirty = Buffer.concat([insertBytes(pictures.png, 33, pngChunk('tEXt', 'GPS 31.2304')), Buffer.from('<script>alert(1)</script>')]);
    expect((await storedForm(dirty)).toString('latin1')).not.toMatch(/GPS|script/);
  });

  test('without the camera data of a JPEG, but the right way up', async () => {
    const dirty = Buffer.concat([
      insertBytes(pictures.jpeg, 2, Buffer.concat([jpegSegment(0xe1, exifOf(6)), jpegSegment(0xfe, Buffer.from('<?php'))])),
      Buffer.from('PK\x03\x04'),
    ]);
    const clean = await storedForm(dirty);
    expect(clean.toString('latin1')).not.toMatch(/GPS|php|PK|Exif/);
    expect(await metadataOf(clean)).toMatchObject({ width: 4, height: 6 });
  });

  test('without the camera data of a WebP', async () => {
    const dirty = withWebpChunk(pictures.webp, 'EXIF', 'GPS 31.2304');
    dirty[20] = (dirty[20] ?? 0) | 0x08;
    expect((await storedForm(dirty)).toString('latin1')).not.toContain('GPS');
  });

  test('a picture that is a program too is only a picture afterwards', async () => {
    const noise = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer();
    const polyglot = insertBytes(noise, 2, jpegSegment(0xfe, Buffer.from('*/=alert(document.domain);/*')));
    expect((await storedForm(polyglot)).toString('latin1')).not.toContain('alert');
  });

  test('whatever the bytes, it answers or says no', async () => {
    const eager: Viewer = { ...tenantStaff, userId: '4712', username: 'fuzzer' };
    const known = fc.constantFrom(pictures.png, pictures.jpeg, pictures.webp);
    const flips = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(known, flips, fc.nat(2_000), async (picture, changes, cut) => {
        const bytes = new Uint8Array(picture.subarray(0, Math.max(4, picture.length - (cut % 3 === 0 ? cut : 0))));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const answer = await upload(eager, [bytes]);
        expect([answer.status, answer.success || answer.message !== '']).toEqual([200, true]);
      }),
      { numRuns: 80 },
    );
    await expect.poll(inSpool).toEqual([]);
  });
});

describe('a file', () => {
  test('is told by its bytes, kept under its own name and only ever saved, not shown', async () => {
    const { message } = await send(tenantStaff, [{ bytes: pdf, name: 'C:\\forms\\Wartung <2026>.exe' }], { biz: 'notice' });
    expect(message).toMatch(/^notice\/\d{8}\/[0-9a-f]{32}\.pdf$/);
    const answer = await read(tenantStaff, message);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe(String(pdf.length));
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('Wartung 2026.exe.pdf')}`);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect((await read(otherStaff, message)).status).toBe(404);
    await expect.poll(inSpool).toEqual([]);
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'page.html'],
    ['a program', `MZ${'\0'.repeat(200)}`, 'setup.pdf'],
    ['a script', '#!/bin/sh\nrm -rf /', 'run.sh'],
    ['bytes that call themselves letters', '\u0001\u0002\0\0', 'notes.txt'],
  ])('%s is not taken', async (_what, content, name) => {
    const answer = await send(tenantStaff, [{ bytes: Buffer.from(content), name }]);
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('This kind of file is not taken') });
  });

  test.each([
    ['document', pdf.subarray(0, 2_000), 'a.pdf'],
    ['archive', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 7)]), 'a.zip'],
  ])('half a %s is not taken', async (_what, bytes, name) => {
    expect(await send(tenantStaff, [{ bytes, name }])).toMatchObject({ success: false, message: 'The file is broken or not whole' });
  });

  test('refusals are told in three languages', async () => {
    const told = async (language: Viewer['language']) =>
      (await send({ ...tenantStaff, username: language, language }, [{ bytes: Buffer.from('MZ\0'), name: 'a.exe' }])).message;
    expect([await told('zh_CN'), await told('zh_TW')]).toEqual([
      '不支持的文件类型，请上传图片、PDF、Office 文档、文本或压缩包',
      '不支援的檔案類型，請上傳圖片、PDF、Office 文件、文字或壓縮檔',
    ]);
    expect((await send({ ...tenantStaff, username: 'empty' }, [{ bytes: new Uint8Array(), name: 'a.txt' }])).message).toBe('The file is empty');
  });

  test('names and kinds follow one table', () => {
    expect(kindOf({ contentType: 'application/x-cfb', isText: false }, 'old.XLS')?.contentType).toBe('application/vnd.ms-excel');
    expect(kindOf({ contentType: 'application/x-cfb', isText: false }, 'old.exe')).toBeUndefined();
    expect(kindOf({ contentType: undefined, isText: true }, 'rows.csv')).toEqual({ contentType: 'text/plain; charset=utf-8', extension: 'csv' });
    expect([
      safeName('..', 'pdf'),
      safeName('a\u202egnp.exe', 'png'),
      safeName('x'.repeat(300), 'zip').length,
      safeName('photo.JPEG', 'jpg'),
    ]).toEqual(['file.pdf', 'agnp.exe.png', 104, 'photo.jpeg']);
  });

  test('too large a request is refused while it comes in, and nothing of it stays', async () => {
    const part = Buffer.alloc(SPOOLED_BYTES_MAX / 4 + 1, 65);
    const many = Array.from({ length: 4 }, (_unused, n) => ({ bytes: part, name: `${n}.txt` }));
    // A server that has already answered may close the connection before everything is sent.
    const status = await send(tenantStaff, many).then(
      (answer) => answer.status,
      () => 413,
    );
    expect(status).toBe(413);
    await expect.poll(inSpool).toEqual([]);
  });
});

describe('an S3 bucket', () => {
  test('keeps files instead of the disk, under the same scope', async () => {
    const before = await onDisk();
    into = stores.s3;
    const { message } = await send(tenantStaff, [{ bytes: pdf, name: 'terms.pdf' }]);
    const picture = (await upload(tenantStaff, [pictures.png])).message;
    expect(await onDisk()).toEqual(before);
    expect((await readdir(path.join(folder, 's3/files'), { recursive: true })).some((name) => name.startsWith(`ops/${message}`))).toBe(true);
    expect(Buffer.from(await (await read(tenantStaff, message)).arrayBuffer())).toEqual(pdf);
    expect(await metadataOf(await (await read(tenantStaff, picture)).arrayBuffer())).toMatchObject({ width: 6 });
    expect((await read(otherStaff, message)).status).toBe(404);
    await stores.s3.into.remove(message);
    expect((await read(tenantStaff, message)).status).toBe(404);
    into = stores.disk;
  });

  test('is moved to without losing what the disk has', async () => {
    const { message } = await send(tenantStaff, [{ bytes: pdf, name: 'old.pdf' }]);
    into = stores.s3;
    expect((await read(tenantStaff, message)).status).toBe(200);
    into = stores.disk;
  });

  test('a large file goes and comes in pieces', async () => {
    await server.database.asSuperuser(`delete from upload_file where user_id = ${tenantStaff.userId}`);
    into = stores.s3;
    const large = Buffer.alloc(20 * MEGABYTE, 'The quick brown fox. ');
    const { message } = await send(tenantStaff, [{ bytes: large, name: 'large.txt' }]);
    const answer = await read(tenantStaff, message);
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
    into = stores.disk;
  });

  test('that cannot be reached says so, and nothing is shown or kept', async () => {
    const location = { endpoint: 'http://127.0.0.1:9', region: 'us-east-1', bucket: 'files', pathStyle: true, prefix: '', ...keys };
    into = { ...createFileStores({ folder, s3: location }), all: stores.disk.all };
    failures = [];
    const count = async () => (await server.database.asSuperuser<{ n: string }>('select count(*)::text n from upload_file'))[0]?.n;
    const before = await count();
    expect(await upload(tenantStaff, [pictures.png])).toMatchObject({
      status: 503,
      message: 'The file could not be stored, please try again shortly',
    });
    expect([failures.length, await count()]).toEqual([1, before]);
    await expect.poll(inSpool).toEqual([]);
    into = stores.disk;
  });
});

describe('what is left of uploads', () => {
  test('that broke off is not shown, and gone after an hour', async () => {
    const { message } = await upload(tenantStaff, [pictures.png]);
    await server.database.asSuperuser(`update upload_file set kept_at = null where path = '${message}'`);
    expect((await read(tenantStaff, message)).status).toBe(404);
    const left = path.join(folder, 'incoming', 'upload-left');
    await writeFile(left, 'x');
    await utimes(left, new Date(0), new Date(0));
    const parts = { database: server.database, clock: () => new Date(), stores: stores.disk, spoolFolder: path.join(folder, 'incoming') };
    expect(await sweepBrokenUploads(parts)).toBe(1);
    await server.database.asSuperuser(`update upload_file set created_at = created_at - interval '61 minutes' where path = '${message}'`);
    expect([await sweepBrokenUploads(parts), (await onDisk()).some((name) => message.endsWith(name))]).toEqual([1, false]);
  });

  test('files of before, in the database, are still there', async () => {
    await server.database.asSuperuser(
      `insert into upload_file (path, tenant_id, user_id, content_type, width, height, size_bytes, body) values ('temp/old.png', 1, 1, 'image/png', 6, 4, 3, 'abc')`,
    );
    expect(await (await read(tenantStaff, 'temp/old.png')).text()).toBe('abc');
  });
});

describe('a file made for a person', () => {
  test('is theirs for a day and then gone', async () => {
    const { message } = await server.call(tenantStaff, makeApi.make, {});
    const own = await server.fetch(tenantStaff, message);
    expect(await own.text()).toBe('row 3');
    expect(own.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''rows.txt");
    expect((await server.fetch(otherStaff, message)).status).toBe(404);
    expect((await server.fetch(undefined, message)).status).toBe(401);
    await server.database.asSuperuser(`update made_file set created_at = created_at - interval '25 hours'`);
    expect((await server.fetch(tenantStaff, message)).status).toBe(404);
    expect(await sweepMadeFiles(server.database)).toBe(1);
    expect((await sql`select 1 from made_file`.execute(server.database.system)).rows).toEqual([]);
  });
});
