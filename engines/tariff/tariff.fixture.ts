import { energyDwh, priceE5 } from '#engines/money/units.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { RATE_TYPES, type BillMode, type RateType } from './codes.ts';
import { type TariffDraft, type TariffFee, type TariffPeriod, type TariffSnapshot } from './schedule.ts';
import { type SlotUsage } from './usage.ts';
import { validateSchedule } from './validate.ts';

/** Schedules and usages for tests, written in a short form. */
type PeriodWords = readonly [startSlot: number, rateStage: number, priceE5: number, rateDiscount?: number];

const periodsOf = (...words: readonly PeriodWords[]): TariffPeriod[] =>
  words.map(([startSlot, rateStage, price, rateDiscount = 100]) => ({ startSlot, rateStage, rateDiscount, priceE5: priceE5(price) }));

export const feeOf = (rateType: RateType, periods: readonly PeriodWords[], billMode: BillMode = 1): TariffFee => ({
  rateType,
  billMode,
  periods: periodsOf(...periods),
});

/** The same fees in every month; fees that are not listed are free. */
export const draftOf = (fees: readonly TariffFee[], options: Partial<Omit<TariffDraft, 'months'>> = {}): TariffDraft => ({
  rateRuleNo: 'R-TEST',
  zone: 'Asia/Shanghai',
  currency: 'CNY',
  ...options,
  months: Array.from({ length: 12 }, (_, month) => ({
    month: month + 1,
    fees: RATE_TYPES.map((rateType) => fees.find((fee) => fee.rateType === rateType) ?? feeOf(rateType, [[0, 0, 0]])),
  })),
});

export const tariffOf = (fees: readonly TariffFee[], options: Partial<Omit<TariffDraft, 'months'>> = {}): TariffSnapshot => {
  const checked = validateSchedule(draftOf(fees, options));
  if (!checked.ok) throw new Error(JSON.stringify(checked.refusal));
  return checked.value;
};

/** Energies in 0.1 Wh and seconds by slot. */
export const usageOf = (dwh: Readonly<Record<number, number>>, seconds: Readonly<Record<number, number>> = {}): SlotUsage => {
  const slotDwh = Array.from({ length: SLOT_COUNT }, (_, slot) => energyDwh(dwh[slot] ?? 0));
  return {
    slotDwh,
    slotSeconds: Array.from({ length: SLOT_COUNT }, (_, slot) => seconds[slot] ?? 0),
    billedDwh: energyDwh(slotDwh.reduce<bigint>((sum, energy) => sum + energy, 0n)),
  };
};

export const atMs = (text: string): number => Date.parse(text);

export const valueOf = <T>(outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: unknown }): T => {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
};
