import { expect, test } from 'vitest';
import { divideRefund, REFUND_WINDOW_MS, refundableCents } from './wallet-refund.ts';
import type { WalletPayment } from './wallet-refund.ts';

const NOW = 1_800_000_000_000;
const payment = (id: string, ageMs: number, more: Partial<WalletPayment> = {}): WalletPayment => ({
  id,
  kind: 'wechat',
  paidMs: NOW - ageMs,
  paidCents: 5_000n,
  refundedCents: 0n,
  isRefundOpen: false,
  ...more,
});
/** A generator whose numbers repeat with the seed. */
const randomOf = (seed: number) => {
  const state = { value: seed };
  return (below: number): number => {
    state.value = (Math.imul(state.value, 1_664_525) + 1_013_904_223) >>> 0;
    return state.value % below;
  };
};

test('the newest payments take it back first; old ones, and those whose refund is open, take nothing', () => {
  const payments = [
    payment('1', 3_000),
    payment('2', 2_000, { isRefundOpen: true, refundedCents: 100n }),
    payment('3', 1_000, { refundedCents: 4_000n }),
    payment('4', REFUND_WINDOW_MS.wechat + 1),
    payment('5', REFUND_WINDOW_MS.stripe + 1, { kind: 'stripe' }),
  ];
  expect(refundableCents(payments, { availableCents: 9_999n, nowMs: NOW })).toBe(6_000n);
  expect(refundableCents(payments, { availableCents: 250n, nowMs: NOW })).toBe(250n);
  expect(refundableCents(payments, { availableCents: -1n, nowMs: NOW })).toBe(0n);
  expect(divideRefund(payments, { amountCents: 1_500n, nowMs: NOW })).toEqual([
    { id: '3', amountCents: 1_000n },
    { id: '1', amountCents: 500n },
  ]);
  expect(divideRefund(payments, { amountCents: 6_001n, nowMs: NOW })).toBeUndefined();
});

test('for random wallets, the parts make the amount, no payment gives more than it has, and no newer one is left over', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = randomOf(seed);
    const payments = Array.from({ length: random(6) }, (_none, index) => {
      const paidCents = BigInt(1 + random(10_000));
      return payment(String(index + 1), random(1_000), {
        paidCents,
        refundedCents: BigInt(random(Number(paidCents) + 1)),
        isRefundOpen: random(4) === 0,
      });
    });
    const most = refundableCents(payments, { availableCents: 10n ** 9n, nowMs: NOW });
    const amountCents = BigInt(random(Number(most) + 1));
    const parts = divideRefund(payments, { amountCents, nowMs: NOW }) ?? [];
    expect(parts.reduce((sum, part) => sum + part.amountCents, 0n)).toBe(amountCents);
    const taken = new Map(parts.map((part) => [part.id, part.amountCents]));
    const restOf = ({ id, paidCents, refundedCents, isRefundOpen }: WalletPayment): bigint =>
      (isRefundOpen ? 0n : paidCents - refundedCents) - (taken.get(id) ?? 0n);
    expect(payments.every((each) => restOf(each) >= 0n)).toBe(true);
    const oldestTaken = Math.min(...payments.filter(({ id }) => taken.has(id)).map(({ paidMs }) => paidMs));
    expect(payments.filter(({ paidMs }) => paidMs > oldestTaken).every((each) => restOf(each) === 0n)).toBe(true);
    expect(divideRefund(payments, { amountCents: most + 1n, nowMs: NOW })).toBeUndefined();
  }
});
