import { expect, test } from 'vitest';
import { say } from './words.ts';

const rows = ['共 {n} 条', '共 {n} 筆', '{n} {n|row|rows}, {m} {m|has|have} errors'] as const;

test('a text of English has the singular for 1 alone, and the other languages know no such forms', () => {
  expect([0, 1, 2, 21, '1', 1n].map((n) => say(rows, 'en_US', { n, m: 1 }))).toEqual(
    ['0 rows', '1 row', '2 rows', '21 rows', '1 row', '1 row'].map((text) => `${text}, 1 has errors`),
  );
  expect(say(rows, 'zh_CN', { n: 1 })).toBe('共 1 条');
});

test('what is not given stays visible', () => expect(say(rows, 'en_US', { m: 2 })).toBe('{n} {n|row|rows}, 2 have errors'));
