import { monthOf } from '#engines/time/calendar.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import type { BillInput } from './bill-input.ts';
import { billMode, rateType } from './codes.ts';
import { fineOf } from './fine.ts';
import { feesOf, FULL_PERCENT } from './schedule.ts';
import type { TariffFee, TariffPeriod } from './schedule.ts';

/** The consumption in one half hour of the day and its exact cost. The sum over all half hours equals the sum over the cells of the bill. */
export interface HalfHour {
  /** 0 to 47. */
  readonly slot: number;
  readonly dwh: bigint;
  readonly seconds: number;
  /** The stage of the electricity price. */
  readonly rateStage: number;
  /** Fine units (`formatFine`): all fees at list price, and after the tariff's discount. */
  readonly listFine: bigint;
  readonly tariffFine: bigint;
}

/** The 48 half hours of a bill. */
export const halfHoursOf = ({ tariff, startMs, usage }: Pick<BillInput, 'tariff' | 'startMs' | 'usage'>): readonly HalfHour[] => {
  const fees = feesOf(tariff, monthOf(startMs, tariff.zone));
  const electricity = fees.find((fee) => fee.rateType === rateType.electricity);
  return Array.from({ length: SLOT_COUNT }, (_, slot): HalfHour => {
    const dwh = usage.slotDwh[slot] ?? 0n;
    const seconds = usage.slotSeconds[slot] ?? 0;
    const parts = fees.map((fee) => costOf(fee, slot, fee.billMode === billMode.byHour ? BigInt(seconds) : dwh));
    return {
      slot,
      dwh,
      seconds,
      rateStage: (electricity && periodAt(electricity, slot)?.rateStage) ?? 0,
      listFine: parts.reduce((sum, { listFine }) => sum + listFine, 0n),
      tariffFine: parts.reduce((sum, { tariffFine }) => sum + tariffFine, 0n),
    };
  });
};

const costOf = (fee: TariffFee, slot: number, quantity: bigint): Pick<HalfHour, 'listFine' | 'tariffFine'> => {
  const period = periodAt(fee, slot);
  const product = quantity * (period?.priceE5 ?? 0n) * FULL;
  return {
    listFine: fineOf(product * FULL, fee.billMode),
    tariffFine: fineOf(product * BigInt(period?.rateDiscount ?? FULL_PERCENT), fee.billMode),
  };
};

const periodAt = ({ periods }: TariffFee, slot: number): TariffPeriod | undefined => periods.findLast(({ startSlot }) => startSlot <= slot);

const FULL = BigInt(FULL_PERCENT);
