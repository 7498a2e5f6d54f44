import { sql } from 'kysely';
import { prepayState } from '#engines/payment/codes.ts';
import { restToRefund } from '#engines/payment/prepaid.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { waitsForRetry } from '../start-retry/start-retry.server.ts';
import { lockWithCharge } from './lock-with-charge.server.ts';
import { refundKind } from './refund-order.codes.ts';
import { refundsOfPayment } from './refund-row.server.ts';
import { requestRefund } from './request-refund.server.ts';

const kinds = refundKind.items;

/** Sends what is left of a prepayment back, if that is due; otherwise nothing. Called again by whatever may make it due. */
export const returnRest = async (work: OrderWork, prePayOrderId: string): Promise<void> => {
  const locked = await lockWithCharge(work.tx, prePayOrderId);
  if (!locked) return;
  await sql`update prepaid_order set next_step_at = null where pre_pay_order_id = ${prePayOrderId}`.execute(work.tx);
  const { prepaid, order, restCents, charge } = locked;
  const refunds = (await refundsOfPayment(work.tx, prePayOrderId)).map(({ state }) => state);
  const amountCents = restToRefund({ state: prepaid.payState, charge, restCents, refunds });
  if (amountCents === 0n || (await waitsForRetry(work, locked, refunds))) return;
  const requested = await requestRefund(work, { prepaid, order, kind: kindOf(prepaid), amountCents, reason: prepaid.startRefusal ?? '' });
  if (!requested.ok) throw new Error(`the rest of ${prepaid.billId} was refused: ${requested.verdict.refusal}`);
};

const kindOf = ({ payState, chargingOrderId }: PrepaidRow) => {
  if (payState === prepayState.paidLate) return kinds.late.value;
  return chargingOrderId === null ? kinds.noCharge.value : kinds.rest.value;
};
