import { dayStartMs, localDate } from '#engines/time/calendar.ts';
import { earnedPoints, pointCreditOf, pointsFor, type PointTerms } from '#engines/tariff/points.ts';
import { cents, type Cents } from '#engines/money/units.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { earnBasis, pointLife, type EarnBasis, type PointLife } from './codes.ts';

/** How many points an order earns. */
export interface EarnTerms {
  readonly basis: EarnBasis;
  /** For each whole unit of the currency that is paid in money, or for each whole kWh. */
  readonly pointsPerUnit: bigint;
  /** The most that one order earns; null: no limit. */
  readonly orderMaxPoints: bigint | null;
}

/** When a rule holds, and for whom. */
export interface EarnRule extends EarnTerms {
  readonly ruleId: string;
  /** ISO days, 1 Monday to 7 Sunday; null: each day. */
  readonly weekdays: readonly number[] | null;
  /** Minutes after local midnight; the end is not included. Both null: the whole day. A start after the end runs over midnight. */
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  /** Null: everywhere. */
  readonly stationIds: readonly string[] | null;
  /** 0: everybody. */
  readonly leastVipLevel: number;
}

/** What an order is judged by. */
export interface EarnFacts {
  /** When it began. */
  readonly startMs: number;
  /** Of its station. */
  readonly zone: string;
  readonly stationId: string;
  readonly vipLevel: number;
}

/** What an order cost, in money, and what it delivered. */
export interface EarnAmounts {
  readonly paidCents: Cents;
  /** Decimals of the currency. */
  readonly digits: number;
  readonly energyDwh: bigint;
}

const DWH_PER_KWH = 10_000n;
const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1_440;
const DAYS_A_WEEK = 7;

/** The points of an order by one rule, before the limit of a day. */
export const pointsEarned = ({ basis, pointsPerUnit, orderMaxPoints }: EarnTerms, { paidCents, digits, energyDwh }: EarnAmounts): bigint => {
  const points =
    basis === earnBasis.money ? earnedPoints(paidCents, { earnPerUnit: pointsPerUnit, digits }) : (energyDwh / DWH_PER_KWH) * pointsPerUnit;
  return orderMaxPoints !== null && points > orderMaxPoints ? orderMaxPoints : points;
};

/** Whether a rule holds for an order: at its station, on the local day and at the local time of its start, and for the level of its customer. */
export const ruleHolds = (rule: EarnRule, { startMs, zone, stationId, vipLevel }: EarnFacts): boolean => {
  if (vipLevel < rule.leastVipLevel || (rule.stationIds !== null && !rule.stationIds.includes(stationId))) return false;
  const { weekday, minute } = wallClockOf(startMs, zone);
  if (rule.weekdays !== null && !rule.weekdays.includes(weekday)) return false;
  const [from, to] = [rule.fromMinute, rule.toMinute];
  if (from === null || to === null) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
};

const wallClockOf = (instantMs: number, zone: string): { readonly weekday: number; readonly minute: number } => {
  const local = new Date(instantMs + offsetAt(instantMs, zone));
  const minute = Math.floor(local.getTime() / MINUTE_MS) % MINUTES_A_DAY;
  return { weekday: local.getUTCDay() === 0 ? DAYS_A_WEEK : local.getUTCDay(), minute };
};

/** Of the rules that hold for an order, the one that gives most; the first of equal ones. Rules are not added up. */
export const bestRule = <T extends EarnRule>(
  rules: readonly T[],
  facts: EarnFacts,
  amounts: EarnAmounts,
): { readonly rule: T; readonly points: bigint } | undefined => {
  let best: { readonly rule: T; readonly points: bigint } | undefined;
  for (const rule of rules) {
    if (!ruleHolds(rule, facts)) continue;
    const points = pointsEarned(rule, amounts);
    if (points > (best?.points ?? 0n)) best = { rule, points };
  }
  return best;
};

/** What an order has earned after so much of the money was given back, in all refunds together. Never more than before. */
export const earnedAfterRefund = (
  terms: EarnTerms,
  earned: bigint,
  { refundedCents, ...amounts }: EarnAmounts & { readonly refundedCents: bigint },
): bigint => {
  const { paidCents } = amounts;
  if (refundedCents >= paidCents) return 0n;
  const restCents = paidCents - refundedCents;
  const rest =
    terms.basis === earnBasis.money
      ? earnedPoints(cents(restCents), { earnPerUnit: terms.pointsPerUnit, digits: amounts.digits })
      : (earned * restCents) / paidCents;
  return rest < earned ? rest : earned;
};

/** From when points can be spent that were earned at an instant: so many local days later, from its beginning on; null: at once. */
export const pointsActiveMs = (earnedMs: number, lockDays: number | null, zone: string): number => {
  if (lockDays === null) return earnedMs;
  const { year, month, day } = localDate(earnedMs, zone);
  return dayStartMs({ year, month, day: day + lockDays }, zone);
};

/** The first instant at which points are no longer valid that were earned at an instant. */
export const pointsExpireMs = (earnedMs: number, life: { readonly lifeMode: PointLife; readonly lifeCount: number }, zone: string): number => {
  const { year, month, day } = localDate(earnedMs, zone);
  if (life.lifeMode === pointLife.yearEnd) return dayStartMs({ year: year + life.lifeCount, month: 1, day: 1 }, zone);
  // Where the month has no such day, the date rolls over into the next month.
  return dayStartMs({ year, month: month + life.lifeCount, day: day + 1 }, zone);
};

/** What points pay for an order whose amount has a limit. */
export interface PointPlan {
  /** To be set aside. */
  readonly points: bigint;
  /**
   * What they pay of each amount up to the limit by which it is above the rest, in minor units: what need not be held. Points are spent in whole steps, so
   * an amount just below the limit may be paid by one step less.
   */
  readonly sureCents: bigint;
}

/** The points that an order of at most this amount can need. */
export const planPoints = (terms: PointTerms, capCents: bigint): PointPlan => {
  const points = pointsFor(terms, capCents);
  const surePoints = points > terms.stepPoints ? points - terms.stepPoints : 0n;
  return { points, sureCents: pointCreditOf(surePoints, terms) };
};

/** A part of points that expires at an instant. */
export interface PointLot {
  readonly lotId: string;
  readonly free: bigint;
}

/** So many points out of lots, in their order; undefined when there are not as many. */
export const takeFromLots = (
  lots: readonly PointLot[],
  points: bigint,
): readonly { readonly lotId: string; readonly points: bigint }[] | undefined => {
  const taken: { readonly lotId: string; readonly points: bigint }[] = [];
  let left = points;
  for (const { lotId, free } of lots) {
    if (left === 0n) break;
    const part = free < left ? free : left;
    if (part > 0n) taken.push({ lotId, points: part });
    left -= part;
  }
  return left === 0n ? taken : undefined;
};
