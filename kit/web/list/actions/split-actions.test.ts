import { expect, test } from 'vitest';
import type { RowAction } from './actions.ts';
import { actionsWidth, splitActions } from './split-actions.ts';

const action = (label: string, more: Partial<RowAction> = {}): RowAction => ({
  key: label,
  label,
  allow: '',
  because: undefined,
  danger: false,
  inMenu: false,
  run: () => undefined,
  ...more,
});
const labels = (split: ReturnType<typeof splitActions>) => [split.direct.map(({ label }) => label), split.rest.map(({ label }) => label)];

test('what destroys goes behind "more", unless it would be alone there', () => {
  expect(labels(splitActions([action('edit'), action('delete', { danger: true })], 2))).toEqual([['edit', 'delete'], []]);
  expect(labels(splitActions([action('edit'), action('off', { inMenu: true }), action('delete', { danger: true })], 2))).toEqual([
    ['edit'],
    ['off', 'delete'],
  ]);
  expect(labels(splitActions([action('a'), action('b'), action('c'), action('d')], 2))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('the widest row decides the width', () => {
  const [narrow, wide] = [splitActions([action('编辑')], 2), splitActions([action('编辑'), action('下发费率')], 2)];
  expect(actionsWidth([narrow, wide], '更多')).toBe(actionsWidth([wide], '更多'));
  expect(actionsWidth([wide], '更多')).toBeGreaterThan(actionsWidth([narrow], '更多'));
});
