import { sql } from 'kysely';
import { mainPartType } from '#engines/order/codes.ts';
import { partyById } from '#domains/customer/server.ts';
import { inSavepoint } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { sellCard } from '../privilege-card/take-card.server.ts';

/** The card that a payment into a wallet is to buy. */
export interface CardPayment {
  readonly prePayOrderId: string;
  readonly tenantId: string;
  readonly custId: string;
  readonly privilegeCardId: string;
  readonly priceCents: bigint;
  readonly currency: string;
  /** The driver's number. */
  readonly phone: string;
}

/** Stores, with the payment, the card that its money buys. */
export const orderCardByPayment = async (tx: Tx, payment: CardPayment): Promise<void> => {
  await sql`insert into privilege_card_payment (pre_pay_order_id, tenant_id, privilege_card_id, cust_id, price, currency, main_part_no, create_by)
    values (${payment.prePayOrderId}, ${payment.tenantId}, ${payment.privilegeCardId}, ${payment.custId}, ${payment.priceCents},
      ${payment.currency}, ${payment.phone}, 'driver')`.execute(tx);
};

interface CardPaymentRow {
  readonly privilegeCardId: bigint;
  readonly custId: bigint;
  readonly price: bigint;
}

/**
 * The money of a payment is in the wallet: sells the card that it is for, once. What cannot be sold any more, because its price has changed, it is sold out
 * or the money has paid a debt, is not sold, and the money stays in the wallet.
 */
export const sellPaidCard = async (tx: Tx, prePayOrderId: string, now: Date): Promise<void> => {
  const { rows } = await sql<CardPaymentRow>`select privilege_card_id, cust_id, price from privilege_card_payment
    where pre_pay_order_id = ${prePayOrderId} and done_time is null for update`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const sold = await sell(tx, row, now);
  await sql`update privilege_card_payment set privilege_card_hold_id = ${sold.holdId}, refusal = ${sold.refusal}, done_time = ${now}
    where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
};

interface SaleResult {
  readonly holdId: string | null;
  readonly refusal: string | null;
}

const sell = async (tx: Tx, { privilegeCardId, custId, price }: CardPaymentRow, now: Date): Promise<SaleResult> => {
  const party = await partyById(tx, mainPartType.phoneUser, String(custId));
  if (!party) return { holdId: null, refusal: 'missing' };
  const taking = { privilegeCardId: String(privilegeCardId), party, by: 'driver', now };
  try {
    // What the sale wrote before it was refused is rolled back.
    const { privilegeCardHoldId } = await inSavepoint(tx, () => sellCard(tx, taking, price));
    return { holdId: privilegeCardHoldId, refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return { holdId: null, refusal: error.facts.code };
    throw error;
  }
};

/** How far the card of a payment is: `bought`, `refused`, or `open` while the money is on its way. Undefined of a payment for the wallet alone. */
export const cardOfPayment = async (tx: Tx, prePayOrderId: string): Promise<'open' | 'bought' | 'refused' | undefined> => {
  const { rows } = await sql<{
    isBought: boolean;
    isDone: boolean;
  }>`select privilege_card_hold_id is not null as is_bought, done_time is not null as is_done
    from privilege_card_payment where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  const [row] = rows;
  return row && (row.isBought ? 'bought' : row.isDone ? 'refused' : 'open');
};
