import { halfUp } from '#engines/money/round.ts';
import { billMode, RATE_TYPES, rateType } from '#engines/tariff/codes.ts';
import type { RateType } from '#engines/tariff/codes.ts';
import { FULL_PERCENT } from '#engines/tariff/schedule.ts';
import type { TariffFee, TariffPeriod } from '#engines/tariff/schedule.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import type { RateSlot } from './station-rate.ts';

/** The prices of a day as spans in which nothing changes. `fees` are those of the month. */
export const rateSlots = (fees: readonly TariffFee[]): readonly RateSlot[] => {
  const starts = Array.from({ length: SLOT_COUNT }, (_value, slot) => slot).filter(
    (slot) => slot === 0 || priceText(fees, slot) !== priceText(fees, slot - 1),
  );
  return starts.map((slot, index) => ({ from: timeOf(slot), to: timeOf(starts[index + 1] ?? SLOT_COUNT), ...pricesAt(fees, slot) }));
};

type Prices = Omit<RateSlot, 'from' | 'to'>;

/** The prices of a half hour, 0 to 47. */
export const pricesAt = (fees: readonly TariffFee[], slot: number): Prices => {
  const price = (type: RateType): number => Number(discounted(fees, type, slot));
  const list = (type: RateType): number => Number(periodAt(fees, type, slot)?.priceE5 ?? 0n);
  return {
    stage: periodAt(fees, rateType.electricity, slot)?.rateStage ?? 0,
    elec: price(rateType.electricity),
    srv: price(rateType.service),
    other1: price(rateType.other1),
    other2: price(rateType.other2),
    elecList: list(rateType.electricity),
    srvList: list(rateType.service),
    total: RATE_TYPES.filter((type) => isByEnergy(fees, type)).reduce((sum, type) => sum + price(type), 0),
  };
};

/** The price of a kWh for customers who pay these percentages of each fee item; a fee item that is not named is paid in full. */
export const vipTotal = (fees: readonly TariffFee[], slot: number, percents: Readonly<Partial<Record<RateType, number>>>): number => {
  const raw = RATE_TYPES.filter((type) => isByEnergy(fees, type)).reduce((sum, type) => {
    const period = periodAt(fees, type, slot);
    return period ? sum + period.priceE5 * BigInt(period.rateDiscount) * BigInt(percents[type] ?? FULL_PERCENT) : sum;
  }, 0n);
  return Number(halfUp(raw, BigInt(FULL_PERCENT) ** 2n));
};

/** The fee items with a price that are billed by the hour. */
export const hourlyTypes = (fees: readonly TariffFee[]): readonly RateType[] =>
  fees.filter((fee) => fee.billMode === billMode.byHour && fee.periods.some(({ priceE5 }) => priceE5 > 0n)).map((fee) => fee.rateType);

const feeOf = (fees: readonly TariffFee[], type: RateType): TariffFee | undefined => fees.find((fee) => fee.rateType === type);
const isByEnergy = (fees: readonly TariffFee[], type: RateType): boolean => feeOf(fees, type)?.billMode === billMode.byEnergy;
const periodAt = (fees: readonly TariffFee[], type: RateType, slot: number): TariffPeriod | undefined =>
  feeOf(fees, type)?.periods.findLast(({ startSlot }) => startSlot <= slot);
const discounted = (fees: readonly TariffFee[], type: RateType, slot: number): bigint => {
  const period = periodAt(fees, type, slot);
  return period ? halfUp(period.priceE5 * BigInt(period.rateDiscount), BigInt(FULL_PERCENT)) : 0n;
};
const priceText = (fees: readonly TariffFee[], slot: number): string => JSON.stringify(pricesAt(fees, slot));

/** `07:30` for slot 15; `24:00` for the end of the day. */
const timeOf = (slot: number): string => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
