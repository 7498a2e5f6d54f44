import { done, refused, type Outcome } from './outcome.ts';

/** More digits than any amount, meter or price has, and few enough for int8. */
export const MAX_DIGITS = 18;

export type DecimalRefusal = 'decimal.empty' | 'decimal.notADecimal' | 'decimal.tooPrecise' | 'decimal.tooLarge';

/**
 * Parses a decimal text to an integer of 10^-scale: `parseDecimal('12.3', 2)` is 1230n. Allowed are ASCII digits with an optional minus and point; no
 * exponent, plus sign, grouping or spaces. Digits beyond the scale must be zero, because nothing is rounded.
 */
export const parseDecimal = (text: string, scale: number): Outcome<bigint, DecimalRefusal> => {
  if (text === '') return refused('decimal.empty');
  const match = SHAPE.exec(text);
  if (!match) return refused('decimal.notADecimal');
  const [, sign, whole = '', fraction = ''] = match;
  const keptFraction = fraction.slice(0, scale);
  if (SOME_DIGIT.test(fraction.slice(scale))) return refused('decimal.tooPrecise');
  const digits = whole.replace(LEADING_ZEROS, '') + keptFraction.padEnd(scale, '0');
  if (digits.length > MAX_DIGITS) return refused('decimal.tooLarge');
  const size = BigInt(digits);
  return done(sign === '-' ? -size : size);
};

/** The decimal text of an integer of 10^-scale, with exactly `scale` digits after the point: `formatDecimal(-5n, 2)` is '-0.05'. */
export const formatDecimal = (value: bigint, scale: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

// The bound limits the time that a hostile text takes.
const SHAPE = /^(-?)([0-9]{1,40})(?:\.([0-9]{1,40}))?$/;
const SOME_DIGIT = /[1-9]/;
const LEADING_ZEROS = /^0+(?=[0-9])/;
