import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, EncodeError, fromHex, Reader, toHex, Writer } from './bytes.ts';
import { arr, asText, list, tlv } from './composite.ts';
import { crc16 } from './crc16.ts';
import type { Kind } from './kind.ts';
import { bcd, bits, code, decimalText, parseDecimal, u } from './number.ts';
import { seededRng } from './random.ts';
import { table } from './table.ts';
import { ascii, fitUtf8, hex, tail, text, utf8 } from './text.ts';

const write = <V>(kind: Kind<V>, value: V): string => {
  const writer = new Writer(1);
  kind.put(writer, value);
  return toHex(writer.done());
};
const read = <V>(kind: Kind<V>, bytes: string): V => kind.get(new Reader(fromHex(bytes)));

describe('numbers', () => {
  it('are integers of the last digit', () => {
    expect(read(u(2, { scale: 1, offset: -1000 }), 'BF2B')).toBe(1199);
    expect(u(2, { scale: 1, offset: -1000 }).text(1199)).toBe('119.9');
    expect(u(2, { scale: 1, offset: -1000 }).text(-5)).toBe('-0.5');
    expect(write(u(2, { scale: 1, offset: -1000 }), -10_000)).toBe('0000');
    expect(read(u(5, { scale: 4 }), 'FFFFFFFFFF')).toBe(2 ** 40 - 1);
  });

  it.each([
    [u(1), 256],
    [u(1), -1],
    [u(2, { offset: -50 }), -51],
    [u(4), 0.5],
    [u(4), Number.NaN],
    [u(6), 2 ** 48],
  ])('refuse what does not fit (%#)', (kind, value) => {
    expect(() => write(kind, value)).toThrow(EncodeError);
  });

  it('parse the text they print, and refuse to lose a digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (value, scale) => {
        expect(parseDecimal(decimalText(value, scale), scale)).toBe(value);
      }),
    );
    expect(parseDecimal('14.2', 4)).toBe(142_000);
    expect(parseDecimal('14.20000', 4)).toBe(142_000);
    for (const wrong of ['14.20001', '', '1e3', ' 1', '0x10', '9007199254740993', '.5']) expect(() => parseDecimal(wrong, 4)).toThrow(EncodeError);
  });

  it('print codes, and keep those nobody knows', () => {
    const set = { id: 'x', names: { 0: 'fine' }, ranges: [[3, 5]] as const };
    expect([0, 4, 6].map((value) => code(set).text(value))).toEqual(['fine (0)', 'code (4)', 'unknown (6)']);
    expect([0, 4, 6].map((value) => code(set).parse(code(set).text(value)))).toEqual([0, 4, 6]);
    expect(read(code(set), '06')).toBe(6);
    expect(bits(2).text(0b1001)).toBe('bits 0 3');
    expect(bits(4).parse(bits(4).text(2 ** 31 + 1))).toBe(2 ** 31 + 1);
    expect(read(bcd(2), '0015')).toBe('0015');
    expect(() => read(bcd(2), '00A5')).toThrow(DecodeError);
  });
});

describe('texts', () => {
  it('read what makers pad with, and never fail on a strange character', () => {
    expect(read(ascii(4), '41420000')).toBe('AB');
    expect(read(ascii(4), '4142FFFF')).toBe('AB');
    expect(read(ascii(4), '41074243')).toBe('A?BC');
    expect(read(text(1, 3), '03410042')).toBe('A\uFFFDB');
  });
  it('write nothing but what can be read back', () => {
    for (const wrong of ['ABCDE', 'Ä', 'A\0', 'A\n']) expect(() => write(ascii(4), wrong)).toThrow(EncodeError);
    expect(() => write(utf8(4), '充电')).toThrow(EncodeError);
    expect(write(utf8(4), '充')).toBe('E5858500');
    expect(() => write(text(1, 3), 'abcd')).toThrow(EncodeError);
    expect(() => write(hex(2), 'AABBCC')).toThrow(EncodeError);
    expect(() => write(hex(1), 'zz')).toThrow(EncodeError);
  });
  it('shorten between characters', () => {
    expect(fitUtf8('a充电', 4)).toBe('a充');
    expect(fitUtf8('a😀', 4)).toBe('a');
  });
});

describe('composites', () => {
  const numbers = table({ a: u(1), b: list(u(2)), c: tail(10) });
  it('nest and keep their order', () => {
    expect(toHex(numbers.encode({ a: 7, b: [1, 2], c: 'xy' }))).toBe('0702010002007879');
    expect(numbers.decode(fromHex('0702010002007879'))).toEqual({ a: 7, b: [1, 2], c: 'xy' });
    expect(() => numbers.decode(fromHex('07FF0100'))).toThrow(DecodeError);
    expect(() => arr(2, u(1)).put(new Writer(), [1])).toThrow(EncodeError);
    expect(() => list(u(1), 1).put(new Writer(), [1, 2])).toThrow(EncodeError);
  });
  it('name the field that does not fit', () => {
    expect(() => numbers.encode({ a: 300, b: [], c: '' })).toThrow(/^a: /);
  });
  it('carry tagged values as texts, strangers as hex', () => {
    const params = tlv({ 3: asText(u(2, { scale: 1 })) });
    expect(write(params, { tag: 3, value: '12.5' })).toBe('03027D00');
    expect(read(params, '03027D00')).toEqual({ tag: 3, value: '12.5' });
    expect(read(params, '0903ABCDEF')).toEqual({ tag: 9, value: 'ABCDEF' });
    expect(read(params, '030101')).toEqual({ tag: 3, value: '01' });
    expect(() => write(params, { tag: 9, value: '1' })).toThrow(EncodeError);
  });
});

it('knows CRC-16/MODBUS', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37);
});

it('repeats a seeded stream and spreads over the unit interval', () => {
  const [a, b] = [seededRng(7), seededRng(7)];
  const values = Array.from({ length: 10_000 }, () => a());
  expect(values.every((value) => value === b() && value >= 0 && value < 1)).toBe(true);
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
});
