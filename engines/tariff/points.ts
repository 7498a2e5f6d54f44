import { cents, type Cents } from '#engines/money/units.ts';
import { FULL_PERCENT } from './schedule.ts';

/** How the points of a person pay for an order. */
export interface PointTerms {
  /** Points that may be spent. */
  readonly balancePoints: bigint;
  /** Points are spent in multiples of this, at least 1. */
  readonly stepPoints: bigint;
  /** What one point pays, at least 1. */
  readonly pointCents: Cents;
  /** The most that points pay of an order, a whole percent of what is due, 0 to 100. */
  readonly maxSharePercent: number;
}

/** The points that are spent on an amount, in whole steps. */
export const pointsFor = ({ balancePoints, stepPoints, pointCents, maxSharePercent }: PointTerms, dueCents: bigint): bigint => {
  const payable = (dueCents * BigInt(maxSharePercent)) / (BigInt(FULL_PERCENT) * pointCents);
  const usable = payable < balancePoints ? payable : balancePoints;
  return usable - (usable % stepPoints);
};

/** Points earned with money that was paid: for each whole unit of the currency. */
export const earnedPoints = (paidCents: Cents, { earnPerUnit, digits }: { readonly earnPerUnit: bigint; readonly digits: number }): bigint =>
  (paidCents / 10n ** BigInt(digits)) * earnPerUnit;

/**
 * The spent points that have come back after so much of the paid money was refunded, in all refunds together. The last refund gives back the rest.
 */
export const pointsGivenBack = (
  spentPoints: bigint,
  { paidCents, refundedCents }: { readonly paidCents: Cents; readonly refundedCents: Cents },
): bigint => (refundedCents >= paidCents ? spentPoints : (spentPoints * refundedCents) / paidCents);

/** What so many points pay. */
export const pointCreditOf = (points: bigint, { pointCents }: Pick<PointTerms, 'pointCents'>): Cents => cents(points * pointCents);
