import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { slotOfTime } from '#engines/time/slots.ts';
import { priceE5 } from '#engines/money/units.ts';
import type { TariffFee } from '#engines/tariff/schedule.ts';
import { validateFee } from '#engines/tariff/validate.ts';
import { rateType } from '#engines/tariff/codes.ts';
import type { RateRuleRefusal } from '../rate-rule/rate-rule.labels.ts';
import { checkEdit } from '../rate-rule/rate-rule.rules.ts';
import type { AffectedPiles } from '../rate-rule/rate-rule.rules.ts';
import type { FeeDraft } from './rate-month.ts';

interface RuleFacts extends AffectedPiles {
  readonly name: string;
  readonly state: -1 | 0 | 1;
}

/**
 * While piles follow the rule, the current month cannot be changed. Every other month is in the future, since months repeat each
 * year: January can be changed in December. A rule that no pile follows can be changed freely.
 */
export const mayEdit = (rule: RuleFacts, month: number): Verdict<true, RateRuleRefusal> => {
  const verdict = checkEdit(rule, null);
  return verdict.ok && isRunning(rule, month) ? deny('rateRule.monthInUse', { month }) : verdict;
};

/** At the end of a month two months can be current, because stations are in different time zones. */
export const isRunning = ({ today }: AffectedPiles, month: number): boolean => today.some((day) => day.month === month);

/** The fees of a month in the form of the billing engine, or the problem. Every month needs electricity; other fees are optional. */
export const readFees = (drafts: readonly FeeDraft[]): Verdict<readonly TariffFee[], RateRuleRefusal> => {
  const fees = drafts.map(feeOf);
  if (new Set(fees.map((fee) => fee.rateType)).size !== fees.length) return deny('rateRule.feeTwice');
  if (!fees.some((fee) => fee.rateType === rateType.electricity)) return deny('rateRule.electricityMissing');
  return fees.some((fee) => validateFee(fee).length > 0) ? deny('rateRule.periodsWrong') : allow(fees);
};

const feeOf = (draft: FeeDraft): TariffFee => ({
  rateType: draft.rateType,
  billMode: draft.billMode,
  periods: draft.periods.map((period) => ({
    startSlot: slotOfTime(period.startTime),
    rateStage: period.rateStage,
    rateDiscount: period.rateDiscount,
    priceE5: priceE5(period.rate),
  })),
});
