import { minorDigits } from '#engines/money/currency.ts';
import { cents, energyDwh, type Cents } from '#engines/money/units.ts';
import { monthOf } from '#engines/time/calendar.ts';
import { cutAtSlots, SLOT_COUNT, SLOT_MS } from '#engines/time/slots.ts';
import { isInstant } from '#engines/time/zone.ts';
import { refuseInput } from './bill-input.ts';
import { endSlotOf, type VipDiscounts } from './cells.ts';
import { billMode, type BillMode, type RateType } from './codes.ts';
import { fineOf, fineToCents } from './fine.ts';
import { couponCovers, couponCredit, couponReachesLimit, type Coupon } from './coupon.ts';
import type { MeterReading } from './readings.ts';
import { feesOf, FULL_PERCENT, type TariffFee, type TariffSnapshot } from './schedule.ts';
import { MAX_BILLED_DWH, sliceBySlots } from './slice.ts';
import type { SlotUsage } from './usage.ts';

/**
 * The prices of a session in each half hour of the day, all fees together and after the discounts of the tariff and the VIP. A bill is a sum over
 * half hours until it is rounded, so a growing bill needs only the consumption since the last calculation.
 */
export interface RunningPrices {
  /** The zone that determines the half hours: that of the schedule, even if the station has another zone by now. */
  readonly zone: string;
  /** Decimal digits of the currency. */
  readonly digits: number;
  /** Fine units (`fineOf`) for 0.1 Wh, by half hour. */
  readonly fineForDwh: readonly bigint[];
  /** Fine units for a second, by half hour. */
  readonly fineForSecond: readonly bigint[];
  /** The highest list prices of the month's fees, added up: 0.00001 of the currency unit per kWh, and per hour. */
  readonly highestPricesE5: Readonly<Record<BillMode, bigint>>;
}

/** A schedule and the start of the session, whose month determines all prices. */
export interface RunningTerms {
  readonly tariff: TariffSnapshot;
  readonly vip?: VipDiscounts | undefined;
  readonly coupon?: Coupon | undefined;
  readonly startMs: number;
}

/** The prices of a session from its start on; undefined where `bill` would refuse the start or the discounts. */
export const runningPrices = ({ tariff, vip, startMs }: RunningTerms): RunningPrices | undefined => {
  if (refuseInput({ tariff, startMs, vip, usage: NO_USAGE })) return undefined;
  return pricesOf({ tariff, startMs }, { vip, covers: () => true });
};

interface PriceSelection {
  readonly vip: VipDiscounts | undefined;
  readonly covers: (rateType: RateType) => boolean;
}

/** The prices of some fee item types, with or without the VIP discount. */
const pricesOf = ({ tariff, startMs }: Pick<RunningTerms, 'tariff' | 'startMs'>, { vip, covers }: PriceSelection): RunningPrices => {
  const fees = feesOf(tariff, monthOf(startMs, tariff.zone)).filter(({ rateType }) => covers(rateType));
  const feesOfMode = (mode: BillMode): readonly TariffFee[] => fees.filter((fee) => fee.billMode === mode);
  return {
    zone: tariff.zone,
    digits: minorDigits(tariff.currency) ?? 0,
    fineForDwh: fineBySlot(feesOfMode(billMode.byEnergy), vip),
    fineForSecond: fineBySlot(feesOfMode(billMode.byHour), vip),
    highestPricesE5: {
      [billMode.byEnergy]: highestPrices(feesOfMode(billMode.byEnergy)),
      [billMode.byHour]: highestPrices(feesOfMode(billMode.byHour)),
    },
  };
};

/** Fine units between two readings, by linear interpolation; undefined where `sliceBySlots` refuses them. */
export const fineBetween = (prices: RunningPrices, start: MeterReading, stop: MeterReading): bigint | undefined => {
  const { zone } = prices;
  const lastsMs = stop.atMs - start.atMs;
  const risesDwh = stop.meterDwh - start.meterDwh;
  // Nearly every sample lies in the same half hour as the one before.
  if (isInstant(start.atMs) && isInstant(stop.atMs) && lastsMs > 0 && lastsMs < SLOT_MS && risesDwh >= 0n && risesDwh <= MAX_BILLED_DWH) {
    const [piece, other] = cutAtSlots({ fromMs: start.atMs, toMs: stop.atMs, zone });
    if (piece && !other) return fineIn(prices, { slot: piece.slot, dwh: risesDwh, seconds: wholeSeconds(stop.atMs) - wholeSeconds(start.atMs) });
  }
  const sliced = sliceBySlots({ zone, start, stop, samples: [] });
  return sliced.ok ? fineOfUsage(prices, sliced.value) : undefined;
};

/** The cost of the whole consumption, in fine units. */
export const fineOfUsage = (prices: RunningPrices, { slotDwh, slotSeconds }: SlotUsage): bigint =>
  slotDwh.reduce<bigint>((sum, dwh, slot) => sum + fineIn(prices, { slot, dwh, seconds: slotSeconds[slot] ?? 0 }), 0n);

/** The amount that `bill` would charge the customer for it, without privilege card, coupon, cap and points. */
export const runningCents = ({ digits }: RunningPrices, fine: bigint): Cents => fineToCents(fine, digits);

/** The prices that a coupon looks at. Each gives a sum of its own. */
export interface CouponPrices {
  /** After the tariff's discount alone: of everything, and of what the coupon covers. */
  readonly tariff: RunningPrices;
  readonly covered: RunningPrices;
  /** What the coupon covers, after the VIP discount as well. */
  readonly coveredVip: RunningPrices;
}
export type CouponFines = Readonly<Record<keyof CouponPrices, bigint>>;

export const couponPrices = (terms: Omit<RunningTerms, 'coupon'>, coupon: Coupon): CouponPrices => {
  const covers = (rateType: RateType): boolean => couponCovers(coupon, rateType);
  return {
    tariff: pricesOf(terms, { vip: undefined, covers: () => true }),
    covered: pricesOf(terms, { vip: undefined, covers }),
    coveredVip: pricesOf(terms, { vip: terms.vip, covers }),
  };
};

/**
 * The amount that `bill` would charge the customer with the coupon, without privilege card, cap and points. `fine` is the sum with the VIP discount. Where
 * the coupon covers some fee items only, the amount may differ by one minor unit for each cell, because a bill is rounded before it is divided.
 */
export const runningDueCents = (
  prices: RunningPrices,
  fine: bigint,
  { coupon, fines }: { readonly coupon: Coupon; readonly fines: CouponFines },
): Cents => {
  const dueCents = runningCents(prices, fine);
  if (!couponReachesLimit(coupon, runningCents(prices, fines.covered))) return dueCents;
  const withCoupon = coupon.canOverlay
    ? dueCents - couponCredit(coupon, runningCents(prices, fines.coveredVip))
    : runningCents(prices, fines.tariff) - couponCredit(coupon, runningCents(prices, fines.covered));
  return withCoupon < dueCents ? cents(withCoupon < 0n ? 0n : withCoupon) : dueCents;
};

const fineIn = (prices: RunningPrices, { slot, dwh, seconds }: { readonly slot: number; readonly dwh: bigint; readonly seconds: number }): bigint =>
  dwh * (prices.fineForDwh[slot] ?? 0n) + BigInt(seconds) * (prices.fineForSecond[slot] ?? 0n);

const fineBySlot = (fees: readonly TariffFee[], vip: VipDiscounts | undefined): readonly bigint[] => {
  const slots = Array.from({ length: SLOT_COUNT }, () => 0n);
  for (const { rateType, billMode: mode, periods } of fees) {
    const vipPercent = BigInt(vip?.[rateType] ?? FULL_PERCENT);
    for (const [index, { startSlot, priceE5, rateDiscount }] of periods.entries()) {
      const fine = fineOf(priceE5 * BigInt(rateDiscount) * vipPercent, mode);
      for (let slot = startSlot; slot < endSlotOf(periods, index); slot += 1) slots[slot] = (slots[slot] ?? 0n) + fine;
    }
  }
  return slots;
};

const highestPrices = (fees: readonly TariffFee[]): bigint =>
  fees.reduce((sum, { periods }) => sum + periods.reduce((most, { priceE5 }) => (priceE5 > most ? priceE5 : most), 0n), 0n);

const NO_USAGE: SlotUsage = {
  slotDwh: Array.from({ length: SLOT_COUNT }, () => energyDwh(0)),
  slotSeconds: Array.from({ length: SLOT_COUNT }, () => 0),
  billedDwh: energyDwh(0),
};

const wholeSeconds = (atMs: number): number => Math.floor(atMs / 1_000);
