import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatEnergy, formatPrice, parseAmount, parseEnergy, parsePrice } from './amount.ts';
import { currencies, minorDigits } from './currency.ts';
import { formatDecimal, MAX_DIGITS, parseDecimal } from './decimal.ts';

describe('amounts', () => {
  it.each([
    ['12.30', 'CNY', 1230n],
    ['12.3', 'CNY', 1230n],
    ['12', 'CNY', 1200n],
    ['-0.05', 'EUR', -5n],
    ['0', 'CNY', 0n],
    ['007.10', 'CNY', 710n],
    ['120', 'JPY', 120n],
    ['1.234', 'KWD', 1234n],
    ['12.3000', 'CNY', 1230n],
  ])('%s %s is %s', (text, currency, expected) => {
    expect(parseAmount(text, currency)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['', 'CNY', 'decimal.empty'],
    ['12.', 'CNY', 'decimal.notADecimal'],
    ['.5', 'CNY', 'decimal.notADecimal'],
    ['1e3', 'CNY', 'decimal.notADecimal'],
    ['+1', 'CNY', 'decimal.notADecimal'],
    [' 1', 'CNY', 'decimal.notADecimal'],
    ['1,000', 'CNY', 'decimal.notADecimal'],
    ['1\n', 'CNY', 'decimal.notADecimal'],
    ['NaN', 'CNY', 'decimal.notADecimal'],
    ['١٢', 'CNY', 'decimal.notADecimal'],
    ['12.345', 'CNY', 'decimal.tooPrecise'],
    ['1.5', 'JPY', 'decimal.tooPrecise'],
    ['12345678901234567.00', 'CNY', 'decimal.tooLarge'],
    ['1', 'XXX', 'currency.unknown'],
    ['1', 'cny', 'currency.unknown'],
    ['1', 'constructor', 'currency.unknown'],
  ])('%j %s is refused: %s', (text, currency, refusal) => {
    expect(parseAmount(text, currency)).toEqual({ ok: false, refusal });
  });

  it('formats with the digits of the currency', () => {
    expect(formatAmount(1230n, 'CNY')).toBe('12.30');
    expect(formatAmount(-5n, 'CNY')).toBe('-0.05');
    expect(formatAmount(0n, 'EUR')).toBe('0.00');
    expect(formatAmount(-120n, 'JPY')).toBe('-120');
    expect(formatAmount(7n, 'KWD')).toBe('0.007');
    expect(() => formatAmount(1n, 'XXX')).toThrow(RangeError);
  });

  it('reads back what it wrote, in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (currency, value) => {
        expect(parseAmount(formatAmount(value, currency), currency)).toEqual({ ok: true, value });
      }),
    );
  });

  it('knows what a minor unit is', () => {
    expect([minorDigits('CNY'), minorDigits('EUR'), minorDigits('JPY'), minorDigits('KWD'), minorDigits('ABC')]).toEqual([2, 2, 0, 3, undefined]);
    expect(currencies.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(new Set(currencies).size).toBe(currencies.length);
  });
});

describe('energy, prices and decimals', () => {
  it('has four digits for kWh and five for prices', () => {
    expect(parseEnergy('3.5')).toEqual({ ok: true, value: 35_000n });
    expect(parseEnergy('0.00001')).toEqual({ ok: false, refusal: 'decimal.tooPrecise' });
    expect(formatEnergy(35_001n)).toBe('3.5001');
    expect(parsePrice('0.6')).toEqual({ ok: true, value: 60_000n });
    expect(formatPrice(1n)).toBe('0.00001');
  });

  it('reads back what it wrote, at every scale', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 9 }), (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toEqual({ ok: true, value });
      }),
    );
  });

  it('answers any text at all, and anything it takes is what JavaScript would read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^-?[0-9.]{0,20}$/)), (text) => {
        const parsed = parseDecimal(text, 6);
        const small = parsed.ok && parsed.value < 10n ** 15n && parsed.value > -(10n ** 15n);
        expect(small ? Number(parsed.value) / 1e6 : 0).toBeCloseTo(small ? Number(text) : 0, 6);
      }),
    );
    expect(parseDecimal('9'.repeat(MAX_DIGITS), 0).ok).toBe(true);
    expect(parseDecimal('9'.repeat(100_000), 0)).toEqual({ ok: false, refusal: 'decimal.notADecimal' });
  });
});
