import { expect, test } from 'vitest';
import { decimal } from './field.ts';
import { parse } from './parse.ts';

test('the bounds of a decimal may have decimals themselves', () => {
  const power = decimal({ scale: 1, min: 0.1, max: 350.5 });
  expect(['0', '0.1', '350.5', '350.6'].map((raw) => parse(power, raw))).toEqual([
    { ok: false, problem: { code: 'tooSmall', args: { min: 0.1 } } },
    { ok: true, value: 1n },
    { ok: true, value: 3505n },
    { ok: false, problem: { code: 'tooLarge', args: { max: 350.5 } } },
  ]);
});

test('a whole bound beyond what a number holds exactly is exact', () => {
  const energy = decimal({ scale: 4, max: 900_000_000_000_000 });
  expect(parse(energy, '900000000000000.0001').ok).toBe(false);
  expect(parse(energy, '900000000000000').ok).toBe(true);
});
