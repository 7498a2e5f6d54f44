import { expect, test } from 'vitest';
import { commentStatus, isPublishedAtOnce, judgeText, mayMove, needsReason, stationTenths } from './comment.ts';

const { pending, published, rejected, hidden } = commentStatus;

test('a comment moves along five ways, and two of them need a reason', () => {
  const states = [pending, published, rejected, hidden];
  const ways = states.flatMap((from) => states.filter((to) => mayMove(from, to)).map((to) => `${from}${to}`));
  expect(ways).toEqual(['01', '02', '13', '21', '31']);
  expect(states.filter(needsReason)).toEqual([rejected, hidden]);
});

test('a blocked word is found in any width and case, and with anything between its letters', () => {
  const words = ['诈骗', 'Scam', '  '];
  const verdictOf = (text: string) => judgeText(text, { words, isRepeated: false });
  for (const text of ['这里是诈 骗！', '诈*骗', 'total ＳＣＡＭ', 's.c.a.m', 'S C\u200BA M'])
    expect([text, verdictOf(text).verdict]).toEqual([text, 'block']);
  expect(verdictOf('诈-骗').found).toEqual(['诈骗']);
  expect(verdictOf('充得很快')).toEqual({ verdict: 'pass', found: [] });
});

test('links, phone numbers and repeated texts wait for a person', () => {
  const foundIn = (text: string, isRepeated = false) => judgeText(text, { words: [], isRepeated }).found;
  expect(foundIn('see www.example.org')).toEqual(['link']);
  expect(foundIn('see ｅｘａｍｐｌｅ．ｃｏｍ')).toEqual(['link']);
  expect(foundIn('call 138-0013 8000')).toEqual(['phone']);
  expect(foundIn('the same', true)).toEqual(['repeated']);
  expect(foundIn('12 kWh in 30 min for 18.50, at 7.15')).toEqual([]);
});

test('at once only with a clean text, three stars and three orders', () => {
  expect(isPublishedAtOnce({ verdict: 'pass', score: 3, orders: 3 })).toBe(true);
  for (const less of [{ verdict: 'review' as const }, { score: 2 }, { orders: 2 }])
    expect(isPublishedAtOnce({ verdict: 'pass', score: 3, orders: 3, ...less })).toBe(false);
});

test('the mean of a station is pulled towards that of its network, and shown from five comments on', () => {
  const network = { count: 100, stars: 400 };
  expect(stationTenths({ count: 4, stars: 20 }, network)).toBeNull();
  // (25 + 5 × 4) / 10
  expect(stationTenths({ count: 5, stars: 25 }, network)).toBe(45);
  expect(stationTenths({ count: 95, stars: 95 }, network)).toBe(12);
  for (let count = 5; count < 60; count += 1) {
    const tenths = stationTenths({ count, stars: count * 5 }, network) ?? 0;
    expect(tenths).toBeGreaterThanOrEqual(40);
    expect(tenths).toBeLessThanOrEqual(50);
  }
});
