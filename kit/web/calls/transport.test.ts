// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deriveSecret, generateKeyPair, openChannel } from '#kit/cipher/body-cipher.ts';
import { REFUSAL_HEADER, SEALED_HEADER } from '#kit/cipher/headers.ts';
import type { CipherChannel } from '#kit/cipher/body-cipher.ts';
import { download, fileName } from './client.ts';
import { languageStore } from '../language.ts';
import { beginSession, signOutReasonStore, sessionStore } from '../session/session.ts';
import { storageKeys } from '../storage.ts';
import { CallError, headersFor, send, settle, urlOf, uuid, wireHeaders } from './transport.ts';
import { goToSignIn, sessionErrorStore } from '../session/session-errors.ts';
import { forgetSigningInfo, signOf } from './request-signing.ts';

const read = { method: 'GET', path: '/a/list' } as const;
const write = { method: 'POST', path: '/a/add' } as const;
const viewer = { username: 'w', realname: 'W', roleLevel: 100 };
const refusal = (status: number, more: object = {}) => ({ success: false, code: status, message: 'no', result: null, timestamp: 1, ...more });
const caught = (work: () => unknown): CallError => {
  try {
    work();
  } catch (problem) {
    return problem as CallError;
  }
  throw new Error('nothing was thrown');
};

beforeEach(() => {
  languageStore.set('zh_TW');
  beginSession('t1', viewer);
});

test('a read carries the session and no key; a write carries a key', () => {
  expect(headersFor(read, {})).toMatchObject({ 'X-Access-Token': 't1', 'Accept-Language': 'zh-TW', 'tenant-id': '0' });
  expect(headersFor(read, {})).not.toHaveProperty('Idempotency-Key');
  expect(headersFor(write, {})['Idempotency-Key']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(headersFor(write, { idempotencyKey: 'mine' })['Idempotency-Key']).toBe('mine');
  expect(headersFor({ ...read, changes: true }, {})).toHaveProperty('Idempotency-Key');
  expect(uuid()).not.toBe(uuid());
});

test('a query leaves out what is empty and tells a GET apart by its second', () => {
  const url = new URL(urlOf(read, { a: 'x y', b: null, c: '', d: undefined, e: [1, 2], f: 0 }), 'http://here');
  expect(url.pathname).toBe('/jeecg-boot/a/list');
  expect([...url.searchParams.keys()]).toEqual(['a', 'e', 'f', '_t']);
  expect([url.searchParams.get('a'), url.searchParams.get('e'), url.searchParams.get('f')]).toEqual(['x y', '1,2', '0']);
  expect(urlOf({ method: 'GET', path: '/sys/dict/getDictItems/sex' }, {})).toBe('/jeecg-boot/sys/dict/getDictItems/sex');
  expect(urlOf({ method: 'DELETE', path: '/a/delete' }, {})).toBe('/jeecg-boot/a/delete');
  expect(urlOf({ method: 'DELETE', path: '/a/:id/gone' }, { id: 'x/7', why: 'so' })).toBe('/jeecg-boot/a/x%2F7/gone?why=so');
});

test('a success is the envelope, a refusal an error with its fields', () => {
  expect(settle(200, { success: true, code: 200, message: '', result: 7, timestamp: 1 }, 't1').result).toBe(7);
  const problem = caught(() => settle(400, refusal(400, { result: { fields: { price: 'too much', odd: 7 } } }), 't1'));
  expect(problem).toBeInstanceOf(CallError);
  expect([problem.code, problem.message, problem.fields]).toEqual([400, 'no', { price: 'too much' }]);
});

test('what is no envelope is told by its status', () => {
  expect(caught(() => settle(502, undefined, 't1')).message).toContain('502');
});

test('a call whose token another tab has just had changed is made again with the new one', async () => {
  const seen: string[] = [];
  const answer = (status: number, more: object) => new Response(JSON.stringify(refusal(status, more)), { status });
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers?: Record<string, string> }) => {
    const token = headers?.['X-Access-Token'];
    if (token === undefined) return answer(404, {});
    seen.push(token);
    return token === 't1' ? answer(401, { refusal: 'session.rotated' }) : answer(200, { success: true });
  });
  const asked = send(write, {});
  await vi.waitUntil(() => seen.length === 1);
  window.localStorage.setItem(storageKeys.token, JSON.stringify({ token: 't2', until: Date.now() + 1_000 }));
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }));
  expect([(await asked).status, seen, sessionStore.get()?.token]).toEqual([200, ['t1', 't2'], 't2']);
  vi.unstubAllGlobals();
});

describe('troubles', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    sessionErrorStore.set(null);
  });
  afterEach(() => vi.useRealTimers());
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);

  test('ten refusals of one token are one trouble, and the session ends a moment later, once', () => {
    const listener = vi.fn<() => void>();
    const stop = sessionErrorStore.subscribe(listener);
    caught(() => settle(401, refusal(401), 'an-older-token'));
    expect([sessionStore.get()?.token, listener.mock.calls.length]).toEqual(['t1', 0]);
    for (let n = 0; n < 10; n++) caught(() => settle(401, refusal(401), 't1'));
    expect([sessionErrorStore.get()?.kind, listener.mock.calls.length, sessionStore.get()?.token]).toEqual(['signedOut', 1, 't1']);
    window.location.hash = '#/network/station?stationName=x';
    vi.advanceTimersByTime(1_500);
    expect([sessionStore.get(), signOutReasonStore.get(), reload.mock.calls.length]).toEqual([null, 'expired', 1]);
    expect(window.location.hash).toBe(`#/user/login?redirect=${encodeURIComponent('/network/station?stationName=x')}`);
    beginSession('t2', viewer);
    caught(() => settle(401, refusal(401), 't1'));
    expect([sessionStore.get()?.token, signOutReasonStore.get()]).toEqual(['t2', null]);
    stop();
  });

  test('a 500 that means an ended session asks, and ends nothing by itself', () => {
    for (const [token, message] of [
      ['t3', 'Token失效，请重新登录'],
      ['t3a', 'Token已過期，請重新登錄'],
      ['t3b', 'token expired'],
      ['t3c', '认证未通过'],
      ['t3d', '認證未通過'],
      ['t3e', 'Authentication not passed'],
      ['t3f', '登录信息已过期，请重新登录'],
      ['t3g', '登入已過期，請重新登入'],
      ['t4', 'Token is invalid'],
    ] as const) {
      beginSession(token, viewer);
      caught(() => settle(200, { ...refusal(500), message }, token));
      expect([sessionErrorStore.get()?.kind, sessionStore.get()?.token]).toEqual(['expired', token]);
    }
    vi.advanceTimersByTime(60_000);
    expect(sessionStore.get()?.token).toBe('t4');
  });

  test('an act of somebody is told until it is read, time that is over by itself', () => {
    beginSession('t6', viewer);
    caught(() => settle(401, refusal(401, { refusal: 'ended.frozen', message: 'frozen' }), 't6'));
    expect(sessionErrorStore.get()).toMatchObject({ kind: 'ended', message: 'frozen' });
    vi.advanceTimersByTime(60_000);
    expect(sessionStore.get()?.token).toBe('t6');
    goToSignIn();
    expect([sessionStore.get(), signOutReasonStore.get()]).toEqual([null, 'told']);
    beginSession('t7', viewer);
    caught(() => settle(401, refusal(401, { refusal: 'session.idle', message: 'idle' }), 't7'));
    expect(sessionErrorStore.get()).toMatchObject({ kind: 'signedOut', message: 'idle' });
    vi.advanceTimersByTime(1_500);
    expect([sessionStore.get(), signOutReasonStore.get()]).toEqual([null, 'expired']);
  });

  test('a 500 of another kind and an open 403 leave the session alone', () => {
    beginSession('t5', viewer);
    for (const message of [
      'Something went wrong',
      '验证码已过期，请点击刷新',
      '加密密钥已过期，请重试',
      'The verification has expired',
      '请求签名不正确，请刷新页面后重试',
    ])
      caught(() => settle(500, { ...refusal(500), message }, 't5'));
    expect(sessionErrorStore.get()).toBeNull();
    caught(() => settle(403, refusal(403), 't5'));
    expect([sessionErrorStore.get()?.kind, sessionStore.get()?.token]).toEqual(['forbidden', 't5']);
  });
});

test('an answer of something in between is told in words', () => {
  languageStore.set('en_US');
  expect(caught(() => settle(404, undefined, 't1')).message).toBe('Resource not found');
  expect(caught(() => settle(504, undefined, 't1')).message).toBe('The request timed out. Try again in a moment');
});

describe('signing', () => {
  const secret = 'ev-demo-secret';
  test('agrees with the known signatures', () => {
    const signs = [
      signOf({ path: '/x', query: { a: 'x', b: 2, _t: 17 }, body: undefined }, secret),
      signOf({ path: '/x', query: { a: 'y', _t: '17' }, body: '{"b":2,"a":"x"}' }, secret),
      signOf({ path: '/sys/dict/loadDict/sse_station,stationName,stationId', query: { pageNo: '1' }, body: undefined }, secret),
      signOf({ path: '/sys/dict/loadDict/sse_station%2CstationName%2CstationId', query: { pageNo: 1 }, body: undefined }, secret),
    ];
    expect(signs.slice(0, 2)).toEqual(Array(2).fill('9DBE8800D10E5880A1D4AB1E201C67D0'));
    expect(signs.slice(2)).toEqual(Array(2).fill('3240EFF81D4F23ECF1F94ECB62011CA6'));
  });

  test('no two requests of a page carry one stamp, and stamps follow the clock of the server', () => {
    const wire = { signSecret: secret, aheadMs: 3_600_000 };
    const stamps = Array.from({ length: 5 }, () => Number(wireHeaders(wire, '/jeecg-boot/a/list', undefined)['X-TIMESTAMP']));
    expect(new Set(stamps).size).toBe(5);
    expect(Math.abs(Number(stamps[0]) - Date.now() - 3_600_000)).toBeLessThan(1_000);
    expect(wireHeaders({ ...wire, signSecret: null }, '/jeecg-boot/a/list', undefined)).not.toHaveProperty('X-Sign');
  });
});

test('a refused signature leaves the session alone: the browser asks how to sign and calls once more', async () => {
  forgetSigningInfo();
  const seen: (string | undefined)[] = [];
  const secrets = ['old', 'new'];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers?: Record<string, string> }) => {
    if (url.includes('getEncryptedString'))
      return new Response(JSON.stringify({ success: true, timestamp: Date.now(), result: { signSecret: secrets.shift(), expiresInS: 60 } }));
    seen.push(headers?.['X-Sign']);
    if (seen.length > 1) return new Response(JSON.stringify({ success: true, result: 7 }));
    return new Response(JSON.stringify(refusal(500, { refusal: 'badSign' })), { headers: { [REFUSAL_HEADER]: 'badSign' } });
  });
  const answer = await send(write, { a: 1 });
  expect([answer.status, await answer.json(), new Set(seen).size]).toEqual([200, { success: true, result: 7 }, 2]);
  expect(sessionStore.get()?.token).toBe('t1');
  forgetSigningInfo();
  vi.unstubAllGlobals();
});

describe('an export that is answered with JSON', () => {
  const sheet = { ...read, path: '/a/exportXls', allow: 'a', input: {}, output: { form: 'file' } } as const;
  const refused = JSON.stringify({ success: false, code: 500, message: '导出的数据过多', result: null });
  const json = (text: string, more: Record<string, string> = {}) =>
    new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8', ...more } });
  const said = async (answer: (url: string, stamp: string) => Promise<Response> | Response): Promise<unknown> => {
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers?: Record<string, string> } = {}) =>
      url.includes('getEncryptedString') && !url.includes('publicKey')
        ? wireAnswer({ needEncDec: false })
        : answer(url, headers?.['X-TIMESTAMP'] ?? ''),
    );
    return download(sheet, {}).then(
      ({ name }) => `saved ${name}`,
      (problem: CallError) => problem.message,
    );
  };
  const wireAnswer = (more: object) =>
    json(JSON.stringify({ success: true, timestamp: Date.now(), result: { signSecret: null, expiresInS: 60, ...more } }));

  beforeEach(forgetSigningInfo);
  afterEach(() => {
    forgetSigningInfo();
    vi.unstubAllGlobals();
  });

  test('says what the server says, or in the reader’s language that it failed, and saves nothing', async () => {
    expect(await said(() => json(refused))).toBe('导出的数据过多');
    expect(await said(() => json('{"success":true,"message":"Nothing to export"}'))).toBe('Nothing to export');
    for (const [language, failed] of [
      ['zh_CN', '失败'],
      ['zh_TW', '失敗'],
      ['en_US', 'Failed'],
    ] as const) {
      languageStore.set(language);
      for (const mute of ['{"success":false,"message":""}', '{"success":true}', 'null', 'cut off {'])
        expect(await said(() => json(mute))).toBe(failed);
    }
    expect(await said(() => new Response('x', { headers: { 'content-type': 'application/vnd.ms-excel' } }))).toBe('saved exportXls');
  });

  test('says it in the clear where bodies are encrypted; what cannot be opened has failed', async () => {
    const foreign = await generateKeyPair();
    for (const cipher of ['AES-GCM', 'AES-CBC'] as const) {
      forgetSigningInfo();
      let channel: CipherChannel | undefined;
      const sealing = async (url: string, stamp: string, about: string): Promise<Response> => {
        const publicKey = new URL(url, 'http://here').searchParams.get('publicKey');
        if (publicKey !== null) {
          channel = await openChannel(await deriveSecret(foreign.privateKey, publicKey), cipher);
          return wireAnswer({ needEncDec: true, cipher, dataSecret: foreign.publicKey, ticket: 't' });
        }
        const encData = await channel?.seal(refused, { direction: 'response', method: 'GET', url: about || url, timestamp: stamp });
        return json(JSON.stringify({ encData }), { [SEALED_HEADER]: '1' });
      };
      localStorage.setItem(storageKeys.encrypted, JSON.stringify({ needEncDec: true, signSecret: null, aheadMs: 0, untilMs: Date.now() + 60_000 }));
      languageStore.set('en_US');
      expect(await said((url, stamp) => sealing(url, stamp, ''))).toBe('导出的数据过多');
      expect(await said((url, stamp) => sealing(url, stamp, '/of/another/call'))).toBe('Failed');
    }
  });
});

test('a file is called what the server calls it', () => {
  expect(fileName("attachment; filename*=UTF-8''%E7%AB%99%E7%82%B9.xlsx")).toBe('站点.xlsx');
  expect(fileName('attachment; filename="a.txt"')).toBe('a.txt');
  expect(fileName(null)).toBeUndefined();
});
