import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { implement } from '#kit/server/context/route.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';
import { createHttp } from './http.ts';

const open = { method: 'POST', allow: 'public', noTransaction: true, output: opaque<string>() } as const;
const api = {
  told: endpoint({ ...open, path: '/told', input: { word: text({ max: 20 }) } }),
  file: endpoint({ ...open, path: '/file', upload: 'spooled', input: {} }),
};
const TIMINGS = { headersMs: 300, bodyMs: 300, uploadWindowMs: 300, uploadBytesMin: 100, silentMs: 5_000, sweepMs: 20 };

let app: FastifyInstance;
beforeAll(async () => {
  const routes = implement(api, {
    told: (_context, { word }) => Promise.resolve(word),
    file: (_context, _input, { spooled }) => Promise.resolve(String(spooled[0]?.sizeBytes)),
  });
  const registry = createRegistry([]);
  const options = {
    database: {},
    registry,
    clock: () => new Date(),
    authenticate: () => Promise.resolve(undefined),
    anonymousViewer,
    timings: TIMINGS,
  };
  app = await createHttp(routes, options as never); // an endpoint without a transaction uses no database
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

interface SlowAnswer {
  readonly answer: string;
  readonly tookMs: number;
}
/** Sends the parts with a pause before each, and reads until the server disconnects. */
const sendSlowly = async (parts: readonly string[], pauseMs: number): Promise<SlowAnswer> => {
  const begunMs = performance.now();
  const socket: Socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1'); // a listening TCP server has an address
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    await Promise.race([sleep(pauseMs), closed]);
  }
  await closed;
  return { answer, tookMs: performance.now() - begunMs };
};
const letters = (line: string): readonly string[] => [...line.repeat(20)];

test.each([
  ['nothing is said', []],
  ['headers come a letter at a time', letters('X-Slow: 1\r\n')],
])('a connection on which %s is ended', async (_what, parts) => {
  const { tookMs } = await sendSlowly(['POST /jeecg-boot/told HTTP/1.1\r\nHost: x\r\n'.repeat(Math.min(1, parts.length)), ...parts], 20);
  expect(tookMs).toBeGreaterThan(250);
  expect(tookMs).toBeLessThan(3_000);
});

test.each([
  ['of a told length', 'Content-Length: 1000'],
  ['in chunks', 'Transfer-Encoding: chunked'],
])('a body %s that comes a letter at a time is answered 408 and its connection is ended', async (_what, header) => {
  const head = `POST /jeecg-boot/told HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;
  const { answer, tookMs } = await sendSlowly([head, ...letters('1\r\n{\r\n')], 20);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(tookMs).toBeLessThan(3_000);
});

const form = (body: string): readonly [head: string, first: string, last: string] => {
  const [first, last] = ['--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n', '\r\n--b--\r\n'];
  const length = first.length + body.length + last.length;
  const head = 'POST /jeecg-boot/file HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n';
  return [`${head}Content-Length: ${length}\r\n\r\n`, first, last];
};

test('an upload may take as long as it makes progress', async () => {
  const parts = Array.from({ length: 12 }, () => 'x'.repeat(200));
  const [head, first, last] = form(parts.join(''));
  const { answer, tookMs } = await sendSlowly([head, first, ...parts, last], 80);
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*"result":"2400"/);
  expect(tookMs).toBeGreaterThan(900);
});

test('an upload that brings next to nothing is ended', async () => {
  const [head, first] = form('x'.repeat(10_000));
  const { answer, tookMs } = await sendSlowly([head, first, ...Array.from({ length: 100 }, () => 'x')], 50);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(tookMs).toBeLessThan(3_000);
});

test('who sends their body in time is answered, and their connection stays', async () => {
  const body = '{"word":"x"}';
  const request = `POST /jeecg-boot/told HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const last = request.replace('Host: x', 'Host: x\r\nConnection: close');
  const { answer } = await sendSlowly([request, body, '', '', '', '', '', '', '', last, body], 60);
  expect(answer.match(/"result":"x"/g)).toHaveLength(2);
});
