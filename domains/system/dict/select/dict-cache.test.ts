import { expect, test } from 'vitest';
import { KEPT_MS, readKept, writeKept } from './dict-cache.rules.ts';

const items = { sex: [{ value: '1', text: 'Male', title: 'Male', label: 'Male', color: null }] };
const kept = { owner: 'me/0/en_US', version: 'v1', items };
const asked = { owner: 'me/0/en_US', nowMs: 1_000 };

test('dictionaries are kept for seven days, for their owner and language', () => {
  const text = writeKept(kept, asked.nowMs);
  expect(readKept(text, asked)).toEqual(kept);
  expect(readKept(text, { ...asked, nowMs: asked.nowMs + KEPT_MS - 1 })).toEqual(kept);
  expect(readKept(text, { ...asked, nowMs: asked.nowMs + KEPT_MS })).toBeUndefined();
  expect(readKept(text, { ...asked, owner: 'you/0/en_US' })).toBeUndefined();
  expect(KEPT_MS).toBe(7 * 24 * 3_600_000);
});

test('what is no dictionary is nothing', () => {
  const until = asked.nowMs + 1;
  const bad = ['{', '[]', '"x"', 'null', '{}'];
  const wrong = [
    { items: [] },
    { items: { sex: [{ value: 1, text: 'x' }] } },
    { items: { sex: 'x' } },
    { version: 7 },
    { untilMs: '9' },
    { untilMs: 9e15 },
  ];
  for (const text of [...bad, ...wrong.map((part) => JSON.stringify({ ...kept, untilMs: until, ...part }))])
    expect(readKept(text, asked), text).toBeUndefined();
  expect(readKept(null, asked)).toBeUndefined();
});
