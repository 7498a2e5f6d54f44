import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { couponForm, RATE_TYPES } from '#engines/tariff/codes.ts';
import { couponCredit, couponReachesLimit, type Coupon } from '#engines/tariff/coupon.ts';
import { couponScene } from './codes.ts';
import { rankCandidates } from './choose.ts';
import { coversPlace, decodeTerms, encodeTerms, type HeldTerms } from './terms.ts';

const amount = fc.bigInt(0n, 100_000n).map(cents);
const shared = {
  canOverlay: fc.boolean(),
  useAmountLimitCents: amount,
  rateTypes: fc.option(fc.subarray([...RATE_TYPES], { minLength: 1 }), { nil: undefined }),
};
const anyCoupon: fc.Arbitrary<Coupon> = fc.oneof(
  fc.record({ ...shared, couponForm: fc.constant(couponForm.deduction), preferentialAmountCents: amount }),
  fc.record({
    ...shared,
    couponForm: fc.constant(couponForm.discount),
    preferentialDiscount: fc.integer({ min: 0, max: 100 }),
    maxCreditCents: fc.option(amount, { nil: undefined }),
  }),
);
const ids = fc.array(fc.integer({ min: 1, max: 99 }).map(String), { maxLength: 4 });
const anyTerms: fc.Arbitrary<HeldTerms> = fc.record({
  couponName: fc.string(),
  currency: fc.constantFrom('CNY', 'EUR'),
  scene: fc.constantFrom(...Object.values(couponScene)),
  coupon: anyCoupon,
  agentIds: ids,
  stationIds: ids,
  funder: fc.constantFrom('tenant', 'agent:7'),
});

describe('the terms of a held coupon', () => {
  it('are read as they were stored', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        expect(decodeTerms(JSON.parse(JSON.stringify(encodeTerms(terms))))).toEqual(terms);
      }),
    );
  });

  it.each([
    null,
    [],
    {},
    { couponForm: 2 },
    { ...encoded(), canOverlay: 1 },
    { ...encoded(), preferentialAmount: '-5' },
    { ...encoded(), rateTypes: [9] },
  ])('are refused in another shape: %j', (stored) => expect(decodeTerms(stored)).toBeUndefined());

  it('name where the coupon is of use', () => {
    const terms = { agentIds: ['1'], stationIds: ['70'] };
    expect(coversPlace(terms, { agentId: '1', stationId: '9' })).toBe(true);
    expect(coversPlace(terms, { agentId: '2', stationId: '70' })).toBe(true);
    expect(coversPlace(terms, { agentId: '2', stationId: '9' })).toBe(false);
  });
});

describe('the best coupon', () => {
  const candidates = fc.uniqueArray(
    fc.record({ receiveId: fc.integer({ min: 1, max: 500 }).map(String), coupon: anyCoupon, expiresAtMs: fc.integer({ min: 1, max: 3 }) }),
    { selector: ({ receiveId }) => receiveId, maxLength: 8 },
  );

  it('takes most off, whatever the order of the input', () => {
    fc.assert(
      fc.property(candidates, amount, (list, amountCents) => {
        const ranked = rankCandidates(list, amountCents);
        const creditOf = (coupon: Coupon) => (couponReachesLimit(coupon, amountCents) ? couponCredit(coupon, amountCents) : 0n);
        const most = list.reduce((sum, { coupon }) => (creditOf(coupon) > sum ? creditOf(coupon) : sum), 0n);
        expect(ranked.filter(({ outcome }) => outcome === 'best').map(({ creditCents }) => creditCents)).toEqual(most > 0n ? [most] : []);
        expect(rankCandidates([...list].reverse(), amountCents)).toEqual(ranked);
      }),
    );
  });

  it('is, of equal ones, the one that expires first, then the lowest number', () => {
    const coupon = { couponForm: couponForm.deduction, preferentialAmountCents: cents(500n), canOverlay: true };
    const list = [
      { receiveId: '10', coupon, expiresAtMs: 2 },
      { receiveId: '9', coupon, expiresAtMs: 2 },
      { receiveId: '30', coupon, expiresAtMs: 1 },
    ];
    expect(rankCandidates(list, 1_000n).map(({ candidate }) => candidate.receiveId)).toEqual(['30', '9', '10']);
  });
});

function encoded() {
  return encodeTerms({
    couponName: 'Five off',
    currency: 'CNY',
    scene: couponScene.settlement,
    coupon: { couponForm: couponForm.deduction, preferentialAmountCents: cents(500n), canOverlay: true },
    agentIds: [],
    stationIds: ['1'],
    funder: 'tenant',
  });
}
