import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { count, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { createHttp } from './http.ts';
import { createRegistry } from '../context/registry.ts';
import { implement } from '../context/route.ts';
import type { Route } from '../context/route.ts';
import { anonymousViewer } from '../context/viewer.ts';
import { createCertificate } from '#kit/test/certificates.ts';
import type { CertificateSource } from '../tls/certificate.ts';

const listening = async (routes: readonly Route[], certificate?: CertificateSource) => {
  const app = await createHttp(routes, {
    database: expect.unreachable,
    registry: createRegistry([]),
    clock: () => new Date(),
    authenticate: (token: string) => Promise.resolve(token === 'known' ? anonymousViewer : undefined),
    anonymousViewer,
    certificate,
  } as never); // an endpoint without a transaction uses no database
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port }; // a listening TCP server has an address
};

/** Returns the raw answer, without decompressing it. */
const requestRaw = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array,
): Promise<{ readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }> => {
  const outgoing = request(url, { method: body ? 'POST' : 'GET', headers });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  return { headers: answer.headers, bytes: await buffer(answer) };
};

test('a request under way when the server closes is answered, and its connection is let go at once, as one is that never asked', async () => {
  const api = { slow: endpoint({ method: 'GET', path: '/slow', allow: 'public', input: {}, noTransaction: true, output: opaque<string>() }) };
  const [gate, begun] = [new EventEmitter(), new EventEmitter()];
  const hasBegun = once(begun, 'now');
  const routes = implement(api, {
    slow: async () => {
      begun.emit('now');
      await once(gate, 'open');
      return 'done';
    },
  });
  const { app, port } = await listening(routes);
  const answer = fetch(`http://127.0.0.1:${port}/jeecg-boot/slow`);
  await hasBegun;
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const closed = app.close();
  gate.emit('open');
  expect(await (await answer).json()).toMatchObject({ success: true, result: 'done' });
  const startedMs = performance.now();
  await closed;
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});

test('an answer of some size is compressed for who can open it, whatever its size is, and nothing else is', async () => {
  const api = {
    letters: endpoint({ method: 'GET', path: '/letters', allow: 'public', input: { many: count() }, noTransaction: true, output: opaque<string>() }),
    told: endpoint({
      method: 'POST',
      path: '/told',
      allow: 'public',
      input: { word: text({ max: 20 }) },
      noTransaction: true,
      output: opaque<string>(),
    }),
  };
  const { app, port } = await listening(
    implement(api, {
      letters: (_context, { many }) => Promise.resolve(Array.from({ length: many }, (_, index) => index.toString(36)).join(' ')),
      told: (_context, { word }) => Promise.resolve(word),
    }),
  );
  const url = `http://127.0.0.1:${port}/jeecg-boot`;
  const opens = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, open] of Object.entries(opens))
    for (const many of [1_000, 100_000]) {
      const plain = await requestRaw(`${url}/letters?many=${many}`, {});
      const packed = await requestRaw(`${url}/letters?many=${many}`, { 'accept-encoding': encoding });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length * 0.7);
      expect(resultOf(open(packed.bytes))).toBe(resultOf(plain.bytes));
    }
  expect((await requestRaw(`${url}/letters?many=10`, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  const squeezed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect(JSON.parse(String((await requestRaw(`${url}/told`, squeezed, gzipSync('{"word":"x"}'))).bytes))).toMatchObject({
    success: false,
    code: 400,
  });
  await app.close();
});

test('what nobody serves is answered as data too, and over TLS a browser is told to stay with it', async () => {
  const { app, port } = await listening([]);
  const guarded = { 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringContaining("default-src 'none'") as string };
  for (const path of ['/nowhere', '/jeecg-boot/nowhere', '/%ff', '/jeecg-boot/v3/api-docs'])
    expect((await requestRaw(`http://127.0.0.1:${port}${path}`, {})).headers).toMatchObject(guarded);
  const overTls = await requestRaw(`http://127.0.0.1:${port}/nowhere`, { 'x-forwarded-proto': 'https' });
  expect(overTls.headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await requestRaw(`http://127.0.0.1:${port}/nowhere`, {})).headers).not.toHaveProperty('strict-transport-security');
  await app.close();
});

test('the description of the API is for people with a session', async () => {
  const { app, port } = await listening([]);
  const url = `http://127.0.0.1:${port}/jeecg-boot/v3/api-docs`;
  const [open, wrong, right] = [
    await requestRaw(url, {}),
    await requestRaw(url, { 'x-access-token': 'none' }),
    await requestRaw(url, { 'x-access-token': 'known' }),
  ];
  for (const { bytes } of [open, wrong]) expect(JSON.parse(String(bytes))).toMatchObject({ success: false, code: 401 });
  expect(JSON.parse(String(right.bytes))).toMatchObject({ openapi: '3.1.0' });
  await app.close();
});

const resultOf = (bytes: Buffer): unknown => JSON.parse(String(bytes)).result;

test('over TLS too, a request under way when the server closes is answered', async () => {
  const api = { slow: endpoint({ method: 'GET', path: '/slow', allow: 'public', input: {}, noTransaction: true, output: opaque<string>() }) };
  const [gate, begun] = [new EventEmitter(), new EventEmitter()];
  const hasBegun = once(begun, 'now');
  const routes = implement(api, {
    slow: async () => {
      begun.emit('now');
      await once(gate, 'open');
      return 'done';
    },
  });
  const { cert, key } = await createCertificate();
  const current = { cert: Buffer.from(cert), key: Buffer.from(key), names: '', validFromMs: 0, validToMs: 0 };
  const { app, port } = await listening(routes, { current: () => current, onChange: () => () => undefined, stop: () => undefined });
  const outgoing = requestOverTls(`https://127.0.0.1:${port}/jeecg-boot/slow`, { ca: cert }).end();
  const answered = once(outgoing, 'response');
  await hasBegun;
  const closed = app.close();
  // Longer than the interval at which a closing server looks for unused connections.
  await new Promise((resolve) => setTimeout(resolve, 150));
  gate.emit('open');
  const [answer] = await answered;
  expect(JSON.parse(String(await buffer(answer)))).toMatchObject({ success: true, result: 'done' });
  await closed;
});
