import { expect, test } from 'vitest';
import { DICT_CACHE_MS, decodeDictCache, encodeDictCache } from './dict-cache.rules.ts';

const items = { sex: [{ value: '1', text: 'Male', title: 'Male', label: 'Male', color: null }] };
const cached = { owner: 'me/0/en_US', version: 'v1', items };
const query = { owner: 'me/0/en_US', nowMs: 1_000 };

test('dictionaries are kept for seven days, for their owner and language', () => {
  const text = encodeDictCache(cached, query.nowMs);
  expect(decodeDictCache(text, query)).toEqual(cached);
  expect(decodeDictCache(text, { ...query, nowMs: query.nowMs + DICT_CACHE_MS - 1 })).toEqual(cached);
  expect(decodeDictCache(text, { ...query, nowMs: query.nowMs + DICT_CACHE_MS })).toBeUndefined();
  expect(decodeDictCache(text, { ...query, owner: 'you/0/en_US' })).toBeUndefined();
  expect(DICT_CACHE_MS).toBe(7 * 24 * 3_600_000);
});

test('what is no dictionary is nothing', () => {
  const until = query.nowMs + 1;
  const bad = ['{', '[]', '"x"', 'null', '{}'];
  const wrong = [
    { items: [] },
    { items: { sex: [{ value: 1, text: 'x' }] } },
    { items: { sex: 'x' } },
    { version: 7 },
    { untilMs: '9' },
    { untilMs: 9e15 },
  ];
  for (const text of [...bad, ...wrong.map((part) => JSON.stringify({ ...cached, untilMs: until, ...part }))])
    expect(decodeDictCache(text, query), text).toBeUndefined();
  expect(decodeDictCache(null, query)).toBeUndefined();
});
