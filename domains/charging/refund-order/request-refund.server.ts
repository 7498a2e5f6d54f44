import { sql } from 'kysely';
import { refundOrderState } from '#engines/payment/codes.ts';
import { REFUND_GAP_MS, refundNoOf, refundStatOf } from '#engines/payment/prepaid.ts';
import type { RefusedVerdict } from '#engines/order/verdict.ts';
import { accounts, openAccounts, orderBooks, post } from '#domains/money/server.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { decideOn } from '../order/lifecycle/decide.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { LoadedOrder } from '../order/lifecycle/stored-order.server.ts';
import { paymentTopic } from '../prepaid-order/payment-services.server.ts';
import { moneyOf } from '../prepaid-order/prepaid-row.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { refundKind } from './refund-order.codes.ts';
import { refundsOfPayment } from './refund-row.server.ts';

export interface RefundRequest {
  readonly prepaid: PrepaidRow;
  /** The settled charging order, locked before the prepaid order; undefined if there was no charge. */
  readonly order: LoadedOrder | undefined;
  readonly kind: CodeValue<typeof refundKind>;
  readonly amountCents: bigint;
  readonly reason: string;
  readonly secondBy?: string | null;
}

export type RequestedRefund = { readonly ok: true; readonly refundNo: string } | { readonly ok: false; readonly verdict: RefusedVerdict };

/**
 * Requests that money of a prepayment goes back: the refund with its number, its money in transit, and the order's fact, in one transaction. The worker
 * calls the provider afterwards. The floor of the account refuses more than what is left.
 */
export const requestRefund = async (work: OrderWork, request: RefundRequest): Promise<RequestedRefund> => {
  const { prepaid, order, amountCents, kind } = request;
  const earlier = await refundsOfPayment(work.tx, prepaid.prePayOrderId);
  const refundNo = refundNoOf(prepaid.billId, earlier.length + 1);
  const store = async () => {
    await insertRefund(work, request, { refundNo, notBefore: await gapAfter(work, prepaid.prePayOrderId) });
    await bookRequest(work, request, refundNo);
    await writeRefundStat(work.tx, prepaid.prePayOrderId);
    work.tx.wake(paymentTopic);
    return undefined;
  };
  if (!order) {
    await store();
    return { ok: true, refundNo };
  }
  const { billedCents } = await orderBooks(work.tx, order.row);
  const purpose = kind === refundKind.items.goodwill.value ? 'goodwill' : 'prepaidRest';
  const event = { kind: 'requestRefund', refundId: refundNo, purpose, amountCents, paidCents: prepaid.paidCents, billedCents } as const;
  const { verdict } = await decideOn(work, order, { event, book: store });
  return verdict.ok ? { ok: true, refundNo } : { ok: false, verdict };
};

/** Providers take two refunds of one payment only at a distance. */
const gapAfter = async ({ tx, nowMs }: OrderWork, prePayOrderId: string): Promise<Date> => {
  const { rows } = await sql<{
    last: Date | null;
  }>`select max(create_time) as last from refund_order where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return new Date(Math.max(nowMs, (rows[0]?.last?.getTime() ?? 0) + REFUND_GAP_MS));
};

const insertRefund = async (
  { tx, nowMs, actor }: OrderWork,
  { prepaid, amountCents, kind, reason, secondBy = null }: RefundRequest,
  { refundNo, notBefore }: { readonly refundNo: string; readonly notBefore: Date },
): Promise<void> => {
  await sql`insert into refund_order (tenant_id, agent_id, station_id, cust_id, pre_pay_order_id, charging_order_id, refund_order_no, refund_kind, refund_amount,
      currency, refund_state, refund_reason, second_by, next_step_at, create_by, create_time)
    values (${prepaid.tenantId}, ${prepaid.agentId}, ${prepaid.stationId}, ${prepaid.custId}, ${prepaid.prePayOrderId}, ${prepaid.chargingOrderId}, ${refundNo},
      ${kind}, ${amountCents}, ${prepaid.currency}, ${refundOrderState.requested}, ${reason}, ${secondBy}, ${notBefore}, ${actor}, ${new Date(nowMs)})`.execute(
    tx,
  );
};

/** D prepaid or the wallet, C refund in transit. */
const bookRequest = async ({ tx, actor }: OrderWork, { prepaid, amountCents }: RefundRequest, refundNo: string): Promise<void> => {
  const books = { tenantId: BigInt(prepaid.tenantId), currency: prepaid.currency, actor };
  const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [moneyOf(prepaid), accounts.refundInTransit()]);
  const order = prepaid.chargingOrderId === null ? {} : { orderId: BigInt(prepaid.chargingOrderId) };
  await post(tx, books, { kind: 'refund_req', source: { type: 'refund', id: refundNo }, lines: [{ debit, credit, amountCents }], ...order });
};

/** Writes what the refunds of a prepaid order add up to. */
export const writeRefundStat = async (tx: Tx, prePayOrderId: string): Promise<void> => {
  const refunds = await refundsOfPayment(tx, prePayOrderId);
  const refundedCents = refunds.reduce((sum, { state, amountCents }) => (state === refundOrderState.succeeded ? sum + amountCents : sum), 0n);
  await sql`update prepaid_order set refund_stat = ${refundStatOf(refunds.map(({ state }) => state))}, refund_amount = ${refundedCents}, update_time = now(),
    version = version + 1 where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
};
