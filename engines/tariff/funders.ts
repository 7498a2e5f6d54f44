import { halfUp } from '#engines/money/round.ts';
import { minus, sumOf, type Parts } from '#engines/money/parts.ts';
import { splitByWeight } from '#engines/money/split.ts';
import { FULL_PERCENT } from './schedule.ts';

/**
 * Who pays for a credit: the first funder a whole percent of the sum, half up and shared among the cells by their credits, the second the rest of each
 * cell.
 */
export const splitFunders = (credits: Parts, firstPercent: number): { readonly first: Parts; readonly second: Parts } => {
  const first = splitByWeight(halfUp(sumOf(credits) * BigInt(firstPercent), BigInt(FULL_PERCENT)), credits);
  return { first, second: minus(credits, first) };
};
