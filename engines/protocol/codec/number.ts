import { DecodeError, EncodeError } from './bytes.ts';
import { pick, type CodeSet, type ScalarKind } from './kind.ts';

interface ScaledNumber {
  /** Digits after the decimal point: the value is an integer of 10^-scale of the unit. */
  readonly scale?: number;
  /** The value of the raw number 0, in whole units. */
  readonly offset?: number;
  readonly unit?: string;
}

/**
 * Unsigned little-endian integer of 1 to 6 bytes. The value is a safe integer in 10^-scale units (398.6 V with scale 1 is
 * 3986), so no float appears anywhere; its text has exactly `scale` decimals.
 */
export const u = (size: number, { scale = 0, offset = 0, unit }: ScaledNumber = {}): ScalarKind<number> => {
  const shift = offset * 10 ** scale;
  const max = 256 ** size - 1;
  return {
    minSize: size,
    maxSize: size,
    get: (reader) => reader.uint(size) + shift,
    put: (writer, value) => writer.uint(value - shift, size),
    sample: (rng) => shift + (rng() < 0.1 ? max : pick(rng, 0, max)),
    text: (value) => decimalText(value, scale),
    parse: (text) => parseDecimal(text, scale),
    ...(unit === undefined ? {} : { unit }),
  };
};

/** Seconds since 1970 in UTC, 4 bytes. */
export const instant = (): ScalarKind<number> => u(4, { unit: 's UTC' });

/** A code of one of the protocol's tables. An unknown value is decoded, never refused. */
export const code = (set: CodeSet): ScalarKind<number> => ({
  ...u(1),
  codes: set,
  sample: (rng) => {
    const known = knownCodes(set);
    return known[pick(rng, 0, known.length - 1)] ?? 0;
  },
  text: (value) => codeText(set, value),
  parse: (text) => parseDecimal(/^unknown \((\d+)\)$/.exec(text)?.[1] ?? /\((\d+)\)$/.exec(text)?.[1] ?? text, 0),
});

/** Numbered bits; the text lists those that are set. */
export const bits = (size: number): ScalarKind<number> => ({
  ...u(size),
  text: (value) => {
    const set = Array.from({ length: size * 8 }, (_, bit) => bit).filter((bit) => Math.floor(value / 2 ** bit) % 2 === 1);
    return set.length === 0 ? 'none' : `bits ${set.join(' ')}`;
  },
  parse: (text) =>
    text === 'none'
      ? 0
      : text
          .replace('bits ', '')
          .split(' ')
          .reduce((sum, bit) => sum + 2 ** parseDecimal(bit, 0), 0),
});

/** Packed decimal digits, two in a byte, as printed: 00 15 is `0015`. */
export const bcd = (size: number): ScalarKind<string> => ({
  minSize: size,
  maxSize: size,
  get: (reader) => {
    const digits = Array.from(reader.take(size), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!/^\d+$/.test(digits)) throw new DecodeError(`not packed decimals: ${digits}`);
    return digits;
  },
  put: (writer, value) => {
    if (value.length !== size * 2 || !/^\d+$/.test(value)) throw new EncodeError(`${value} is not ${size * 2} decimal digits`);
    for (let i = 0; i < value.length; i += 2) writer.uint(Number.parseInt(value.slice(i, i + 2), 16), 1);
  },
  sample: (rng) => Array.from({ length: size * 2 }, () => pick(rng, 0, 9)).join(''),
  text: (value) => value,
  parse: (text) => text,
});

/** Every valid value of a code table. */
export const knownCodes = (set: CodeSet): readonly number[] => [
  ...Object.keys(set.names).map(Number),
  ...(set.ranges ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
];

/** `name (n)`, or `code (n)` inside a range without names, or `unknown (n)`. */
const codeText = (set: CodeSet, value: number): string => {
  const name = set.names[value];
  if (name !== undefined) return `${name} (${value})`;
  const known = set.ranges?.some(([from, to]) => from <= value && value <= to) ?? false;
  return known ? `code (${value})` : `unknown (${value})`;
};

/** 142031 with scale 4 is `14.2031`. */
export const decimalText = (value: number, scale: number): string => {
  if (scale === 0) return String(value);
  const digits = String(Math.abs(value)).padStart(scale + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** `14.2` with scale 4 is 142000. Throws `EncodeError` for more decimals than the scale has, or a number beyond 2^53. */
export const parseDecimal = (text: string, scale: number): number => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new EncodeError(`${text} is not a decimal number`);
  const [, sign, whole = '', fraction = ''] = match;
  const digits = fraction.slice(0, scale).padEnd(scale, '0');
  if (/[1-9]/.test(fraction.slice(scale))) throw new EncodeError(`${text} has more than ${scale} decimals`);
  const value = Number(whole + digits) * (sign === '-' ? -1 : 1);
  if (!Number.isSafeInteger(value)) throw new EncodeError(`${text} is too big`);
  return value === 0 ? 0 : value;
};
