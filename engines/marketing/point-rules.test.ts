import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { pointCreditOf, pointsFor } from '#engines/tariff/points.ts';
import { earnBasis, pointLife } from './codes.ts';
import {
  bestRule,
  earnedAfterRefund,
  planPoints,
  pointsActiveMs,
  pointsEarned,
  pointsExpireMs,
  ruleHolds,
  takeFromLots,
  type EarnRule,
} from './point-rules.ts';

const rule = (more: Partial<EarnRule> = {}): EarnRule => ({
  ruleId: '1',
  basis: earnBasis.money,
  pointsPerUnit: 1n,
  orderMaxPoints: null,
  weekdays: null,
  fromMinute: null,
  toMinute: null,
  stationIds: null,
  leastVipLevel: 0,
  ...more,
});
const amounts = { paidCents: cents(2_717n), digits: 2, energyDwh: 370_370n };
const at = (iso: string) => ({ startMs: Date.parse(iso), zone: 'Asia/Shanghai', stationId: '7', vipLevel: 0 });

test('whole units of money and whole kWh earn points, up to the most of an order', () => {
  expect(pointsEarned(rule(), amounts)).toBe(27n);
  expect(pointsEarned(rule({ pointsPerUnit: 3n }), amounts)).toBe(81n);
  expect(pointsEarned(rule({ basis: earnBasis.energy, pointsPerUnit: 2n }), amounts)).toBe(74n);
  expect(pointsEarned(rule({ pointsPerUnit: 3n, orderMaxPoints: 80n }), amounts)).toBe(80n);
});

test('a rule holds by station, level, local day and local time; a time over midnight too', () => {
  // 23:30 of a Sunday in Shanghai.
  const sunday = at('2026-11-29T15:30:00Z');
  expect(ruleHolds(rule({ weekdays: [7] }), sunday)).toBe(true);
  expect(ruleHolds(rule({ weekdays: [1, 6] }), sunday)).toBe(false);
  expect(ruleHolds(rule({ fromMinute: 22 * 60, toMinute: 6 * 60 }), sunday)).toBe(true);
  expect(ruleHolds(rule({ fromMinute: 22 * 60, toMinute: 23 * 60 + 30 }), sunday)).toBe(false);
  expect(ruleHolds(rule({ fromMinute: 23 * 60 + 30, toMinute: 24 * 60 }), sunday)).toBe(true);
  expect(ruleHolds(rule({ stationIds: ['8'] }), sunday)).toBe(false);
  expect(ruleHolds(rule({ leastVipLevel: 2 }), { ...sunday, vipLevel: 1 })).toBe(false);
  expect(ruleHolds(rule({ leastVipLevel: 2 }), { ...sunday, vipLevel: 2 })).toBe(true);
});

test('the rule that gives most applies alone; the first of equal ones', () => {
  const facts = at('2026-11-27T04:00:00Z');
  const rules = [rule({ ruleId: '1' }), rule({ ruleId: '2', pointsPerUnit: 2n }), rule({ ruleId: '3', pointsPerUnit: 2n })];
  expect(bestRule(rules, facts, amounts)).toMatchObject({ rule: { ruleId: '2' }, points: 54n });
  expect(bestRule(rules, facts, { ...amounts, paidCents: cents(99n) })).toBeUndefined();
});

test('a refund takes points back as the rest of the money would not have earned them', () => {
  expect(earnedAfterRefund(rule(), 27n, { ...amounts, refundedCents: 1_000n })).toBe(17n);
  expect(earnedAfterRefund(rule(), 27n, { ...amounts, refundedCents: 2_717n })).toBe(0n);
  expect(earnedAfterRefund(rule({ basis: earnBasis.energy }), 37n, { ...amounts, refundedCents: 1_000n })).toBe(23n);
  // The limit of a day has left fewer than the money would earn.
  expect(earnedAfterRefund(rule(), 5n, { ...amounts, refundedCents: 1_000n })).toBe(5n);
});

test('points live for whole months, or until the end of a calendar year, by the local calendar', () => {
  const expires = (iso: string, life: Parameters<typeof pointsExpireMs>[1], zone = 'Asia/Shanghai') =>
    new Date(pointsExpireMs(Date.parse(iso), life, zone)).toISOString();
  expect(expires('2026-11-27T15:59:00Z', { lifeMode: pointLife.months, lifeCount: 12 })).toBe('2027-11-27T16:00:00.000Z');
  expect(expires('2026-11-27T16:00:00Z', { lifeMode: pointLife.months, lifeCount: 12 })).toBe('2027-11-28T16:00:00.000Z');
  expect(expires('2026-12-31T15:59:59Z', { lifeMode: pointLife.yearEnd, lifeCount: 1 })).toBe('2026-12-31T16:00:00.000Z');
  expect(expires('2026-12-31T16:00:00Z', { lifeMode: pointLife.yearEnd, lifeCount: 1 })).toBe('2027-12-31T16:00:00.000Z');
  expect(expires('2026-10-31T12:00:00Z', { lifeMode: pointLife.months, lifeCount: 1 }, 'America/New_York')).toBe('2026-12-02T05:00:00.000Z');
});

test('what need not be held is paid by points, whatever an order costs up to its limit', () => {
  const terms = fc.record({
    balancePoints: fc.bigInt(0n, 20_000n),
    stepPoints: fc.bigInt(1n, 500n),
    pointCents: fc.bigInt(1n, 5n).map(cents),
    maxSharePercent: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(terms, fc.bigInt(0n, 20_000n), fc.bigInt(0n, 20_000n), (points, one, other) => {
      const [dueCents, capCents] = one < other ? [one, other] : [other, one];
      const plan = planPoints(points, capCents);
      const reserved = { ...points, balancePoints: plan.points };
      expect(plan.points <= points.balancePoints).toBe(true);
      expect(pointsFor(reserved, capCents)).toBe(pointsFor(points, capCents));
      expect(dueCents - pointCreditOf(pointsFor(reserved, dueCents), points) <= capCents - plan.sureCents).toBe(true);
    }),
  );
});

test('lots are used up in their order, and not by halves', () => {
  const lots = [
    { lotId: 'a', free: 5n },
    { lotId: 'b', free: 0n },
    { lotId: 'c', free: 9n },
  ];
  expect(takeFromLots(lots, 7n)).toEqual([
    { lotId: 'a', points: 5n },
    { lotId: 'c', points: 2n },
  ]);
  expect(takeFromLots(lots, 15n)).toBeUndefined();
  expect(takeFromLots(lots, 0n)).toEqual([]);
});

test('points that are locked can be spent from the beginning of a local day on, also where the clock changes on it', () => {
  const active = (iso: string, lockDays: number | null, zone: string) => new Date(pointsActiveMs(Date.parse(iso), lockDays, zone)).toISOString();
  expect(active('2026-03-01T10:00:00Z', null, 'Asia/Shanghai')).toBe('2026-03-01T10:00:00.000Z');
  expect(active('2026-03-01T15:59:59Z', 7, 'Asia/Shanghai')).toBe('2026-03-07T16:00:00.000Z');
  expect(active('2026-03-01T16:00:00Z', 7, 'Asia/Shanghai')).toBe('2026-03-08T16:00:00.000Z');
  expect(active('2026-12-30T12:00:00Z', 3, 'Europe/Berlin')).toBe('2027-01-01T23:00:00.000Z');
  expect(active('2026-10-24T12:00:00Z', 2, 'Europe/Berlin')).toBe('2026-10-25T23:00:00.000Z');
});
