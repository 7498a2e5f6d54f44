import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Bill } from '#engines/tariff/bill.ts';

/** What was delivered, 0.1 Wh: in all, by stage, and by half hour where that is known. */
export interface Energies extends Readonly<Record<'total' | 'tip' | 'peak' | 'flat' | 'valley', bigint>> {
  readonly slots: readonly bigint[] | null;
}

/** What a settlement or an adjustment writes into an order's row. */
export interface OrderAmounts {
  readonly amounts: FeeAmounts;
  /** Undefined where the amounts were typed: they have no stages and no offers. */
  readonly bill: Bill | undefined;
  readonly energies: Energies;
  readonly method: 'auto' | 'manual';
  readonly shortfallCents: bigint;
}
