import { expect, test } from 'vitest';
import { randomCode } from './random-code.ts';

test('a code has its length, and only letters that cannot be confused', () => {
  for (const length of [1, 10, 20, 4_096]) expect(randomCode(length)).toMatch(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${length}}$`, 'u'));
});

test('no code comes twice, and all letters occur at every place', () => {
  const codes = Array.from({ length: 5_000 }, () => randomCode(20));
  expect(new Set(codes).size).toBe(codes.length);
  for (let place = 0; place < 20; place++) expect(new Set(codes.map((code) => code.charAt(place))).size).toBe(32);
});
