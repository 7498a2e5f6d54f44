import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { energyDwh } from '#engines/money/units.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import { feeOf, tariffOf } from '#engines/tariff/tariff.fixture.ts';
import { cardCoversPlace, decodeCardTerms, encodeCardTerms, type HeldCardTerms } from './card-terms.ts';
import { earnedCents, holdStateAt, refundOfCard, windowOfCard } from './card-value.ts';
import { rankCards } from './choose-card.ts';
import { cardLevel } from './codes.ts';

const ids = fc.array(fc.integer({ min: 1, max: 99 }).map(String), { maxLength: 4 });
const anyTerms: fc.Arbitrary<HeldCardTerms> = fc.record({
  names: fc.tuple(fc.string(), fc.string(), fc.string()),
  currency: fc.constantFrom('CNY', 'EUR'),
  card: fc.record(
    {
      discountPercent: fc.integer({ min: 0, max: 100 }),
      overlayVip: fc.boolean(),
      overlayCoupon: fc.boolean(),
      rateTypes: fc.subarray([...RATE_TYPES], { minLength: 1 }),
    },
    { requiredKeys: ['discountPercent', 'overlayVip', 'overlayCoupon'] },
  ),
  level: fc.constantFrom(...Object.values(cardLevel)),
  agentIds: ids,
  stationIds: ids,
  funder: fc.constantFrom('tenant', 'agent:7'),
});

describe('the terms of a held card', () => {
  it('are read as they were stored', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        expect(decodeCardTerms(JSON.parse(JSON.stringify(encodeCardTerms(terms))))).toEqual(terms);
      }),
    );
  });

  const stored = encodeCardTerms(fc.sample(anyTerms, { numRuns: 1, seed: 1 })[0]!);
  it.each([
    null,
    [],
    {},
    { ...stored, discountPercent: 101 },
    { ...stored, overlayVip: 1 },
    { ...stored, rateTypes: [9] },
    { ...stored, names: ['a'] },
    { ...stored, level: 4 },
  ])('are refused in another shape: %j', (value) => expect(decodeCardTerms(value)).toBeUndefined());

  it('name where the card counts', () => {
    const places = { agentIds: ['1'], stationIds: ['70'] };
    const at = (level: HeldCardTerms['level'], agentId: string, stationId: string) => cardCoversPlace({ ...places, level }, { agentId, stationId });
    expect([at(1, '5', '5'), at(2, '1', '5'), at(2, '5', '70'), at(3, '5', '70'), at(3, '1', '5')]).toEqual([true, true, false, true, false]);
  });
});

describe('the time of a card', () => {
  const at = Date.parse;
  it('is the rest of its first day and whole local days, also over a change of the clock', () => {
    expect(windowOfCard({ beginsAtMs: at('2026-03-01T15:50:00Z'), validDays: 1, zone: 'Asia/Shanghai' })).toEqual({
      beginsAtMs: at('2026-03-01T15:50:00Z'),
      expiresAtMs: at('2026-03-02T16:00:00Z'),
      days: 2,
    });
    expect(windowOfCard({ beginsAtMs: at('2026-03-01T16:00:00Z'), validDays: 1, zone: 'Asia/Shanghai' })).toMatchObject({
      expiresAtMs: at('2026-03-02T16:00:00Z'),
      days: 1,
    });
    expect(windowOfCard({ beginsAtMs: at('2026-10-31T12:00:00Z'), validDays: 1, zone: 'America/New_York' }).expiresAtMs).toBe(
      at('2026-11-02T05:00:00Z'),
    );
  });

  it('earns the price day by day, never backwards, and all of it at its end', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 100_000n), fc.integer({ min: 1, max: 400 }), (paid, days) => {
        const earned = Array.from({ length: days + 3 }, (_, daysEnded) => earnedCents(paid, { daysEnded, days }));
        expect(earned[0]).toBe(0n);
        expect(earned.slice(days)).toEqual([paid, paid, paid]);
        expect(earned.every((value, day) => day === 0 || value >= (earned[day - 1] ?? 0n))).toBe(true);
      }),
    );
  });
});

it.each([
  [{}, 2],
  [{ beginsAtMs: 6 }, 1],
  [{ timesLimit: 3, timesUsed: 3 }, 3],
  [{ quotaDwh: 9n, energyUsedDwh: 9n, beginsAtMs: 6 }, 3],
  [{ expiresAtMs: 5 }, 4],
  [{ stored: 4 }, 4],
  [{ stored: 5, expiresAtMs: 5 }, 5],
])('a held card with %o is in state %i', (more, state) => {
  const held = { stored: 2, beginsAtMs: 0, expiresAtMs: 10, timesUsed: 0, timesLimit: null, energyUsedDwh: 0n, quotaDwh: null };
  expect(holdStateAt({ ...held, ...more }, 5)).toBe(state);
});

describe('the refund of a sold card', () => {
  const card = {
    paidCents: 3_000n,
    savedCents: 0n,
    days: 30,
    daysEnded: 0,
    timesUsed: 0,
    timesLimit: null,
    energyUsedDwh: 0n,
    quotaDwh: null,
  };
  it.each([
    [{}, 3_000n],
    [{ daysEnded: 10 }, 2_000n],
    [{ daysEnded: 10, savedCents: 1_500n }, 1_500n],
    [{ savedCents: 4_000n }, 0n],
    [{ timesLimit: 10, timesUsed: 4 }, 1_800n],
    [{ quotaDwh: 1_000n, energyUsedDwh: 333n }, 2_001n],
    [{ daysEnded: 31 }, 0n],
  ])('of %o is %s', (more, refund) => expect(refundOfCard({ ...card, ...more })).toBe(refund));

  it('is never more than what is not earned yet', () => {
    const used = fc.record({
      paidCents: fc.bigInt(0n, 100_000n),
      savedCents: fc.bigInt(0n, 200_000n),
      days: fc.integer({ min: 1, max: 400 }),
      daysEnded: fc.nat(400),
      timesUsed: fc.nat(10),
      timesLimit: fc.option(fc.integer({ min: 10, max: 20 }), { nil: null }),
      energyUsedDwh: fc.bigInt(0n, 900n),
      quotaDwh: fc.option(fc.bigInt(900n, 1_000n), { nil: null }),
    });
    fc.assert(
      fc.property(used, (of) => {
        const refund = refundOfCard(of);
        expect(refund >= 0n && refund <= of.paidCents - earnedCents(of.paidCents, of)).toBe(true);
      }),
    );
  });
});

describe('the card of an order', () => {
  const tariff = tariffOf([feeOf(1, [[0, 1, 60_000]]), feeOf(2, [[0, 1, 40_000]])], { zone: 'UTC' });
  const order = { tariff, startMs: Date.UTC(2026, 5, 1), vip: undefined, coupon: undefined };
  const candidate = (holdId: string, more: object = {}, expiresAtMs = 2) => ({
    holdId,
    expiresAtMs,
    card: { discountPercent: 50, rateTypes: [2] as const, overlayVip: true, overlayCoupon: true, ...more },
  });
  const ranked = (...list: ReturnType<typeof candidate>[]) => rankCards(list, order).map(({ holdId }) => holdId);

  it('is the one that leaves least to pay, then the one that expires first, then the lowest number', () => {
    expect(ranked(candidate('1'), candidate('2', { discountPercent: 40 }), candidate('3', { rateTypes: [1] }))).toEqual(['3', '2', '1']);
    expect(ranked(candidate('10'), candidate('9'), candidate('30', {}, 1))).toEqual(['30', '9', '10']);
    expect(ranked(candidate('1', { energyLeftDwh: energyDwh(10_000) }), candidate('2', { discountPercent: 90 }))).toEqual(['2', '1']);
  });

  it('is none that takes nothing off', () =>
    expect(ranked(candidate('1', { rateTypes: [3] }), candidate('2', { discountPercent: 100 }))).toEqual([]));
});
