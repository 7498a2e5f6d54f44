import { billMode, type RateType } from './codes.ts';
import { fineOf } from './fine.ts';
import { FULL_PERCENT, MAX_PERIODS, type TariffFee, type TariffPeriod } from './schedule.ts';
import { type SlotUsage } from './usage.ts';

/** Percent still to pay for each fee item type, whole, 0 to 100; a type that is not listed pays in full. */
export type VipDiscounts = Readonly<Partial<Record<RateType, number>>>;

/** One fee item type in one stage before any rounding. Amounts are fine units (`FINE_PER_UNIT`). */
export interface RawCell {
  readonly rateType: RateType;
  readonly rateStage: number;
  /** 0.1 Wh where billed by energy, seconds where billed by hour. */
  readonly quantity: bigint;
  /** At list price. */
  readonly listFine: bigint;
  /** After the tariff's discount. */
  readonly tariffFine: bigint;
  /** After the VIP's discount too. */
  readonly vipFine: bigint;
}

/** The cells of one fee with consumption, by stage. */
export const rawCells = (fee: TariffFee, usage: SlotUsage, vip: VipDiscounts | undefined): RawCell[] => {
  const vipPercent = BigInt(vip?.[fee.rateType] ?? FULL_PERCENT);
  const cells = stageSums(fee, usage).map(({ rateStage, quantity, list, discounted }): RawCell => {
    const tariff = list * FULL - discounted;
    return {
      rateType: fee.rateType,
      rateStage,
      quantity,
      listFine: fineOf(list * FULL * FULL, fee.billMode),
      tariffFine: fineOf(tariff * FULL, fee.billMode),
      vipFine: fineOf(tariff * vipPercent, fee.billMode),
    };
  });
  return cells.sort((a, b) => a.rateStage - b.rateStage);
};

interface StageSum {
  readonly rateStage: number;
  quantity: bigint;
  /** Quantity x price. */
  list: bigint;
  /** Quantity x price x discounted percent. */
  discounted: bigint;
}

const stageSums = (fee: TariffFee, usage: SlotUsage): StageSum[] => {
  const sums: StageSum[] = [];
  const byStage: (StageSum | undefined)[] = [];
  for (let index = 0; index < fee.periods.length; index += 1) {
    const period = fee.periods[index];
    const quantity = quantityOf(fee, index, usage);
    if (!period || quantity === 0n) continue;
    const { rateStage, rateDiscount } = period;
    let sum = byStage[rateStage];
    if (!sum) {
      sum = { rateStage, quantity: 0n, list: 0n, discounted: 0n };
      byStage[rateStage] = sum;
      sums.push(sum);
    }
    const amount = quantity * period.priceE5;
    sum.quantity += quantity;
    sum.list += amount;
    if (rateDiscount !== FULL_PERCENT) sum.discounted += amount * BigInt(FULL_PERCENT - rateDiscount);
  }
  return sums;
};

/** The consumption in a period of a fee: 0.1 Wh where billed by energy, seconds where billed by hour. */
export const quantityOf = (fee: Pick<TariffFee, 'billMode' | 'periods'>, periodIndex: number, usage: SlotUsage): bigint => {
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

/** The half hour before which a period ends: the start of the next period, or 48. */
export const endSlotOf = (periods: readonly TariffPeriod[], periodIndex: number): number => periods[periodIndex + 1]?.startSlot ?? MAX_PERIODS;

const FULL = BigInt(FULL_PERCENT);
