import { AMOUNT_TOLERANCE_PERMILLE, DEVICE_AMOUNT_DIGITS, MANUAL_SETTLE_MAX_PERCENT } from '../bounds.ts';
import type { FeeAmounts } from '../facts.ts';
import type { RefusalArgs } from '../verdict.ts';

export interface AmountBounds {
  /** The most the charging strategy allows, null without one. */
  readonly capCents: bigint | null;
  /** The amount computed with the platform's tariff; null when it cannot be computed. */
  readonly recomputedCents: bigint | null;
  readonly hasSecondPerson: boolean;
}

export type AmountRefusal =
  | 'amount.negative'
  | 'amount.totalMismatch'
  | 'amount.aboveStrategy'
  | 'amount.aboveRecomputed'
  | 'order.secondPersonNeeded';
export interface AmountProblem {
  readonly refusal: AmountRefusal;
  /** The two values compared, minor units. */
  readonly args: RefusalArgs;
}

/** Checks of the amounts of a manual settlement, in the order in which a person would correct them. Null when all pass. */
export const amountProblem = (amounts: FeeAmounts, { capCents, recomputedCents, hasSecondPerson }: AmountBounds): AmountProblem | null => {
  const { elecCents, srvCents, other1Cents, other2Cents, totalCents } = amounts;
  const negative = Object.entries({ elecCents, srvCents, other1Cents, other2Cents, totalCents }).find(([, cents]) => cents < 0n);
  if (negative) return { refusal: 'amount.negative', args: { field: negative[0], cents: negative[1] } };
  const sumCents = elecCents + srvCents + other1Cents + other2Cents;
  if (sumCents !== totalCents) return { refusal: 'amount.totalMismatch', args: { totalCents, sumCents } };
  if (capCents !== null && totalCents > capCents) return { refusal: 'amount.aboveStrategy', args: { totalCents, capCents } };
  if (hasSecondPerson) return null;
  // Without a computed amount to compare with, any amount above zero needs a second person.
  if (recomputedCents === null) return totalCents === 0n ? null : { refusal: 'order.secondPersonNeeded', args: { totalCents } };
  const mostCents = (recomputedCents * MANUAL_SETTLE_MAX_PERCENT) / 100n;
  return totalCents > mostCents ? { refusal: 'amount.aboveRecomputed', args: { totalCents, mostCents } } : null;
};

/**
 * How the pile's own total compares with ours: `same` within one minor unit, `soft` within half a percent, `differs` beyond both.
 * `deviceE4` is 0.0001 of the main unit, `minorDigits` the currency's decimals (2 for yuan, 0 for yen).
 */
export const compareWithDevice = (
  oursCents: bigint,
  device: { readonly deviceE4: bigint; readonly minorDigits: number },
): 'same' | 'soft' | 'differs' => {
  const minorUnitE4 = 10n ** BigInt(DEVICE_AMOUNT_DIGITS - device.minorDigits);
  const oursE4 = oursCents * minorUnitE4;
  const differenceE4 = oursE4 > device.deviceE4 ? oursE4 - device.deviceE4 : device.deviceE4 - oursE4;
  if (differenceE4 <= minorUnitE4) return 'same';
  return differenceE4 * 1000n > oursE4 * AMOUNT_TOLERANCE_PERMILLE ? 'differs' : 'soft';
};
