import type { TableRow } from '../table/rows.ts';

/** What may stand in a number cell while it is typed: a minus, digits, one point. */
export const mayBecomeNumber = (text: string): boolean => /^-?\d*\.?\d*$/.test(text);

/** The number that was typed, or nothing. One with more digits than a double holds stays the text it is. */
export const numberOf = (text: string): number | string | null => {
  const plain = text.trim();
  if (!/\d/.test(plain) || !mayBecomeNumber(plain)) return null;
  return plain.replace(/[-.]/g, '').replace(/^0+/, '').length > DIGITS_MAX ? plain : Number(plain);
};
const DIGITS_MAX = 15;

/** The sum of the whole parts of a column; `-` when something in it is no number. */
export const sumOf = (rows: readonly TableRow[], key: string): string => {
  let sum = 0n;
  let plain = 0;
  for (const { values } of rows) {
    const value = values[key];
    if (typeof value === 'number' && Math.abs(value) < PLAIN_MAX) plain += Math.trunc(value);
    else {
      const whole = wholePart(value);
      if (whole === undefined) return '-';
      sum += whole;
    }
  }
  return String(sum + BigInt(plain));
};

/** A million of these still add up exactly. */
const PLAIN_MAX = 2 ** 32;

/** Nothing counts as none. */
const wholePart = (value: unknown): bigint | undefined => {
  if (value === null || value === undefined || value === '') return 0n;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const found = /^(-?)(\d*)(?:\.\d*)?$/.exec(typeof value === 'number' ? plainDigits(value) : value.trim());
  if (!found || !/\d/.test(found[0])) return undefined;
  return BigInt(`${found[1] ?? ''}${found[2] === '' ? '0' : (found[2] ?? '0')}`);
};

/** Very large and very small doubles write themselves with an exponent. */
const plainDigits = (value: number): string => (Number.isFinite(value) ? String(Math.abs(value) < 1e21 ? Math.trunc(value) : BigInt(value)) : '');
