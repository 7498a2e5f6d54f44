import { sql } from 'kysely';
import { finalRefundStates, openPrepayStates, prepayState } from '#engines/payment/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { paymentTopic } from './payment-services.server.ts';

/** The charge of a prepaid order has been settled or adjusted: what is left goes back. Nothing for an order that a wallet pays. */
export const wakePrepaidOf = async (tx: Tx, orderId: string, nowMs: number): Promise<void> => {
  const now = new Date(nowMs);
  await sql`update prepaid_order set next_step_at = ${now}, woken_at = ${now} where charging_order_id = ${orderId}`.execute(tx);
  tx.wake(paymentTopic);
};

/** Ends the payment window of an unpaid order now: the provider is asked once more, and the payment is closed. Money that comes all the same goes back. */
export const cancelPayment = async (tx: Tx, prePayOrderId: string, now: Date): Promise<void> => {
  await sql`update prepaid_order set expire_time = least(expire_time, ${now}), cancel_time = coalesce(cancel_time, ${now}), next_step_at = ${now}, woken_at = ${now},
    update_time = now(), version = version + 1 where pre_pay_order_id = ${prePayOrderId} and pay_state = ${prepayState.unpaid}`.execute(tx);
  tx.wake(paymentTopic);
};

/** A provider has told something about a payment. False if the number is none of this account. */
export const wakePayment = async (tx: Tx, { payConfId, payNo, now }: { readonly payConfId: string; readonly payNo: string; readonly now: Date }) => {
  const { rows } = await sql<{
    id: bigint;
  }>`with known as (select pre_pay_order_id from prepaid_order where bill_id = ${payNo} and pay_conf_id = ${payConfId}),
    woken as (update prepaid_order p set next_step_at = ${now}, woken_at = ${now} from known
      where p.pre_pay_order_id = known.pre_pay_order_id and p.pay_state in (${literals(openPrepayStates)}))
    select pre_pay_order_id as id from known`.execute(tx);
  return rows.length > 0;
};

/** A provider has told something about a refund, or a person asks for it. False if the number is none of this account. */
export const wakeRefund = async (
  tx: Tx,
  { payConfId, refundNo, now }: { readonly payConfId: string; readonly refundNo: string; readonly now: Date },
) => {
  const { rows } = await sql<{ id: bigint }>`select r.refund_id as id from refund_order r join prepaid_order p using (pre_pay_order_id)
    where r.refund_order_no = ${refundNo} and p.pay_conf_id = ${payConfId}`.execute(tx);
  const [known] = rows;
  if (!known) return false;
  await sql`update refund_order set next_step_at = ${now}, woken_at = ${now}
    where refund_id = ${known.id} and refund_state not in (${literals(finalRefundStates)})`.execute(tx);
  return true;
};
