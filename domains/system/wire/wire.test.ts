import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveSecret, BODY_CIPHERS, fromBase64, generateKeyPair, openChannel, toBase64 } from '#kit/cipher/body-cipher.ts';
import type { CipherContext, BodyCipher, CipherChannel } from '#kit/cipher/body-cipher.ts';
import { KEY_HEADER, SEALED_HEADER } from '#kit/cipher/headers.ts';
import { text, json } from '#kit/fields/field.ts';
import { endpoint, opaque, plainRows } from '#kit/resource/endpoint.ts';
import { transportSecurityApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { implement } from '#kit/server/context/route.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { signOf, STAMP_WINDOW_MS } from '#kit/server/security/signing.ts';
import { createTransportSecurity } from '#kit/server/security/transport-security.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';

const SECRET = 'ev-demo-secret';
const viewer = viewers.tenant('1');
const echoApi = {
  echo: endpoint({
    method: 'POST',
    path: '/test/echo',
    allow: 'signedIn',
    input: { word: text({ max: 40 }), more: json() },
    output: opaque<unknown>(),
  }),
  rows: endpoint({ method: 'GET', path: '/test/rows', allow: 'signedIn', input: {}, output: plainRows<{ readonly at: number }>() }),
  read: endpoint({ method: 'GET', path: '/test/echo', allow: 'signedIn', input: { word: text({ max: 40 }) }, output: opaque<unknown>() }),
};
async function* streamed(): AsyncGenerator<{ readonly at: number }> {
  for (let at = 0; at < 20_000; at += 1) yield await Promise.resolve({ at });
}
const echo = implement(echoApi, {
  echo: (_ctx, input) => Promise.resolve(input),
  read: (_ctx, input) => Promise.resolve(input),
  rows: () => Promise.resolve(streamed()),
});

const lines: string[] = [];
const start = (cipher?: BodyCipher): Promise<TestServer> => {
  const clock = (): Date => new Date();
  const signing = { secret: SECRET, paths: ['/sys/dict/getDictItems/*', '/test/echo'] };
  const wire = createTransportSecurity({ signing, cipher, secrets: createSecrets([randomBytes(32)]), clock });
  const routes = [...systemRoutes({ tickets: createTickets(clock), wire }), ...echo];
  return startTestServer({ domains: [system], routes, wire, log: pino({}, { write: (line) => void lines.push(line) }) });
};

const outcome = async (response: Response): Promise<readonly unknown[]> => {
  const { success, refusal, code } = (await response.json()) as { success: boolean; refusal?: string; code: number };
  return refusal === 'badSign' ? [response.status, success, refusal, code] : [response.status, success, refusal];
};

describe('signatures', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.close());
  let last = 0;
  const now = (): string => String((last = Math.max(Date.now(), last + 1)));
  const request = async (
    path: string,
    { stamp = now(), sign, as = viewer }: { stamp?: string; sign?: string | null; as?: typeof viewer | null } = {},
  ) => {
    const [bare = '', query = ''] = path.split('?');
    const right = signOf({ path: bare, query: Object.fromEntries(new URLSearchParams(query)), body: undefined }, SECRET);
    const signature = sign === undefined ? right : sign;
    return outcome(
      await server.fetch(as ?? undefined, path, { headers: { 'x-timestamp': stamp, ...(signature !== null && { 'x-sign': signature }) } }),
    );
  };

  test('a whole one passes and grants nothing', async () => {
    expect(await request('/sys/dict/getDictItems/sex?pageNo=1')).toEqual([200, true, undefined]);
    expect(await request('/sys/dict/getDictItems/sex', { as: null })).toEqual([401, false, 'signedOut']);
  });

  test('one that is missing, differs, is too old or too far ahead, or comes twice is refused and told to the log', async () => {
    const path = '/sys/dict/getDictItems/sex';
    const far = STAMP_WINDOW_MS + 10_000;
    const bad = [
      { sign: null },
      { sign: 'F'.repeat(32) },
      { stamp: String(Date.now() - far) },
      { stamp: String(Date.now() + far) },
      { stamp: 'soon' },
    ];
    lines.length = 0;
    for (const claim of bad) expect([claim, await request(path, claim)]).toEqual([claim, [200, false, 'badSign', 500]]);
    const stamp = now();
    expect(await request(path, { stamp })).toEqual([200, true, undefined]);
    expect(await request(path, { stamp })).toEqual([200, false, 'badSign', 500]);
    const problems = lines.map((line) => (JSON.parse(line) as { problem?: string }).problem);
    expect(problems).toEqual(['missing', 'differs', 'stamp', 'stamp', 'stamp', 'replayed']);
  });

  test('a stamp may be written as fourteen digits of UTC', async () => {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    expect(await request('/sys/dict/getDictItems/yn', { stamp })).toEqual([200, true, undefined]);
  });

  test('of a nested body covers the very text that is sent', async () => {
    const body = '{ "word": "x", "more": {"b": [1, {"c": null}]} }';
    const post = async (sent: string) =>
      outcome(
        await server.fetch(viewer, '/test/echo', {
          method: 'POST',
          body: sent,
          headers: { 'content-type': 'application/json', 'x-timestamp': now(), 'x-sign': signOf({ path: '/test/echo', query: {}, body }, SECRET) },
        }),
      );
    expect(await post(body)).toEqual([200, true, undefined]);
    expect(await post(body.replace('null', '1'))).toEqual([200, false, 'badSign', 500]);
  });

  test('other addresses are not looked at', async () => {
    expect(await request('/sys/dict/queryAllDictItems', { sign: 'nonsense' })).toEqual([200, true, undefined]);
  });
});

describe.each(BODY_CIPHERS)('bodies by %s', (cipher) => {
  let server: TestServer;
  let channel: CipherChannel;
  let ticket: string;
  beforeAll(async () => {
    server = await start(cipher);
    const own = await generateKeyPair();
    const { result } = await server.call(undefined, transportSecurityApi.config, { publicKey: own.publicKey });
    expect(result).toMatchObject({ needEncDec: true, cipher, dataIV: null, expiresInS: 86_400 });
    channel = await openChannel(await deriveSecret(own.privateKey, result.dataSecret ?? ''), cipher);
    ticket = result.ticket ?? '';
  });
  afterAll(() => server.close());

  const body = JSON.stringify({ word: 'Grüße 你好', more: { a: 1 } });
  let last = 0;
  const aboutNow = (change: Partial<CipherContext> = {}): CipherContext => ({
    direction: 'request',
    method: 'POST',
    url: '/jeecg-boot/test/echo',
    timestamp: String((last = Math.max(Date.now(), last + 1))),
    ...change,
  });
  const post = (encData: string, about: CipherContext, key = ticket) =>
    server.fetch(viewer, '/test/echo', {
      method: 'POST',
      body: JSON.stringify({ encData }),
      headers: {
        'content-type': 'application/json',
        'x-timestamp': about.timestamp,
        'x-sign': signOf({ path: '/test/echo', query: {}, body }, SECRET),
        [KEY_HEADER]: key,
      },
    });
  const readSealed = async (response: Response, about: CipherContext) => {
    expect(response.headers.get(SEALED_HEADER)).toBe('1');
    const { encData, ...rest } = (await response.json()) as { encData: string };
    expect(rest).toEqual({});
    return JSON.parse((await channel.open(encData, { ...about, direction: 'response' }))?.text ?? 'null') as Record<string, unknown>;
  };

  test('go both ways, signature and all', async () => {
    const about = aboutNow();
    const answer = await readSealed(await post(await channel.seal(body, about), about), about);
    expect(answer).toMatchObject({ success: true, result: { word: 'Grüße 你好', more: { a: 1 } } });
    expect(await channel.open(await channel.seal('x', about), { ...about, timestamp: '1' })).toBeUndefined();
  });

  test('each is said once: a repeat, another address, method, time or a changed byte are one and the same no', async () => {
    const about = aboutNow();
    const sealed = await channel.seal(body, about);
    const no = { success: false, refusal: 'encryptionBad', code: 400 };
    expect(await readSealed(await post(sealed, about), about)).toMatchObject({ success: true });
    expect(await readSealed(await post(sealed, about), about)).toMatchObject(no);
    const messages = new Set<unknown>();
    for (const wrong of [
      aboutNow({ url: '/jeecg-boot/test/other' }),
      aboutNow({ method: 'PUT' }),
      aboutNow({ direction: 'response' }),
      aboutNow({ timestamp: '1' }),
    ]) {
      const at = { ...aboutNow(), timestamp: aboutNow().timestamp };
      const answer = await readSealed(await post(await channel.seal(body, wrong), at), at);
      expect(answer).toMatchObject(no);
      messages.add(answer['message']);
    }
    const bytes = fromBase64(await channel.seal(body, about));
    for (const index of [0, 14, 20, bytes.length - 1]) {
      const changed = Uint8Array.from(bytes, (byte, at) => (at === index ? byte ^ 1 : byte));
      const answer = await readSealed(await post(toBase64(changed), about), about);
      expect(answer).toMatchObject(no);
      messages.add(answer['message']);
    }
    for (const short of ['', 'AAAA', '*']) messages.add((await readSealed(await post(short, about), about))['message']);
    expect([...messages]).toHaveLength(1);
  });

  test('a stamp from outside the window is refused though everything else fits', async () => {
    for (const ms of [-STAMP_WINDOW_MS - 10_000, STAMP_WINDOW_MS + 10_000]) {
      const about = aboutNow({ timestamp: String(Date.now() + ms) });
      expect(await readSealed(await post(await channel.seal(body, about), about), about)).toMatchObject({ refusal: 'encryptionBad' });
    }
  });

  test('a plain body, a forged ticket and one of another deployment are refused, and the client is told to agree anew', async () => {
    const plain = await server.call(viewer, echoApi.echo, { word: 'x', more: {} });
    expect([plain.status, (plain as { refusal?: string }).refusal]).toEqual([400, 'encryptionNeeded']);
    const about = aboutNow();
    const foreign = createSecrets([randomBytes(32)]).seal('{}', { purpose: 'body key', row: 'ticket' });
    for (const key of ['nonsense', `${ticket}x`, foreign])
      expect(await outcome(await post(await channel.seal(body, about), about, key))).toEqual([400, false, 'encryptionKey']);
    expect((await server.call(undefined, transportSecurityApi.config, { publicKey: toBase64(new Uint8Array(65)) })).status).toBe(400);
  });

  test('an answer that is sent while it is read is hidden too', async () => {
    const about = aboutNow({ method: 'GET', url: '/jeecg-boot/test/rows' });
    const response = await server.fetch(viewer, '/test/rows', { headers: { 'x-timestamp': about.timestamp, [KEY_HEADER]: ticket } });
    const { result } = await readSealed(response, about);
    expect(result).toEqual(Array.from({ length: 20_000 }, (_unused, at) => ({ at })));
  });

  test('a read has no body to hide; its answer is hidden from whoever lacks the key', async () => {
    const url = '/test/echo?word=x';
    const about = aboutNow({ method: 'GET', url: `/jeecg-boot${url}` });
    const headers = {
      'x-timestamp': about.timestamp,
      [KEY_HEADER]: ticket,
      'x-sign': signOf({ path: '/test/echo', query: { word: 'x' }, body: undefined }, SECRET),
    };
    expect(await readSealed(await server.fetch(viewer, url, { headers }), about)).toMatchObject({ result: { word: 'x' } });
  });
});
