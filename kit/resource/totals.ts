import { opaque } from './endpoint.ts';
import type { Output } from './endpoint.ts';

/** The largest number of rows that are summed; with more, the answer says so and has no sums. */
export const TOTALS_CAP = 1_000_000;

/**
 * The sums `S` of a list, as decimal texts. Amounts of different currencies are not added. With one currency, or without rows, the sums are at the
 * top level, where clients of the product family read them.
 */
export type Totals<S> = Partial<S> & {
  readonly byCurrency: readonly (S & { readonly currency: string; readonly rowCount: number })[];
  /** There are more than `TOTALS_CAP` rows, and no sums. */
  readonly totalsCapped: boolean;
};

/** The output of a totals endpoint. */
export const totalsOf = <S>(): Output<Totals<S>, Totals<S>> => opaque();
