import { describe, expect, it } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { explainBill } from './explain.ts';
import { formatFine } from './fine.ts';
import { type BillStep } from './steps.ts';
import { atMs, feeOf, tariffOf, usageOf, valueOf } from './tariff.fixture.ts';

const tariff = tariffOf([
  feeOf(1, [
    [0, 4, 30_000],
    [16, 2, 120_000, 75],
  ]),
  feeOf(2, [[0, 0, 100_000]], 2),
]);
const order = { tariff, startMs: atMs('2026-07-10T04:00:00Z'), usage: usageOf({ 15: 100_000, 16: 200_000 }, { 15: 1_800, 16: 100 }) };
const stepsOf = (extra: Partial<Parameters<typeof explainBill>[0]>): readonly BillStep[] => valueOf(explainBill({ ...order, ...extra })).steps;

describe('explainBill', () => {
  const steps = stepsOf({
    vip: { 1: 90 },
    coupon: { canOverlay: true, couponForm: 2, preferentialAmountCents: cents(200n), rateTypes: [1] },
    capCents: cents(1_000n),
  });

  it('names each step in the order of computing', () => {
    const kinds = steps.map((step) => step.kind).join(' ');
    expect(kinds).toBe('tariff period period period period period orderAmount tariffOffer vipOffer coupon cap total');
    expect(steps[0]).toEqual({ kind: 'tariff', rateRuleNo: 'R-TEST', zone: 'Asia/Shanghai', startMs: order.startMs, month: 7, minorDigits: 2 });
  });

  it('shows each period with quantity, price, discounts and the exact amounts', () => {
    const [, , peak, service] = steps;
    expect(peak).toMatchObject({
      kind: 'period',
      rateType: 1,
      billMode: 1,
      rateStage: 2,
      startSlot: 16,
      endSlot: 48,
      quantity: 200_000n,
      priceE5: 120_000n,
    });
    expect(peak).toMatchObject({ rateDiscount: 75, vipDiscount: 90 });
    expect(peak?.kind === 'period' && [formatFine(peak.listFine), formatFine(peak.tariffFine)]).toEqual(['24.000000000', '18.000000000']);
    expect(service).toMatchObject({ rateType: 2, billMode: 2, quantity: 1_900n });
    expect(service?.kind === 'period' && formatFine(service.listFine)).toBe('0.527777778');
  });

  it('shows what was rounded, to what, and how it was laid on the cells', () => {
    // 3.00 + 24.00 + 0.52777.. list; 3.00 + 18.00 + 0.52777.. after the tariff; 2.70 + 16.20 + 0.52777.. after the VIP discount.
    const listed = steps.find((step) => step.kind === 'orderAmount');
    expect(listed && [formatFine(listed.fine), listed.resultCents]).toEqual(['27.527777778', 2_753n]);
    expect(listed?.shares.map((share) => [share.rateType, share.rateStage, share.resultCents])).toEqual([
      [1, 2, 2_400n],
      [1, 4, 300n],
      [2, 0, 53n],
      [3, 0, 0n],
      [4, 0, 0n],
    ]);
    expect(steps.find((step) => step.kind === 'tariffOffer')).toMatchObject({ beforeCents: 2_753n, afterCents: 2_153n, resultCents: 600n });
    expect(steps.find((step) => step.kind === 'vipOffer')).toMatchObject({
      beforeCents: 2_153n,
      afterCents: 1_943n,
      resultCents: 210n,
      outcome: 'used',
    });
    expect(steps.find((step) => step.kind === 'coupon')).toMatchObject({ eligibleCents: 1_890n, resultCents: 200n, outcome: 'used' });
    expect(steps.find((step) => step.kind === 'cap')).toMatchObject({ capCents: 1_000n, beforeCents: 1_743n, resultCents: 743n });
    expect(steps.at(-1)).toEqual({
      kind: 'total',
      orderAmountCents: 2_753n,
      tariffOfferCents: 600n,
      vipOfferCents: 210n,
      cardCreditCents: 0n,
      couponCreditAmountCents: 200n,
      overrunCents: 743n,
      pointCreditCents: 0n,
      billingAmountCents: 1_000n,
    });
  });

  it('shows a discount that lost, with nothing taken', () => {
    const losing = stepsOf({ vip: { 1: 90 }, coupon: { canOverlay: false, couponForm: 2, preferentialAmountCents: cents(100n) } });
    expect(losing.find((step) => step.kind === 'coupon')).toMatchObject({ outcome: 'otherBetter', eligibleCents: 2_153n, resultCents: 0n });
    const winning = stepsOf({ vip: { 1: 90 }, coupon: { canOverlay: false, couponForm: 2, preferentialAmountCents: cents(900n) } });
    expect(winning.find((step) => step.kind === 'vipOffer')).toMatchObject({
      outcome: 'otherBetter',
      beforeCents: 2_153n,
      afterCents: 1_943n,
      resultCents: 0n,
    });
  });

  it('leaves out what the order does not have', () => {
    expect(stepsOf({}).map((step) => step.kind)).not.toContain('vipOffer');
    expect(stepsOf({}).map((step) => step.kind)).not.toContain('coupon');
    expect(stepsOf({}).map((step) => step.kind)).not.toContain('cap');
    expect(explainBill({ ...order, capCents: cents(-1n) })).toEqual({ ok: false, refusal: 'bill.capNegative' });
  });
});
