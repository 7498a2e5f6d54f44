import { opaque } from '#kit/resource/endpoint.ts';
import type { Output } from '#kit/resource/endpoint.ts';

/** Most rows that are summed; beyond it an answer has no sums but says so. */
export const TOTALS_CAP = 1_000_000;

/**
 * The sums `S` of a list, as decimal texts. Amounts of different currencies are not added: with one currency, or no row at all, its sums stand
 * at the top, where clients of the family read them.
 */
export type Totals<S> = Partial<S> & {
  readonly byCurrency: readonly (S & { readonly currency: string; readonly rowCount: number })[];
  /** There are more than `TOTALS_CAP` rows, and no sums. */
  readonly totalsCapped: boolean;
};

/** The output of a totals endpoint. */
export const totalsOf = <S>(): Output<Totals<S>, Totals<S>> => opaque();
