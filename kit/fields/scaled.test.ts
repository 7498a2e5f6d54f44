import { expect, test } from 'vitest';
import { formatScaled, parseScaled } from './scaled.ts';

test.each([
  ['12', 1_200n],
  ['-0.5', -50n],
  [' 1234.50 ', 123_450n],
  ['1.230', 123n],
  ['0', 0n],
  ['1.234', 'tooPrecise'],
  // A thousand in some countries, one in others.
  ['1,000', 'notNumber'],
  ['1,234.50', 'notNumber'],
  ['1.000,50', 'notNumber'],
  ['1e3', 'notNumber'],
  ['.5', 'notNumber'],
  ['', 'notNumber'],
])('%j is %s hundredths', (text, value) => expect(parseScaled(text, 2)).toBe(value));

test('what is written is read again', () => {
  for (const value of [0n, 1n, -1n, 99n, -12_345n, 10n ** 17n]) expect(parseScaled(formatScaled(value, 3), 3)).toBe(value);
});
