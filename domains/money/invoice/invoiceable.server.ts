import type { Context } from '#kit/server/context/context.ts';
import type { InvoiceableOrder } from './invoiceable.rules.ts';

/** The orders, which belong to a later domain. */
export interface InvoiceOrders {
  /** Those of the viewer's scope, locked until the end of the transaction; one outside of it is answered like one that does not exist. */
  readonly lockVisible: (ctx: Context, orderIds: readonly string[]) => Promise<readonly InvoiceableOrder[]>;
}
