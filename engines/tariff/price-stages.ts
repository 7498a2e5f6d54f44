import { monthOf } from '../time/calendar.ts';
import { cutAtSlots } from '../time/slots.ts';
import { billMode, rateType } from './codes.ts';
import type { RateType } from './codes.ts';
import { feesOf, FULL_PERCENT } from './schedule.ts';
import type { TariffFee, TariffSnapshot } from './schedule.ts';

/** Prices at one time, after the discounts of the tariff: 0.00001 of a currency unit for a kWh, and for an hour. */
export interface PriceTotals {
  readonly energyE5: bigint;
  readonly serviceE5: bigint;
  readonly otherE5: bigint;
  /** The three above. */
  readonly totalE5: bigint;
  /** The fees by time together. */
  readonly hourE5: bigint;
}

export interface PriceStage extends PriceTotals {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The prices of a charge that begins at `fromMs`, until `toMs`: in order, without gaps, equal neighbours joined. */
export const priceStages = (tariff: TariffSnapshot, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly PriceStage[] => {
  // The month of the start determines all prices of a charge.
  const fees = feesOf(tariff, monthOf(fromMs, tariff.zone));
  const stages: PriceStage[] = [];
  for (const piece of cutAtSlots({ fromMs, toMs, zone: tariff.zone })) {
    const prices = pricesAt(fees, piece.slot);
    const last = stages.at(-1);
    if (last && isSame(last, prices)) stages[stages.length - 1] = { ...last, toMs: piece.toMs };
    else stages.push({ fromMs: piece.fromMs, toMs: piece.toMs, ...prices });
  }
  return stages;
};

const isSame = (one: PriceTotals, other: PriceTotals): boolean =>
  one.energyE5 === other.energyE5 && one.serviceE5 === other.serviceE5 && one.otherE5 === other.otherE5 && one.hourE5 === other.hourE5;

const pricesAt = (fees: readonly TariffFee[], slot: number): PriceTotals => {
  const byEnergy = (types: readonly RateType[]): bigint =>
    sum(fees.filter((fee) => fee.billMode === billMode.byEnergy && types.includes(fee.rateType)).map((fee) => priceOf(fee, slot)));
  const energyE5 = byEnergy([rateType.electricity]);
  const serviceE5 = byEnergy([rateType.service]);
  const otherE5 = byEnergy([rateType.other1, rateType.other2]);
  const hourE5 = sum(fees.filter((fee) => fee.billMode === billMode.byHour).map((fee) => priceOf(fee, slot)));
  return { energyE5, serviceE5, otherE5, totalE5: energyE5 + serviceE5 + otherE5, hourE5 };
};

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Rounded half up to the resolution of prices. */
const priceOf = ({ periods }: TariffFee, slot: number): bigint => {
  const period = periods.findLast(({ startSlot }) => startSlot <= slot);
  return period ? (period.priceE5 * BigInt(period.rateDiscount) + BigInt(FULL_PERCENT / 2)) / BigInt(FULL_PERCENT) : 0n;
};
