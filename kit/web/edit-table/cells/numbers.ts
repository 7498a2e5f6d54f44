import type { TableRow } from '../table/rows.ts';

/** What may stand in a number cell while it is typed: a minus, digits, one point. */
export const mayBecomeNumber = (text: string): boolean => /^-?\d*\.?\d*$/.test(text);

/** The number that was typed, or nothing. One with more digits than a double holds stays the text it is. */
export const numberOf = (text: string): number | string | null => {
  const digitsText = text.trim();
  if (!/\d/.test(digitsText) || !mayBecomeNumber(digitsText)) return null;
  return digitsText.replace(/[-.]/g, '').replace(/^0+/, '').length > DIGITS_MAX ? digitsText : Number(digitsText);
};
const DIGITS_MAX = 15;

/** The sum of the whole parts of a column; `-` when something in it is no number. */
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

/** A million of these still add up exactly. */
const PLAIN_MAX = 2 ** 32;

/** Nothing counts as none. */
const wholePart = (value: unknown): bigint | undefined => {
  if (value === null || value === undefined || value === '') return 0n;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = /^(-?)(\d*)(?:\.\d*)?$/.exec(typeof value === 'number' ? plainDigits(value) : value.trim());
  if (!match || !/\d/.test(match[0])) return undefined;
  return BigInt(`${match[1] ?? ''}${match[2] === '' ? '0' : (match[2] ?? '0')}`);
};

/** Very large and very small doubles write themselves with an exponent. */
const plainDigits = (value: number): string => (Number.isFinite(value) ? String(Math.abs(value) < 1e21 ? Math.trunc(value) : BigInt(value)) : '');
