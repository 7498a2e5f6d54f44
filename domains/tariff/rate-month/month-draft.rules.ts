import { slotOfTime, timeOfSlot } from '#engines/time/slots.ts';
import { validateFee } from '#engines/tariff/validate.ts';
import { priceE5 } from '#engines/money/units.ts';
import { billMode as billModes, rateType as rateTypes } from '#engines/tariff/codes.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { WireRow } from '#kit/fields/field.ts';
import type { RateRuleRefusal } from '../rate-rule/rate-rule.labels.ts';
import type { billMode, rateType } from '../tariff.codes.ts';
import type { feeShape } from './rate-month.ts';
import { periodShape } from './rate-month.ts';
import { copyPeriods, wholeDay } from './periods.rules.ts';
import type { PeriodEdit, Periods } from './periods.rules.ts';

export type FeeType = CodeValue<typeof rateType>;
export type BillMode = CodeValue<typeof billMode>;
type FeeWire = WireRow<typeof feeShape>;

export interface FeeEdit {
  readonly rateType: FeeType;
  readonly billMode: BillMode;
  readonly periods: Periods;
}
/** The fees of a month while they are edited, in the order of their types. */
export type MonthEdit = readonly FeeEdit[];

/** Digits of a price on the wire. */
const RATE_SCALE = 5;
const DISCOUNT_SCALE = 2;

export const readMonth = (fees: readonly FeeWire[]): MonthEdit =>
  fees.map(({ rateType, billMode, periods }) => ({
    rateType,
    billMode,
    periods: periods.map(({ startTime, rate, ...rest }) => ({ ...rest, startSlot: slotOfTime(startTime), rate: shortRate(rate) })),
  }));

/** Converts the edited month to its wire form; only a month without problems is sent. */
export const writeMonth = (month: MonthEdit): readonly FeeWire[] =>
  month.map(({ periods, ...fee }) => ({
    ...fee,
    periods: periods.map(({ startSlot, rateDiscount, ...rest }) => ({
      ...rest,
      rateDiscount: rateDiscount ?? 100,
      startTime: timeOfSlot(startSlot),
    })),
  }));

export const feeOf = (month: MonthEdit, type: FeeType): FeeEdit | undefined => month.find((fee) => fee.rateType === type);

const sortedByType = (month: MonthEdit): MonthEdit => month.toSorted((left, right) => left.rateType - right.rateType);

/** Replaces a fee, or adds it. */
export const putFee = (month: MonthEdit, fee: FeeEdit): MonthEdit =>
  sortedByType([...month.filter((existing) => existing.rateType !== fee.rateType), fee]);
export const dropFee = (month: MonthEdit, type: FeeType): MonthEdit => month.filter((fee) => fee.rateType !== type);

/** The month with other periods of a fee; a fee that is not charged stays uncharged. */
export const withPeriods = (month: MonthEdit, type: FeeType, update: (periods: Periods) => Periods): MonthEdit => {
  const fee = feeOf(month, type);
  const periods = fee && update(fee.periods);
  return fee && periods && periods !== fee.periods ? putFee(month, { ...fee, periods }) : month;
};

/** A new fee with one price for the whole day. */
export const newFee = (type: FeeType): FeeEdit => ({ rateType: type, billMode: billModes.byEnergy, periods: wholeDay() });

/** Copies the periods of one fee to others, which keep their billing mode. */
export const copyToFees = (
  month: MonthEdit,
  source: FeeEdit,
  targets: { readonly types: readonly FeeType[]; readonly withPrices: boolean },
): MonthEdit =>
  targets.types.reduce((edited, type) => {
    const target = feeOf(edited, type);
    return putFee(edited, { ...(target ?? newFee(type)), periods: copyPeriods(source.periods, target?.periods, targets.withPrices) });
  }, month);

/** Whether both months are equal in value: `2` and `2.00` are the same price. */
export const sameMonth = (left: MonthEdit, right: MonthEdit): boolean => canonicalText(left) === canonicalText(right);
const canonicalText = (month: MonthEdit): string =>
  JSON.stringify(month.map(({ rateType, billMode, periods }) => [rateType, billMode, periods.map((period) => termsOf(period))]));
const termsOf = ({ startSlot, rateStage, rateDiscount, rate }: PeriodEdit) => [startSlot, rateStage, rateDiscount, String(rateE5(rate) ?? rate)];

/** Validation errors of a period's inputs, with the same messages as the server's. */
export type PeriodProblems = Readonly<Partial<Record<'rate' | 'rateDiscount', Problem>>>;

export const problemsOfPeriod = (period: PeriodEdit): PeriodProblems => {
  const rate = parse(periodShape.rate, period.rate);
  const rateDiscount = parse(periodShape.rateDiscount, period.rateDiscount);
  return { ...(!rate.ok && { rate: rate.problem }), ...(!rateDiscount.ok && { rateDiscount: rateDiscount.problem }) };
};

export interface MonthProblem {
  readonly rateType: FeeType | undefined;
  readonly period: number | undefined;
  /** Set when the month as a whole is wrong. */
  readonly refusal: RateRuleRefusal | undefined;
}

/** All problems that prevent a month from being saved, in the order of the page. */
export const problemsOfMonth = (month: MonthEdit): readonly MonthProblem[] => [
  ...(feeOf(month, rateTypes.electricity) ? [] : [{ rateType: undefined, period: undefined, refusal: 'rateRule.electricityMissing' as const }]),
  ...month.flatMap((fee) => problemsOfFee(fee)),
];

export const problemsOfFee = ({ rateType, billMode, periods }: FeeEdit): readonly MonthProblem[] => {
  const problems = periods.flatMap((period, index) =>
    Object.keys(problemsOfPeriod(period)).length > 0 ? [{ rateType, period: index, refusal: undefined }] : [],
  );
  if (problems.length > 0) return problems;
  const faults = validateFee({
    rateType,
    billMode,
    periods: periods.map(({ startSlot, rateStage, rateDiscount, rate }) => ({
      startSlot,
      rateStage,
      rateDiscount: rateDiscount ?? 0,
      priceE5: priceE5(rateE5(rate) ?? 0n),
    })),
  });
  return faults.map(({ period }) => ({ rateType, period, refusal: 'rateRule.periodsWrong' }));
};

/** A typed price in 0.00001 of the currency; undefined while it is invalid. */
export const rateE5 = (text: string): bigint | undefined => {
  const value = parseScaled(text, RATE_SCALE);
  return typeof value === 'bigint' && value >= 0n ? value : undefined;
};

/** The price after its discount, exact and without trailing zeros; undefined while either input is missing. */
export const paidRate = ({ rate, rateDiscount }: PeriodEdit): string | undefined => {
  const price = rateE5(rate);
  return price === undefined || rateDiscount === null
    ? undefined
    : shortRate(formatScaled(price * BigInt(rateDiscount), RATE_SCALE + DISCOUNT_SCALE));
};

/** `0.35000` as `0.35`, `1.00000` as `1.00`: at least two decimals, as prices are written. */
export const shortRate = (text: string): string => {
  const [integerPart = '', fraction = ''] = text.split('.');
  return `${integerPart}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
};

/** The lowest and the highest price of a fee's day after discounts; undefined while no price is valid. */
export const priceRange = (fee: FeeEdit | undefined): readonly [string, string] | undefined => {
  const prices = (fee?.periods ?? []).flatMap((period) => paidRate(period) ?? []).toSorted((left, right) => Number(left) - Number(right));
  const [lowest] = prices;
  const highest = prices.at(-1);
  return lowest === undefined || highest === undefined ? undefined : [lowest, highest];
};
