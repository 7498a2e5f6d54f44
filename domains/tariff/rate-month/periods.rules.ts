import { endSlotOf, indexAt } from '#engines/time/day-periods.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { rateStage as stages } from '#engines/tariff/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { rateStage } from '../tariff.codes.ts';

export type Stage = CodeValue<typeof rateStage>;

/** A period while it is being edited: numbers may still be missing or wrong. */
export interface PeriodEdit {
  /** 0 to 47; it runs until the next period starts. */
  readonly startSlot: number;
  readonly rateStage: Stage;
  readonly rateDiscount: number | null;
  /** Decimal text as typed. */
  readonly rate: string;
}

/** The periods of one fee. Every function here keeps them complete: the first starts at 0, and each starts after the one before. */
export type Periods = readonly PeriodEdit[];

export const wholeDay = (template: Partial<PeriodEdit> = {}): Periods => [
  { rateStage: stages.none, rateDiscount: 100, rate: '', ...template, startSlot: 0 },
];

export const change = (periods: Periods, index: number, patch: Partial<PeriodEdit>): Periods =>
  periods.map((period, candidateIndex) => (candidateIndex === index ? { ...period, ...patch } : period));

/** Sets the stage of a part of the day, with the price that the stage has elsewhere in the day. */
export const paint = (periods: Periods, span: { readonly from: number; readonly to: number }, stage: Stage): Periods => {
  const [from, to] = [Math.max(0, Math.min(span.from, span.to)), Math.min(SLOT_COUNT, Math.max(span.from, span.to))];
  if (from === to) return periods;
  const template = periods.find((period) => period.rateStage === stage) ?? periods[indexAt(periods, from)];
  const paintedSlots = Array.from({ length: SLOT_COUNT }, (_value, slot) =>
    slot >= from && slot < to ? { ...template, rateStage: stage } : periods[indexAt(periods, slot)],
  );
  return joinSlots(paintedSlots);
};

/** Half hours as periods: equal neighbours become one. */
const joinSlots = (slots: readonly (Partial<PeriodEdit> | undefined)[]): Periods =>
  slots.flatMap((slot, startSlot) =>
    startSlot > 0 && sameTerms(slot, slots[startSlot - 1]) ? [] : wholeDay(slot).map((period) => ({ ...period, startSlot })),
  );

const sameTerms = (left: Partial<PeriodEdit> | undefined, right: Partial<PeriodEdit> | undefined): boolean =>
  left?.rateStage === right?.rateStage && left?.rateDiscount === right?.rateDiscount && left?.rate === right?.rate;

/** A stage of the day with the price and discount of its periods; undefined where they differ. */
export interface StageTerms {
  readonly stage: Stage;
  readonly rate: string | undefined;
  readonly rateDiscount: number | null | undefined;
  readonly slots: number;
}

/** The stages of a day in the order they first appear. */
export const stagesOf = (periods: Periods): readonly StageTerms[] =>
  [...new Set(periods.map((period) => period.rateStage))].map((stage) => {
    const stagePeriods = periods.filter((period) => period.rateStage === stage);
    const onlyValue = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined);
    const slots = periods.reduce((sum, period, index) => (period.rateStage === stage ? sum + endSlotOf(periods, index) - period.startSlot : sum), 0);
    return {
      stage,
      rate: onlyValue(stagePeriods.map(({ rate }) => rate)),
      rateDiscount: onlyValue(stagePeriods.map(({ rateDiscount }) => rateDiscount)),
      slots,
    };
  });

/** Sets the same price for all periods of a stage. */
export const priceStage = (periods: Periods, stage: Stage, patch: Partial<Pick<PeriodEdit, 'rate' | 'rateDiscount'>>): Periods =>
  periods.map((period) => (period.rateStage === stage ? { ...period, ...patch } : period));

/** The periods of another fee: its times and stages, and optionally its prices. Otherwise each period keeps the price at its start. */
export const copyPeriods = (source: Periods, target: Periods | undefined, withPrices: boolean): Periods =>
  source.map((period) => {
    if (withPrices) return period;
    const existing = target?.[indexAt(target, period.startSlot)];
    return { ...period, rate: existing?.rate ?? '', rateDiscount: existing?.rateDiscount ?? 100 };
  });
