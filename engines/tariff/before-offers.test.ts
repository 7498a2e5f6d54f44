import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, energyDwh } from '#engines/money/units.ts';
import { anyBill } from './any-bill.fixture.ts';
import { amountBeforeOffers } from './before-offers.ts';
import { bill } from './bill.ts';
import type { PrivilegeCard } from './privilege-card.ts';
import { feeOf, tariffOf, valueOf } from './tariff.fixture.ts';

test('the amount before a card is never below what the order costs at the prices of its pile', () => {
  fc.assert(
    fc.property(anyBill, ({ vip: _vip, coupon: _coupon, capCents: _cap, points: _points, ...order }) => {
      fc.pre(order.card !== undefined);
      const { orderAmountCents, tariffOfferCents, billingAmountCents, cells } = valueOf(bill(order));
      const told = amountBeforeOffers({ ...order, card: order.card, coupon: undefined }, billingAmountCents + BigInt(cells.length));
      expect(told >= orderAmountCents - tariffOfferCents || told === 100_000_000n).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

const card: PrivilegeCard = { discountPercent: 50, rateTypes: [2], overlayVip: true, overlayCoupon: true };
const tariff = tariffOf([feeOf(1, [[0, 1, 60_000]]), feeOf(2, [[0, 1, 40_000]])], { zone: 'UTC' });
const told = (given: Partial<PrivilegeCard>, due: bigint) =>
  amountBeforeOffers({ tariff, startMs: Date.UTC(2026, 5, 1), card: { ...card, ...given }, coupon: undefined }, due);

test('it follows from the prices that the card covers, and from the energy that it has left', () => {
  // Of 1.00 a kWh, 0.20 are taken off.
  expect(told({}, 800n)).toBe(1_000n);
  // Five kWh are left, which take off one yuan.
  expect(told({ energyLeftDwh: energyDwh(50_000) }, 800n)).toBe(901n);
  expect(told({ discountPercent: 0, rateTypes: undefined }, 800n)).toBe(100_000_000n);
});

test('a coupon is added after the card', () => {
  const coupon = { couponForm: 2, preferentialAmountCents: cents(200n), canOverlay: true } as const;
  expect(amountBeforeOffers({ tariff, startMs: Date.UTC(2026, 5, 1), card, coupon }, 600n)).toBe(1_000n);
  expect(amountBeforeOffers({ tariff, startMs: Date.UTC(2026, 5, 1), card: undefined, coupon }, 600n)).toBe(800n);
});
