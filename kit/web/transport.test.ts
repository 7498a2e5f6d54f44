// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { fileName } from './client.ts';
import { languageStore } from './language.ts';
import { beginSession, endingStore, sessionStore } from './session.ts';
import { CallError, headersFor, settle, urlOf, uuid } from './transport.ts';

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
  expect(urlOf({ method: 'DELETE', path: '/a/delete' }, {})).toBe('/jeecg-boot/a/delete');
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

test('a refused token ends its own session once, and no other', () => {
  caught(() => settle(401, refusal(401), 'an-older-token'));
  expect(sessionStore.get()?.token).toBe('t1');
  caught(() => settle(401, refusal(401), 't1'));
  expect([sessionStore.get(), endingStore.get()]).toEqual([null, 'expired']);
  beginSession('t2', viewer);
  caught(() => settle(401, refusal(401), 't1'));
  expect(sessionStore.get()?.token).toBe('t2');
});

test('a file is called what the server calls it', () => {
  expect(fileName("attachment; filename*=UTF-8''%E7%AB%99%E7%82%B9.xlsx")).toBe('站点.xlsx');
  expect(fileName('attachment; filename="a.txt"')).toBe('a.txt');
  expect(fileName(null)).toBeUndefined();
});
