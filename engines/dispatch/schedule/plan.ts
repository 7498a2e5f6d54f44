import { monthOf, dayText, localDate } from '#engines/time/calendar.ts';
import { cutAtSlots, SLOT_COUNT, slotOf } from '#engines/time/slots.ts';
import type { EndAction } from './codes.ts';

export const MONTHS_PER_YEAR = 12;
export const SOC_MAX = 100;

/** A limit of each pile from one half hour of the station's day until the next period starts, or until midnight. */
export interface PowerPeriod {
  /** 0 to 47. */
  readonly startSlot: number;
  /** 0 allows the rated power of the pile. */
  readonly changingPowerHw: number;
  /** A charging gun gets at least this or is paused; 0 leaves it at what the device needs. */
  readonly changingPowerMinHw: number;
  /** From this state of charge a gun gets no more than its minimum; percent, 0 switches it off. */
  readonly changingSoc: number;
  readonly endAction: EndAction;
}

export interface PowerMonth {
  /** 1 to 12. */
  readonly month: number;
  readonly periods: readonly PowerPeriod[];
}

/** A complete plan: `planProblems` found nothing. */
export interface PowerPlan {
  /** IANA zone of the station. */
  readonly zone: string;
  readonly months: readonly PowerMonth[];
  /** The first day, such as `2026-03-01`; null when it has always applied. */
  readonly fromDay: string | null;
  /** The first day on which it no longer applies; null when it does not end. */
  readonly toDay: string | null;
}

export type PlanProblem =
  | { readonly problem: 'monthMissing'; readonly month: number }
  | { readonly problem: 'noPeriod' | 'firstNotAtMidnight'; readonly month: number }
  | { readonly problem: 'notAscending' | 'startOutOfDay' | 'power' | 'minAbovePower' | 'soc'; readonly month: number; readonly index: number };

/** The first fault of each month, and the months that are missing. */
export const planProblems = (months: readonly PowerMonth[]): readonly PlanProblem[] =>
  Array.from({ length: MONTHS_PER_YEAR }, (_one, index) => index + 1).flatMap((month): readonly PlanProblem[] => {
    const found = months.find((each) => each.month === month);
    if (!found) return [{ problem: 'monthMissing', month }];
    const problem = monthProblem(found);
    return problem ? [problem] : [];
  });

export const monthProblem = ({ month, periods }: PowerMonth): PlanProblem | null => {
  const first = periods[0];
  if (!first) return { problem: 'noPeriod', month };
  if (first.startSlot !== 0) return { problem: 'firstNotAtMidnight', month };
  for (const [index, period] of periods.entries()) {
    const problem = periodProblem(period, periods[index - 1]);
    if (problem) return { problem, month, index };
  }
  return null;
};

const periodProblem = (period: PowerPeriod, before: PowerPeriod | undefined) => {
  const { startSlot, changingPowerHw, changingPowerMinHw, changingSoc } = period;
  if (!Number.isInteger(startSlot) || startSlot < 0 || startSlot >= SLOT_COUNT) return 'startOutOfDay';
  if (before && startSlot <= before.startSlot) return 'notAscending';
  if (![changingPowerHw, changingPowerMinHw].every((value) => Number.isInteger(value) && value >= 0)) return 'power';
  if (changingPowerHw > 0 && changingPowerMinHw > changingPowerHw) return 'minAbovePower';
  return Number.isInteger(changingSoc) && changingSoc >= 0 && changingSoc <= SOC_MAX ? null : 'soc';
};

/** The period that a wall clock at the station is in; null outside the days of the plan. A repeated hour has the same periods twice. */
export const periodAt = (plan: PowerPlan, instantMs: number): PowerPeriod | null => {
  const slot = slotOf(instantMs, plan.zone);
  return periodsOfDay(plan, instantMs).findLast(({ startSlot }) => startSlot <= slot) ?? null;
};

/** The periods of the station's day that an instant is in; none outside the days of the plan. */
export const periodsOfDay = (plan: PowerPlan, instantMs: number): readonly PowerPeriod[] => {
  if (!appliesAt(plan, instantMs)) return [];
  return plan.months.find((each) => each.month === monthOf(instantMs, plan.zone))?.periods ?? [];
};

const appliesAt = ({ zone, fromDay, toDay }: PowerPlan, instantMs: number): boolean => {
  const day = dayText(localDate(instantMs, zone));
  return (fromDay === null || day >= fromDay) && (toDay === null || day < toDay);
};

/** Each instant in (fromMs, toMs] at which another period begins, with the periods before and after. */
export const bordersBetween = (plan: PowerPlan, fromMs: number, toMs: number): readonly PeriodBorder[] => {
  const borders: PeriodBorder[] = [];
  let before = periodAt(plan, fromMs);
  for (const piece of cutAtSlots({ fromMs, toMs: toMs + 1, zone: plan.zone })) {
    const after = periodAt(plan, piece.fromMs);
    if (!samePeriod(before, after) && piece.fromMs > fromMs) borders.push({ atMs: piece.fromMs, before, after });
    before = after;
  }
  return borders;
};

export interface PeriodBorder {
  readonly atMs: number;
  readonly before: PowerPeriod | null;
  readonly after: PowerPeriod | null;
}

/** A day with only one period has no border at midnight when the next day is the same. */
const samePeriod = (one: PowerPeriod | null, other: PowerPeriod | null): boolean => one?.startSlot === other?.startSlot && equalLimits(one, other);
const equalLimits = (one: PowerPeriod | null, other: PowerPeriod | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.changingPowerHw === other.changingPowerHw &&
    one.changingPowerMinHw === other.changingPowerMinHw &&
    one.changingSoc === other.changingSoc &&
    one.endAction === other.endAction);
