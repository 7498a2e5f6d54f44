import { halfUp } from '#engines/money/round.ts';
import { cents, type Cents, type EnergyDwh } from '#engines/money/units.ts';
import { type RateType } from './codes.ts';
import { FULL_PERCENT } from './schedule.ts';

/** What a bought privilege card takes off an order. */
export interface PrivilegeCard {
  /** The whole percent still to pay, 0 to 100. */
  readonly discountPercent: number;
  /** The fee item types that it covers; all when absent. */
  readonly rateTypes?: readonly RateType[] | undefined;
  /** The energy for which it still counts, the least of its rest and of the rest of the day; all of the order when absent. */
  readonly energyLeftDwh?: EnergyDwh | undefined;
  /** Whether it may be combined with a VIP discount. */
  readonly overlayVip: boolean;
  /** Whether it may be combined with a coupon, which must allow it too. */
  readonly overlayCoupon: boolean;
}

/** Whether the card covers this fee item type. */
export const cardCovers = (card: PrivilegeCard, rateType: RateType): boolean => card.rateTypes?.includes(rateType) ?? true;

/** The energy of an order that the card is used for. */
export const cardEnergy = ({ energyLeftDwh }: PrivilegeCard, billedDwh: bigint): bigint =>
  energyLeftDwh !== undefined && energyLeftDwh < billedDwh ? energyLeftDwh : billedDwh;

/** The reduction of an amount that the card covers: of the share that its energy has in the order, half up. */
export const cardCredit = (card: PrivilegeCard, eligibleCents: bigint, billedDwh: bigint): Cents =>
  billedDwh === 0n
    ? cents(0n)
    : cents(halfUp(eligibleCents * cardEnergy(card, billedDwh) * BigInt(FULL_PERCENT - card.discountPercent), billedDwh * BigInt(FULL_PERCENT)));
