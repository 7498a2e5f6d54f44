import { describe, expect, it } from 'vitest';
import { cents, energyDwh } from '#engines/money/units.ts';
import type { BillInput } from './bill-input.ts';
import { bill, type Bill, type BillCell } from './bill.ts';
import { splitFunders } from './funders.ts';
import { earnedPoints, pointsGivenBack } from './points.ts';
import { allocateRefund } from './refund.ts';
import { atMs, feeOf, tariffOf, usageOf, valueOf } from './tariff.fixture.ts';

/**
 * A worked example that was computed by hand in exact fractions: 12.3457 kWh in the peak and 24.6913 kWh in the flat stage within 3,000 s, with a VIP
 * discount, a privilege card, a coupon and points, and what each change of a term makes of it. The cells are electricity peak and flat, service peak
 * and flat, and the two other fees.
 */
const tariff = tariffOf([
  feeOf(1, [
    [0, 3, 64_321],
    [16, 2, 98_765],
  ]),
  feeOf(2, [
    [0, 3, 35_000, 90],
    [16, 2, 45_000, 90],
  ]),
  feeOf(3, [[0, 0, 3_000]]),
  feeOf(4, [[0, 0, 250_000]], 2),
]);
const card = {
  discountPercent: 50,
  rateTypes: [2],
  energyLeftDwh: energyDwh(200_000),
  overlayVip: true,
  overlayCoupon: true,
} as const;
const coupon = {
  canOverlay: true,
  couponForm: 2,
  preferentialAmountCents: cents(500n),
  rateTypes: [1, 2],
  useAmountLimitCents: cents(3_000n),
} as const;
const points = { balancePoints: 777n, stepPoints: 100n, pointCents: cents(1n), maxSharePercent: 20 } as const;
const base: BillInput = {
  tariff,
  startMs: atMs('2026-07-10T02:00:00Z'),
  usage: usageOf({ 15: 246_913, 16: 123_457 }, { 15: 1_500, 16: 1_500 }),
  vip: { 1: 98, 2: 80 },
  card,
  coupon,
  points,
};
const billOf = (change: Partial<BillInput> = {}): Bill => valueOf(bill({ ...base, ...change }));
const cellsOf = (result: Bill, name: keyof BillCell): readonly unknown[] => result.cells.map((cell) => cell[name]);

describe('an order with every offer', () => {
  it('is what the example says, cell by cell', () => {
    const result = billOf();
    expect(result.cells.map(({ rateType, rateStage }) => `${rateType}/${rateStage}`)).toEqual(['1/2', '1/3', '2/2', '2/3', '3/0', '4/0']);
    expect(cellsOf(result, 'grossCents')).toEqual([1220n, 1588n, 556n, 864n, 111n, 208n]);
    expect(cellsOf(result, 'tariffOfferCents')).toEqual([0n, 0n, 56n, 86n, 0n, 0n]);
    expect(cellsOf(result, 'vipOfferCents')).toEqual([24n, 32n, 100n, 156n, 0n, 0n]);
    expect(cellsOf(result, 'cardCreditCents')).toEqual([0n, 0n, 108n, 168n, 0n, 0n]);
    expect(cellsOf(result, 'couponCreditCents')).toEqual([171n, 222n, 42n, 65n, 0n, 0n]);
    expect(cellsOf(result, 'pointCreditCents')).toEqual([186n, 241n, 45n, 70n, 20n, 38n]);
    expect(cellsOf(result, 'netCents')).toEqual([839n, 1093n, 205n, 319n, 91n, 170n]);
    expect(result.feeTotals.map(({ netCents }) => netCents)).toEqual([1932n, 524n, 91n, 170n]);
    expect(result).toMatchObject({
      orderAmountCents: 4547n,
      tariffOfferCents: 142n,
      vipOfferCents: 312n,
      cardCreditCents: 276n,
      couponCreditAmountCents: 500n,
      pointCreditCents: 600n,
      billingAmountCents: 2717n,
      cardEnergyDwh: 200_000n,
      spentPoints: 600n,
      vipOutcome: 'used',
      cardOutcome: 'used',
      couponOutcome: 'used',
    });
    expect(earnedPoints(result.billingAmountCents, { earnPerUnit: 1n, digits: 2 })).toBe(27n);
  });

  it('shares the coupon between its funders', () => {
    const credits = billOf().cells.map((cell) => cell.couponCreditCents);
    const { first, second } = splitFunders(credits, 60);
    expect(first).toEqual([103n, 133n, 25n, 39n, 0n, 0n]);
    expect(second).toEqual([68n, 89n, 17n, 26n, 0n, 0n]);
  });

  it('keeps a coupon that allows no other when the others reduce more', () => {
    const result = billOf({ coupon: { ...coupon, canOverlay: false } });
    expect(result).toMatchObject({ couponOutcome: 'otherBetter', couponCreditAmountCents: 0n, pointCreditCents: 700n, billingAmountCents: 3117n });
    expect(cellsOf(result, 'pointCreditCents')).toEqual([219n, 285n, 54n, 83n, 21n, 38n]);
    expect(cellsOf(result, 'netCents')).toEqual([977n, 1271n, 238n, 371n, 90n, 170n]);
  });

  it('leaves the VIP discount for a card that does not allow it and reduces more with the coupon', () => {
    const result = billOf({ card: { ...card, overlayVip: false } });
    expect(result).toMatchObject({ vipOutcome: 'otherBetter', cardOutcome: 'used', couponOutcome: 'used', billingAmountCents: 2860n });
    expect(cellsOf(result, 'cardCreditCents')).toEqual([0n, 0n, 135n, 210n, 0n, 0n]);
    expect(cellsOf(result, 'couponCreditCents')).toEqual([163n, 212n, 49n, 76n, 0n, 0n]);
    expect(cellsOf(result, 'netCents')).toEqual([849n, 1106n, 254n, 395n, 89n, 167n]);
  });

  it('measures the limit of the coupon after the tariff and before the other offers', () => {
    expect(billOf({ coupon: { ...coupon, useAmountLimitCents: cents(4_000n) } }).billingAmountCents).toBe(2717n);
    const below = billOf({ coupon: { ...coupon, useAmountLimitCents: cents(4_100n) } });
    expect(below).toMatchObject({ couponOutcome: 'belowLimit', billingAmountCents: 3117n });
  });

  it('takes the cap before the points', () => {
    const result = billOf({ capCents: cents(2_500n) });
    expect(result).toMatchObject({ overrunCents: 817n, pointCreditCents: 500n, billingAmountCents: 2000n });
    expect(cellsOf(result, 'overrunCents')).toEqual([252n, 329n, 62n, 96n, 27n, 51n]);
    expect(cellsOf(result, 'pointCreditCents')).toEqual([155n, 201n, 38n, 58n, 17n, 31n]);
    expect(cellsOf(result, 'netCents')).toEqual([618n, 804n, 150n, 235n, 67n, 126n]);
  });

  it('takes a percent off the service', () => {
    const percent = { canOverlay: true, couponForm: 1, preferentialDiscount: 70, rateTypes: [2], useAmountLimitCents: cents(0n) } as const;
    const result = billOf({ coupon: percent, points: undefined });
    expect(cellsOf(result, 'couponCreditCents')).toEqual([0n, 0n, 88n, 136n, 0n, 0n]);
    expect(cellsOf(result, 'netCents')).toEqual([1196n, 1556n, 204n, 318n, 111n, 208n]);
    expect(billOf({ coupon: { ...percent, maxCreditCents: cents(100n) }, points: undefined })).toMatchObject({
      couponCreditAmountCents: 100n,
      billingAmountCents: 3_717n,
    });
  });

  it('gives points back as money is refunded', () => {
    const result = billOf();
    const cells = result.cells.map(({ rateType, rateStage, netCents }) => ({ rateType, rateStage, remainingCents: netCents }));
    expect(valueOf(allocateRefund(cents(1_000n), cells)).map(({ refundCents }) => refundCents)).toEqual([309n, 402n, 75n, 117n, 34n, 63n]);
    const paidCents = result.billingAmountCents;
    expect(pointsGivenBack(600n, { paidCents, refundedCents: cents(1_000n) })).toBe(220n);
    expect(pointsGivenBack(600n, { paidCents, refundedCents: paidCents })).toBe(600n);
    expect(earnedPoints(cents(1_717n), { earnPerUnit: 1n, digits: 2 })).toBe(17n);
  });
});

describe('at equal amounts', () => {
  const simple = tariffOf([feeOf(1, [[0, 0, 100_000]])]);
  const usage = usageOf({ 20: 100_000 }); // 10.00
  const off = (percent: number) => ({ discountPercent: percent, overlayVip: true, overlayCoupon: true });
  const voucher = { canOverlay: true, couponForm: 2, preferentialAmountCents: cents(1_000n) } as const;

  it('the coupon is kept, then the card, and the VIP discount applies', () => {
    const order = { tariff: simple, startMs: base.startMs, usage };
    expect(valueOf(bill({ ...order, vip: { 1: 0 }, card: off(0), coupon: voucher }))).toMatchObject({
      vipOutcome: 'used',
      cardOutcome: 'nothingOff',
      couponOutcome: 'nothingOff',
    });
    expect(valueOf(bill({ ...order, card: off(0), coupon: voucher }))).toMatchObject({ cardOutcome: 'used', couponOutcome: 'otherBetter' });
    expect(valueOf(bill({ ...order, vip: { 1: 50 }, card: off(50), coupon: voucher }))).toMatchObject({
      vipOutcome: 'used',
      cardOutcome: 'otherBetter',
      couponOutcome: 'used',
    });
  });

  it('is given up where it would take from the only cell that the coupon covers', () => {
    // Two fees of 1 cent: the VIP discount takes one away, and nothing is left of which card and coupon could take a cent.
    const cent = { tariff: tariffOf([feeOf(3, [[0, 1, 90]]), feeOf(4, [[0, 5, 110]])]), startMs: base.startMs, usage: usageOf({ 20: 100_000 }) };
    const order = { ...cent, vip: { 3: 50, 4: 40 }, card: off(60), coupon: { ...voucher, rateTypes: [4] as const } };
    expect(valueOf(bill({ ...order, coupon: undefined }))).toMatchObject({ orderAmountCents: 2n, vipOfferCents: 1n, cardCreditCents: 0n });
    expect(valueOf(bill(order))).toMatchObject({ vipOutcome: 'otherBetter', cardOutcome: 'used', couponOutcome: 'used', billingAmountCents: 0n });
  });

  it('a card counts for nothing without energy, and a card without rest takes nothing off', () => {
    const byTime = tariffOf([feeOf(4, [[0, 0, 100_000]], 2)]);
    const parked = { tariff: byTime, startMs: base.startMs, usage: usageOf({}, { 3: 3_600 }) };
    expect(valueOf(bill({ ...parked, card: off(0) }))).toMatchObject({ cardOutcome: 'nothingOff', billingAmountCents: 100n });
    const empty = { ...off(0), energyLeftDwh: energyDwh(0) };
    expect(valueOf(bill({ tariff: simple, startMs: base.startMs, usage, card: empty }))).toMatchObject({
      cardOutcome: 'nothingOff',
      cardEnergyDwh: 0n,
      billingAmountCents: 1_000n,
    });
    const one = { ...off(0), energyLeftDwh: energyDwh(1) };
    expect(valueOf(bill({ tariff: tariffOf([feeOf(1, [[0, 0, 9_900_000]])]), startMs: base.startMs, usage, card: one })).cardCreditCents).toBe(1n);
  });
});
