import type { TableRow } from '../table/rows.ts';

/** Text that may become a number while it is typed: a minus sign, digits and one point. */
export const mayBecomeNumber = (text: string): boolean => /^-?\d*\.?\d*$/.test(text);

/** The typed number, or null. A number with more digits than a double stays text. */
export const numberOf = (text: string): number | string | null => {
  const digitsText = text.trim();
  if (!/\d/.test(digitsText) || !mayBecomeNumber(digitsText)) return null;
  return digitsText.replace(/[-.]/g, '').replace(/^0+/, '').length > DIGITS_MAX ? digitsText : Number(digitsText);
};
const DIGITS_MAX = 15;

/** The sum of the integer parts of a column, or `-` when a value is no number. */
export const sumOf = (rows: readonly TableRow[], key: string): string => {
  let sum = 0n;
  let digitsText = 0;
  for (const { values } of rows) {
    const value = values[key];
    if (typeof value === 'number' && Math.abs(value) < PLAIN_MAX) digitsText += Math.trunc(value);
    else {
      const wholeNumber = wholePart(value);
      if (wholeNumber === undefined) return '-';
      sum += wholeNumber;
    }
  }
  return String(sum + BigInt(digitsText));
};

/** A million numbers of this size still have an exact sum. */
const PLAIN_MAX = 2 ** 32;

/** An empty value counts as zero. */
const wholePart = (value: unknown): bigint | undefined => {
  if (value === null || value === undefined || value === '') return 0n;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = /^(-?)(\d*)(?:\.\d*)?$/.exec(typeof value === 'number' ? plainDigits(value) : value.trim());
  if (!match || !/\d/.test(match[0])) return undefined;
  return BigInt(`${match[1] ?? ''}${match[2] === '' ? '0' : (match[2] ?? '0')}`);
};

/** Very large and very small doubles are printed with an exponent. */
const plainDigits = (value: number): string => (Number.isFinite(value) ? String(Math.abs(value) < 1e21 ? Math.trunc(value) : BigInt(value)) : '');
