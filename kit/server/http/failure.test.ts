import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { endpoint, file, opaque } from '#kit/resource/endpoint.ts';
import { feature } from '#kit/resource/feature.ts';
import { implement } from '#kit/server/context/route.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import type { JournalEntry } from './journal.ts';

const api = {
  add: endpoint({ method: 'POST', path: '/failure/add', allow: 'signedIn', input: {}, output: opaque<number>() }),
  broken: endpoint({ method: 'POST', path: '/failure/broken', allow: 'signedIn', input: {}, output: opaque<number>() }),
  upload: endpoint({ method: 'POST', path: '/failure/upload', allow: 'signedIn', input: {}, upload: 'spooled', output: opaque<number>() }),
  exportXls: endpoint({ method: 'GET', path: '/failure/exportXls', allow: 'failure:export', input: {}, output: file() }),
};
const handlers = implement(api, {
  add: async (ctx) => (await sql<{ n: number }>`select 7 as n`.execute(ctx.db)).rows[0]?.n ?? 0,
  broken: () => Promise.reject(new Error('planted')),
  upload: () => Promise.resolve(1),
  exportXls: () => Promise.resolve({ name: 'a.bin', contentType: 'application/octet-stream', body: endless() }),
});
async function* endless(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < 1_000; n += 1) {
    yield new Uint8Array(64 * 1024);
    await turn();
  }
}

const acts: JournalEntry[] = [];
const lines: { readonly level: number; readonly msg: string }[] = [];
const viewer = viewers.platform();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    domains: [{ name: 'test', features: [feature({ name: 'failure', api })] }],
    routes: handlers,
    journal: () => ({ recordSuccess: () => Promise.resolve(), recordFailure: (act) => void acts.push(act) }),
    log: pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }),
  });
});
afterAll(() => server.close());
beforeEach(() => {
  acts.length = 0;
  lines.length = 0;
});
const errors = () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);

test('while the database does not answer, a call is answered 503 and when to try again, in each language', async () => {
  server.database.gate.set(false);
  for (const [language, words] of [
    ['zh_CN', '数据库暂时无法访问，请稍后重试'],
    ['zh_TW', '資料庫暫時無法存取，請稍後再試'],
    ['en_US', 'The database cannot be reached at the moment, please try again shortly'],
  ] as const) {
    const response = await server.fetch({ ...viewer, language }, api.add.path, { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ success: false, code: 503, refusal: 'databaseAway', message: words });
  }
  server.database.gate.set(true);
  expect(await server.call(viewer, api.add, {})).toMatchObject({ success: true, result: 7 });
  for (const { outcome, reason } of acts) expect([outcome, reason?.[0]]).toEqual(['failed', '数据库暂时无法访问，请稍后重试']);
  expect(acts).toHaveLength(3);
  expect(errors()).toEqual([]);
});

test('a mistake of ours is answered 500 with its trace, told to the log and kept as failed', async () => {
  const answer = await server.call(viewer, api.broken, {});
  expect(answer).toMatchObject({ status: 500, message: expect.stringMatching(/\([\da-f]{8}\)$/) });
  expect(acts.map(({ outcome }) => outcome)).toEqual(['failed']);
  expect(errors()).toEqual(['a request failed']);
});

/** Sends a request over a raw socket, and disconnects while its body is read or after its answer has begun. */
const hangUp = async (head: readonly string[], body = ''): Promise<void> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const token = ['X-Access-Token: ', viewer.username].join('');
  socket.write([...head, 'Host: x', token, '', body].join('\r\n'));
  const [request] = (await once(server.http, 'request')) as [IncomingMessage];
  if (body === '') await once(socket, 'data');
  else await eventually(() => expect(request.readableFlowing).toBe(true), 1);
  socket.resetAndDestroy();
};

test.each([
  [
    'before their upload is through',
    [`POST ${BASE_PATH}/failure/upload HTTP/1.1`, 'Content-Length: 9000', 'Content-Type: multipart/form-data; boundary=b'],
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nxxx',
  ],
  ['before they have the whole file', [`GET ${BASE_PATH}/failure/exportXls HTTP/1.1`], ''],
])('who hangs up %s is kept as having left, and no fault of ours', async (_what, head, body) => {
  // Signs in the viewer.
  await server.call(viewer, api.add, {});
  await hangUp(head, body);
  await expect
    .poll(() => acts.map(({ outcome, reason }) => [outcome, reason?.[2]]))
    .toEqual([['refused', 'The client hung up before it was answered']]);
  expect(errors()).toEqual([]);
});
