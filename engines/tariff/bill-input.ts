import { type Cents } from '#engines/money/units.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { isInstant } from '#engines/time/zone.ts';
import { couponForm, RATE_TYPES } from './codes.ts';
import { type VipDiscounts } from './cells.ts';
import { type Coupon } from './coupon.ts';
import { type PointTerms } from './points.ts';
import { type PrivilegeCard } from './privilege-card.ts';
import { FULL_PERCENT, type TariffSnapshot } from './schedule.ts';
import { MAX_BILLED_DWH } from './slice.ts';
import { type SlotUsage } from './usage.ts';

export interface BillInput {
  /** The schedule frozen when the order started. */
  readonly tariff: TariffSnapshot;
  /** Start of the session; the prices of its month in the station's zone apply to the whole session. */
  readonly startMs: number;
  readonly usage: SlotUsage;
  readonly vip?: VipDiscounts | undefined;
  readonly card?: PrivilegeCard | undefined;
  readonly coupon?: Coupon | undefined;
  /** Charging strategy "by amount": the maximum that the customer pays. */
  readonly capCents?: Cents | undefined;
  readonly points?: PointTerms | undefined;
}

export const billRefusals = [
  'bill.startInvalid',
  'bill.usageInvalid',
  'bill.vipInvalid',
  'bill.cardInvalid',
  'bill.couponInvalid',
  'bill.capNegative',
  'bill.pointsInvalid',
] as const;
export type BillRefusal = (typeof billRefusals)[number];

/** Why an order cannot be billed; undefined when it can. The tariff needs no check, because only validated tariffs have its type. */
export const refuseInput = ({ startMs, usage, vip, card, coupon, capCents, points }: BillInput): BillRefusal | undefined => {
  if (!isInstant(startMs)) return 'bill.startInvalid';
  if (!isUsage(usage)) return 'bill.usageInvalid';
  if (vip && !RATE_TYPES.every((rateType) => isPercent(vip[rateType] ?? FULL_PERCENT))) return 'bill.vipInvalid';
  if (card && !isCard(card)) return 'bill.cardInvalid';
  if (coupon && !isCoupon(coupon)) return 'bill.couponInvalid';
  if (capCents !== undefined && capCents < 0n) return 'bill.capNegative';
  if (points && !arePoints(points)) return 'bill.pointsInvalid';
  return undefined;
};

const isUsage = ({ slotDwh, slotSeconds, billedDwh }: SlotUsage): boolean => {
  if (slotDwh.length !== SLOT_COUNT || slotSeconds.length !== SLOT_COUNT || billedDwh > MAX_BILLED_DWH) return false;
  let sum = 0n;
  for (const energy of slotDwh) {
    if (energy < 0n) return false;
    sum += energy;
  }
  for (const seconds of slotSeconds) if (!Number.isSafeInteger(seconds) || seconds < 0) return false;
  return sum === billedDwh;
};

const isCoupon = (coupon: Coupon): boolean => {
  if ((coupon.useAmountLimitCents ?? 0n) < 0n) return false;
  if (coupon.couponForm === couponForm.deduction) return coupon.preferentialAmountCents >= 0n;
  return isPercent(coupon.preferentialDiscount) && (coupon.maxCreditCents ?? 0n) >= 0n;
};

const isCard = ({ discountPercent, energyLeftDwh }: PrivilegeCard): boolean => isPercent(discountPercent) && (energyLeftDwh ?? 0n) >= 0n;

const arePoints = ({ balancePoints, stepPoints, pointCents, maxSharePercent }: PointTerms): boolean =>
  balancePoints >= 0n && stepPoints >= 1n && pointCents >= 1n && isPercent(maxSharePercent);

const isPercent = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= FULL_PERCENT;
