import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { refundRefusals } from '../../refund-order/refund-order.labels.ts';

/** Nothing of an order goes back while an invoice over it is live: the red invoice comes first. The caller has locked the order. */
export const refuseInvoiced = async (tx: Tx, { orderId }: { readonly orderId: string }): Promise<void> => {
  const { rows } = await sql<{ no: string | null }>`select live_invoice_of(${orderId}::int8) as no`.execute(tx);
  const no = rows[0]?.no ?? null;
  if (no !== null) throwRefusal(refundRefusals, 'refund.invoiced', { no });
};
