import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { BookedPart } from './adjustment.rules.ts';

export interface OrderBooks {
  /** By cell and account; owed amounts count as paid by the party. */
  readonly parts: readonly BookedPart[];
  /** The total amount for the party. */
  readonly billedCents: bigint;
  /** The part of it that exceeded the balance, minus refunds of that part. Later recharges that paid the debt are not considered. */
  readonly owedCents: bigint;
}

/** The amounts that the settlement of an order and its adjustments have booked so far. The caller has locked the order. */
export const orderBooks = async (tx: Tx, { tenantId, orderId }: { readonly tenantId: string; readonly orderId: string }): Promise<OrderBooks> => {
  const { rows } = await sql<{ rateType: number | null; rateStage: number | null; account: string; cents: bigint }>`
    select p.fee_type as rate_type, p.stage as rate_stage, split_part(case when k.class = 'R' then d.code else k.code end, ':', 1) as account,
      sum(case when k.class = 'R' then p.amount else -p.amount end)::int8 as cents
    from ledger.journal j join ledger.posting p using (journal_id)
    join ledger.account d on d.account_id = p.debit_id join ledger.account k on k.account_id = p.credit_id
    where j.tenant_id = ${tenantId} and j.order_id = ${orderId} and j.kind in ('settle', 'adjust', 'coupon_back', 'card_back') group by 1, 2, 3 order by 1, 2, 3`.execute(
    tx,
  );
  const parts = rows.map(({ account, cents, rateType, rateStage }) => ({
    rateType: rateType ?? missingFee(account),
    rateStage: rateStage ?? missingFee(account),
    paidBy: payingAccounts[account] ?? unknownAccount(account),
    cents,
  }));
  const sum = (amounts: readonly { readonly cents: bigint }[]): bigint => amounts.reduce((cents, part) => cents + part.cents, 0n);
  return {
    parts,
    billedCents: sum(parts.filter(({ paidBy }) => paidBy === 'payer')),
    owedCents: sum(rows.filter(({ account }) => account === 'receivable')),
  };
};

/** By the first part of an account's code. */
const payingAccounts: Readonly<Record<string, BookedPart['paidBy']>> = {
  wallet: 'payer',
  prepaid: 'payer',
  receivable: 'payer',
  tariff_offer: 'tariffOffer',
  vip_offer: 'vipOffer',
  coupon: 'couponCredit',
  privilege_card: 'cardCredit',
  points: 'pointCredit',
  overrun: 'overrun',
};

const missingFee = (account: string): never => {
  throw new Error(`an order is booked to ${account} for no fee`);
};
const unknownAccount = (account: string): never => {
  throw new Error(`an order is booked to ${account}, which pays for none`);
};
