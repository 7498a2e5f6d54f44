import { sql } from 'kysely';
import { CANCELLED } from '#engines/payment/prepaid.ts';
import { prepayState } from '#engines/payment/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { decideOn } from '../order/lifecycle/decide.server.ts';
import type { LoadedOrder } from '../order/lifecycle/stored-order.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import { lockPrepaid } from '../prepaid-order/prepaid-row.server.ts';
import { reservationState } from '../order/reservation.codes.ts';

const { reserved, unpaid } = valuesOf(reservationState);

/** The charging order of the reservation that a payment pays for; undefined where it pays for a charge that begins now. */
export const reservedOrderOf = async (tx: Tx, prePayOrderId: string): Promise<string | undefined> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select charging_order_id as id from reservation_order where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return rows[0] && String(rows[0].id);
};

/**
 * The money of a reservation has arrived, once: from now on the reservation holds, and the gun is kept where its window has begun. Money for a reservation
 * that has ended meanwhile goes back. True if the reservation holds now.
 */
export const confirmPaid = async (work: OrderWork, prePayOrderId: string, orderId: string): Promise<boolean> => {
  const { tx, nowMs } = work;
  const order = await lockOrder(tx, { orderId });
  const row = await lockPrepaid(tx, prePayOrderId);
  if (!order || row?.payState !== prepayState.paid || row.chargingOrderId !== null || row.startRefusal !== null) return false;
  const refusal = row.isCancelled ? CANCELLED : await refusalOf(work, order);
  await sql`update prepaid_order set charging_order_id = ${refusal === undefined ? orderId : null}::bigint, start_refusal = ${refusal ?? null},
    next_step_at = ${refusal === undefined ? null : new Date(nowMs)}::timestamptz, update_time = now(), version = version + 1
    where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return refusal === undefined;
};

/** Why a paid reservation does not hold any more. */
const refusalOf = async (work: OrderWork, order: LoadedOrder): Promise<string | undefined> => {
  const { verdict } = await decideOn(work, order, { event: { kind: 'reservationPaid' } });
  if (!verdict.ok) return 'reservation.over';
  await sql`update reservation_order set state = ${reserved}, update_time = now(), version = version + 1
    where charging_order_id = ${order.row.orderId} and state = ${unpaid}`.execute(work.tx);
  return undefined;
};
