import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Bill } from '#engines/tariff/bill.ts';

/** Delivered energy in 0.1 Wh: in total, by stage, and by half hour where that is known. */
export interface Energies extends Readonly<Record<'total' | 'tip' | 'peak' | 'flat' | 'valley', bigint>> {
  readonly slots: readonly bigint[] | null;
}

/** What a settlement or an adjustment writes into the row of an order. */
export interface OrderAmounts {
  readonly amounts: FeeAmounts;
  /** Undefined where the amounts were entered by hand: those have no stages and no discounts. */
  readonly bill: Bill | undefined;
  readonly energies: Energies;
  readonly method: 'auto' | 'manual';
  readonly shortfallCents: bigint;
}
