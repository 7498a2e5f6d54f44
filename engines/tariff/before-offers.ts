import { minorDigits } from '#engines/money/currency.ts';
import { monthOf } from '#engines/time/calendar.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { endSlotOf } from './cells.ts';
import { billMode, type BillMode } from './codes.ts';
import { amountBeforeCoupon, type Coupon } from './coupon.ts';
import { fineOf, fineToCents } from './fine.ts';
import { cardCovers, type PrivilegeCard } from './privilege-card.ts';
import { feesOf, FULL_PERCENT, type TariffFee, type TariffSnapshot } from './schedule.ts';

/** What a pile does not know, and the prices that it counts at. */
export interface UntoldOffers {
  readonly tariff: TariffSnapshot;
  readonly startMs: number;
  readonly card: PrivilegeCard | undefined;
  readonly coupon: Coupon | undefined;
}

/** No order costs as much, in minor units. */
const NO_LIMIT_CENTS = 100_000_000n;
const FULL = BigInt(FULL_PERCENT);

/**
 * An amount at the tariff's prices of which at most `dueCents` remain to be paid after the card and the coupon: what a pile is told, which knows neither.
 * It is never too low, so that no charge ends before its limit; the running cost ends a charge for which it is too high.
 */
export const amountBeforeOffers = ({ card, coupon, ...prices }: UntoldOffers, dueCents: bigint): bigint => {
  const beforeCoupon = coupon ? amountBeforeCoupon(coupon, dueCents) : dueCents;
  return card ? amountBeforeCard(card, prices, beforeCoupon) : beforeCoupon;
};

const amountBeforeCard = (card: PrivilegeCard, prices: Pick<UntoldOffers, 'tariff' | 'startMs'>, dueCents: bigint): bigint => {
  const fees = feesOf(prices.tariff, monthOf(prices.startMs, prices.tariff.zone));
  const most = mostCredit(card, fees, minorDigits(prices.tariff.currency) ?? 0);
  const bounds = [NO_LIMIT_CENTS, byShare(dueCents, leastShare(card, fees)), ...(most === undefined ? [] : [dueCents + most])];
  return bounds.reduce((least, bound) => (bound < least ? bound : least));
};

interface Share {
  readonly remains: bigint;
  readonly of: bigint;
}

const byShare = (dueCents: bigint, { remains, of }: Share): bigint => (remains === 0n ? NO_LIMIT_CENTS : (dueCents * of + remains - 1n) / remains);

/** The least part that the card leaves of the prices of a half hour, by energy and by hour. */
const leastShare = (card: PrivilegeCard, fees: readonly TariffFee[]): Share => {
  const shares = Object.values(billMode).flatMap((mode) => {
    const ofMode = fees.filter((fee) => fee.billMode === mode);
    const all = sumBySlot(ofMode, () => FULL);
    const left = sumBySlot(ofMode, (fee) => (cardCovers(card, fee.rateType) ? BigInt(card.discountPercent) : FULL));
    return all.map((of, slot): Share => ({ of, remains: left[slot] ?? 0n }));
  });
  return shares
    .filter(({ of }) => of > 0n)
    .reduce<Share>((least, share) => (share.remains * least.of < least.remains * share.of ? share : least), { remains: 1n, of: 1n });
};

/** The most that the card takes off; undefined where its energy does not limit that. */
const mostCredit = (card: PrivilegeCard, fees: readonly TariffFee[], digits: number): bigint | undefined => {
  const covered = fees.filter(({ rateType }) => cardCovers(card, rateType));
  if (card.energyLeftDwh === undefined || covered.some((fee) => fee.billMode === billMode.byHour)) return undefined;
  const highest = sumBySlot(covered, () => BigInt(FULL_PERCENT - card.discountPercent)).reduce((most, price) => (price > most ? price : most), 0n);
  return fineToCents(fineOf(card.energyLeftDwh * highest, billMode.byEnergy satisfies BillMode), digits) + 1n;
};

/** Price after the tariff's discount x percent, of all fees, in each half hour of the day. */
const sumBySlot = (fees: readonly TariffFee[], percentOf: (fee: TariffFee) => bigint): readonly bigint[] => {
  const slots = Array.from({ length: SLOT_COUNT }, () => 0n);
  for (const fee of fees) {
    const percent = percentOf(fee);
    for (const [index, { startSlot, priceE5, rateDiscount }] of fee.periods.entries())
      for (let slot = startSlot; slot < endSlotOf(fee.periods, index); slot += 1)
        slots[slot] = (slots[slot] ?? 0n) + priceE5 * BigInt(rateDiscount) * percent;
  }
  return slots;
};
