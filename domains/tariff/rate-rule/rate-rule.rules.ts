import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { valuesOf, type CodeValue } from '#kit/fields/codes.ts';
import { dayText } from '#engines/time/calendar.ts';
import type { LocalDate } from '#engines/time/calendar.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { RateRuleRefusal } from './rate-rule.labels.ts';
import { ruleOperation } from '../tariff.codes.ts';

/** The piles that follow a rule. */
export interface AffectedPiles {
  readonly pileCount: number;
  /** How many of these piles lie outside the viewer's scope. */
  readonly unseen: number;
  /** The local dates at these piles; at most two differ. */
  readonly today: readonly LocalDate[];
}

export interface RuleFacts {
  readonly name: string;
  readonly state: -1 | 0 | 1;
  readonly pileCount: number;
  /** The first month, 1 to 12, without prices; undefined when the year is whole. */
  readonly missingMonth: number | undefined;
}

const { enable, disable, disuse } = valuesOf(ruleOperation);
const stateByOperation = { [enable]: entityState.enabled, [disable]: entityState.disabled, [disuse]: entityState.disused } as const;

/** A rule can be enabled only when the whole year has prices, and disabled or disused only when no pile follows it. Disuse is final. */
export const changeRuleState = (facts: RuleFacts, opCode: CodeValue<typeof ruleOperation>): Verdict<-1 | 0 | 1, RateRuleRefusal> => {
  const { name } = facts;
  const wantedState = stateByOperation[opCode];
  if (facts.state === entityState.disused) return deny('rateRule.disused', { name });
  if (wantedState === entityState.enabled && facts.missingMonth !== undefined)
    return deny('rateRule.monthMissing', { name, month: facts.missingMonth });
  if (wantedState !== entityState.enabled && facts.pileCount > 0) return deny('rateRule.inUse', { name, count: facts.pileCount });
  return allow(wantedState);
};

/** Both days are included; an open end is undefined. */
export interface RuleDates {
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
}

/**
 * A rule belongs to the whole tenant, so only a viewer who sees all piles that follow it may change it. Its validity dates must keep
 * covering those piles' current dates.
 */
export const checkEdit = (rule: AffectedPiles & Pick<RuleFacts, 'name' | 'state'>, movedDates: RuleDates | null): Verdict<true, RateRuleRefusal> => {
  const { name } = rule;
  if (rule.state === entityState.disused) return deny('rateRule.disused', { name });
  if (rule.unseen > 0) return deny('rateRule.followedElsewhere', { name });
  if (movedDates && rule.today.some((day) => !covers(movedDates, day))) return deny('rateRule.inUse', { name, count: rule.pileCount });
  return allow(true);
};

export const covers = (dates: RuleDates, day: LocalDate): boolean =>
  (!dates.startTime || dates.startTime <= dayText(day)) && (!dates.endTime || dayText(day) <= dates.endTime);

export const checkDates = (dates: RuleDates): Verdict<true, RateRuleRefusal> =>
  dates.startTime && dates.endTime && dates.endTime < dates.startTime ? deny('rateRule.datesReversed') : allow(true);
