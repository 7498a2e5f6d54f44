import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSolution, isSolution, sha256Words } from './puzzle.ts';

const hexOf = (text: string): string => Array.from(sha256Words(text), (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

test('the digest is the one of another implementation, for every length around the blocks and for other letters', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'ab键é'.repeat(50).slice(0, length);
    expect(hexOf(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

test('a solution begins with the wanted zero bits, holds for this number only, and takes about the wanted work', () => {
  const puzzle = { puzzle: 'p1', bits: 10, phone: '13900000001' };
  const nonce = findSolution(puzzle, { from: 0, to: 2 ** 15 }) ?? -1;
  expect(nonce).toBeGreaterThanOrEqual(0);
  const digest = createHash('sha256').update(`p1.13900000001.${nonce}`).digest();
  expect(digest.readUInt32BE(0)).toBeLessThan(2 ** 22);
  expect(isSolution(puzzle, nonce)).toBe(true);
  const found = Array.from({ length: 2_000 }, (_none, index) => isSolution({ ...puzzle, phone: '13900000002' }, index)).filter(Boolean).length;
  expect(found).toBeLessThan(20);
  expect(findSolution(puzzle, { from: 0, to: nonce })).toBeUndefined();
});
