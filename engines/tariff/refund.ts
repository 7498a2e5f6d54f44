import { done, refused, type Outcome } from '#engines/money/outcome.ts';
import { splitByWeight } from '#engines/money/split.ts';
import { cents, type Cents } from '#engines/money/units.ts';
import { type RateType } from './codes.ts';

/** The rest of one cell's net amount after earlier refunds. */
export interface RefundableCell {
  readonly rateType: RateType;
  readonly rateStage: number;
  /** >= 0. */
  readonly remainingCents: Cents;
}

export interface RefundCell extends RefundableCell {
  /** 0 to `remainingCents`. */
  readonly refundCents: Cents;
}

export type RefundRefusal = 'refund.notPositive' | 'refund.exceedsRemaining' | 'refund.cellNegative';

/**
 * Shares a partial refund among the cells in proportion to their rests; ties go to the lower fee item type, then the lower stage. The parts add up to
 * the refund, and none exceeds its cell: the refund is at most the sum of the rests, so an exact share is at most its cell, and the cell is an
 * integer. Cells are returned in order.
 */
export const allocateRefund = (refundCents: Cents, cells: readonly RefundableCell[]): Outcome<readonly RefundCell[], RefundRefusal> => {
  const ordered = [...cells].sort((a, b) => a.rateType - b.rateType || a.rateStage - b.rateStage);
  let remaining = 0n;
  for (const { remainingCents } of ordered) {
    if (remainingCents < 0n) return refused('refund.cellNegative');
    remaining += remainingCents;
  }
  if (refundCents <= 0n) return refused('refund.notPositive');
  if (refundCents > remaining) return refused('refund.exceedsRemaining');
  const parts = splitByWeight(
    refundCents,
    ordered.map((cell) => cell.remainingCents),
  );
  return done(ordered.map((cell, index) => ({ ...cell, refundCents: cents(parts[index] ?? 0n) })));
};
