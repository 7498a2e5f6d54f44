// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { currencySymbol, formatInstant, formatSpan, groupDigits } from './format.ts';

test('amounts keep every digit', () => {
  expect(groupDigits('12345678901234567.89')).toBe('12,345,678,901,234,567.89');
  expect(groupDigits('-1234.50')).toBe('−1,234.50');
  expect(groupDigits('999')).toBe('999');
  expect(groupDigits('n/a')).toBe('n/a');
});

test('an instant is told in the zone it is asked for, across a change of clocks', () => {
  expect(formatInstant('2026-03-29T00:59:59.000Z', 'Europe/Berlin')).toBe('2026-03-29 01:59:59');
  expect(formatInstant('2026-03-29T01:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29 03:00:00');
  expect(formatInstant('2026-01-01T16:00:00.000Z', 'Asia/Shanghai')).toBe('2026-01-02 00:00:00');
  expect(formatInstant('2026-01-01T16:00:00.000Z', 'No/Where')).toBe('2026-01-01 16:00:00');
  expect(formatInstant('soon', 'UTC')).toBe('soon');
});

test('a currency has its sign', () => {
  expect(currencySymbol('CNY', 'zh_CN')).toBe('¥');
  expect(currencySymbol('XXX-no', 'en_US')).toBe('XXX-no');
});

test('a span reads like a clock', () => {
  expect(formatSpan(59)).toBe('00:59');
  expect(formatSpan(3_723.9)).toBe('1:02:03');
});
