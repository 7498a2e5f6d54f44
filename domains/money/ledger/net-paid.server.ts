import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** What was paid for a fee of an order and not given back. A debt was not paid, whether or not a later recharge has paid it. */
export interface NetPaid {
  readonly orderId: string;
  readonly feeType: number;
  readonly cents: bigint;
}

/** What orders have brought by fee, from the ledger: what wallets and prepayments paid, less what they got back. The caller has locked the orders. */
export const netPaidByFee = async (
  tx: Tx,
  { tenantId, orderIds }: { readonly tenantId: string; readonly orderIds: readonly string[] },
): Promise<readonly NetPaid[]> => {
  const { rows } = await sql<{ orderId: bigint | null; feeType: number | null; cents: bigint }>`select j.order_id, p.fee_type,
      coalesce(sum(case when k.class = 'R' and split_part(d.code, ':', 1) in ('wallet', 'prepaid') then p.amount
        when d.class = 'R' and split_part(k.code, ':', 1) in ('wallet', 'prepaid') then -p.amount else 0 end), 0)::int8 as cents
    from ledger.journal j join ledger.posting p using (journal_id)
    join ledger.account d on d.account_id = p.debit_id join ledger.account k on k.account_id = p.credit_id
    where j.tenant_id = ${tenantId} and j.order_id = any(${orderIds}::int8[]) and j.kind in ('settle', 'adjust', 'refund_bal') group by 1, 2`.execute(
    tx,
  );
  return rows.map(({ orderId, feeType, cents }) => ({ orderId: String(orderId), feeType: feeType ?? 0, cents }));
};
