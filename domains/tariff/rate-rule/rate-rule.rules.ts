import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { RateRuleRefusal } from './rate-rule.labels.ts';

export interface RuleFacts {
  readonly name: string;
  readonly state: -1 | 0 | 1;
  readonly pileCount: number;
  /** The first month, 1 to 12, without prices; undefined when the year is whole. */
  readonly missingMonth: number | undefined;
}

const wantedBy = { 1: 1, 2: 0, 3: -1 } as const;

/** Enabled only with a whole year of prices; put aside only when no pile follows it; disused for good. */
export const changeRuleState = (facts: RuleFacts, opCode: 1 | 2 | 3): Verdict<-1 | 0 | 1, RateRuleRefusal> => {
  const { name } = facts;
  const wanted = wantedBy[opCode];
  if (facts.state === -1) return deny('rateRule.disused', { name });
  if (wanted === 1 && facts.missingMonth !== undefined) return deny('rateRule.monthMissing', { name, month: facts.missingMonth });
  if (wanted !== 1 && facts.pileCount > 0) return deny('rateRule.inUse', { name, count: facts.pileCount });
  return allow(wanted);
};

export const checkDates = (dates: { readonly startTime?: string | null; readonly endTime?: string | null }): Verdict<true, RateRuleRefusal> =>
  dates.startTime && dates.endTime && dates.endTime < dates.startTime ? deny('rateRule.datesReversed') : allow(true);
