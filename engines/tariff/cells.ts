import { billMode, type RateType } from './codes.ts';
import { fineOf } from './fine.ts';
import { FULL_PERCENT, MAX_PERIODS, type TariffFee, type TariffPeriod } from './schedule.ts';
import { type SlotUsage } from './usage.ts';

/** Percent still to pay for each fee item type, whole, 0 to 100; a type that is not named pays in full. */
export type VipDiscounts = Readonly<Partial<Record<RateType, number>>>;

/** One fee item type in one stage before any rounding. Amounts are fine units (`FINE_PER_UNIT`). */
export interface RawCell {
  readonly rateType: RateType;
  readonly rateStage: number;
  /** 0.1 Wh by energy, seconds by hour. */
  readonly quantity: bigint;
  /** At list price. */
  readonly listFine: bigint;
  /** After the tariff's discount. */
  readonly tariffFine: bigint;
  /** After the VIP's discount too. */
  readonly vipFine: bigint;
}

/** The cells of one fee in which something was consumed, by stage. */
export const rawCells = (fee: TariffFee, usage: SlotUsage, vip: VipDiscounts | undefined): RawCell[] => {
  const sums = new Map<number, { quantity: bigint; list: bigint; off: bigint }>();
  for (const [index, period] of fee.periods.entries()) {
    const quantity = quantityOf(fee, index, usage);
    if (quantity === 0n) continue;
    const amount = quantity * period.priceE5;
    const off = period.rateDiscount === FULL_PERCENT ? 0n : amount * BigInt(FULL_PERCENT - period.rateDiscount);
    const sum = sums.get(period.rateStage);
    if (sum) {
      sum.quantity += quantity;
      sum.list += amount;
      sum.off += off;
    } else sums.set(period.rateStage, { quantity, list: amount, off });
  }
  const vipPercent = BigInt(vip?.[fee.rateType] ?? FULL_PERCENT);
  const cells: RawCell[] = [];
  for (const [rateStage, { quantity, list, off }] of sums) {
    const tariff = list * FULL - off;
    cells.push({
      rateType: fee.rateType,
      rateStage,
      quantity,
      listFine: fineOf(list * FULL * FULL, fee.billMode),
      tariffFine: fineOf(tariff * FULL, fee.billMode),
      vipFine: fineOf(tariff * vipPercent, fee.billMode),
    });
  }
  return cells.sort((a, b) => a.rateStage - b.rateStage);
};

/** What was consumed in a period of a fee: 0.1 Wh by energy, seconds by hour. */
export const quantityOf = (fee: TariffFee, periodIndex: number, usage: SlotUsage): bigint => {
  const from = fee.periods[periodIndex]?.startSlot ?? MAX_PERIODS;
  const to = endSlotOf(fee.periods, periodIndex);
  if (fee.billMode === billMode.byHour) {
    let seconds = 0;
    for (let slot = from; slot < to; slot += 1) seconds += usage.slotSeconds[slot] ?? 0;
    return BigInt(seconds);
  }
  let energy: bigint = usage.slotDwh[from] ?? 0n;
  for (let slot = from + 1; slot < to; slot += 1) energy += usage.slotDwh[slot] ?? 0n;
  return energy;
};

/** The half hour before which a period ends: where the next one starts, or 48. */
export const endSlotOf = (periods: readonly TariffPeriod[], periodIndex: number): number => periods[periodIndex + 1]?.startSlot ?? MAX_PERIODS;

const FULL = BigInt(FULL_PERCENT);
