import { sql } from 'kysely';
import { openPrepayStates, prepayState } from '#engines/payment/codes.ts';
import type { PrepayState, RefundOrderState } from '#engines/payment/codes.ts';
import type { OrderState, StopCause } from '#engines/order/codes.ts';
import { factsOf } from '#engines/order/merge.ts';
import { project } from '#engines/order/view.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { decideOn } from '../order/lifecycle/decide.server.ts';
import { announceOrder } from '../order/lifecycle/order-work.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { lockOrder, readOrder } from '../order/lifecycle/stored-order.server.ts';
import { costSoFarCents } from '../order/settlement/cost-so-far.server.ts';
import { refundsOfPayment } from '../refund-order/refund-row.server.ts';
import { paymentTopic } from './payment-services.server.ts';
import { chargeOf } from './prepaid-row.server.ts';

/** A prepaid order with its charge and its refunds, as the driver is told about them. Money in minor units, instants in epoch milliseconds. */
export interface PaidCharge {
  readonly payState: PrepayState;
  /** What was received; before that, what is asked for. */
  readonly amountCents: bigint;
  readonly currency: string;
  readonly paidMs: number | null;
  readonly expiresMs: number;
  /** The obstacle that prevented the charge. */
  readonly startRefusal: string | null;
  readonly charge: ChargeProgress | null;
  /** What a coupon took off before it was paid. */
  readonly couponCreditCents: bigint;
  /** Until then the charge waits for its cable, or for its pile to connect again; null: it does not. */
  readonly replugUntilMs: number | null;
  /** Until then the start may be tried again; null: it was not offered so far. */
  readonly retryUntilMs: number | null;
  readonly retryCount: number;
  /** The oldest first. */
  readonly refunds: readonly { readonly refundNo: string; readonly amountCents: bigint; readonly state: RefundOrderState }[];
}

export interface ChargeProgress {
  readonly orderNo: string;
  readonly state: OrderState;
  readonly startResult: number | null;
  /** When the start was asked for. */
  readonly askedMs: number | null;
  readonly startMs: number | null;
  readonly stopMs: number | null;
  /** Readings of the meter, in 0.1 Wh. */
  readonly startMeterDwh: number | null;
  readonly stopMeterDwh: number | null;
  readonly stopReason: number | null;
  /** Why the platform first asked for a stop; null: it did not. */
  readonly stopCause: StopCause | null;
  /** The newest sample, by our clock. */
  readonly heardMs: number | null;
  readonly stopAskedMs: number | null;
  /** The gun is at rest, and the record of the end is missing. */
  readonly isAtRest: boolean;
  readonly energyDwh: number;
  readonly soc: number | null;
  readonly powerW: number | null;
  /** As the pile's gun shows it while it charges; null otherwise. */
  readonly runningCents: bigint | null;
  /** Null before the settlement. */
  readonly billed: BilledFees | null;
  readonly tariffSnapshotId: string | null;
}

/** The four fees make the total. */
export interface BilledFees {
  readonly totalCents: bigint;
  readonly energyCents: bigint;
  readonly serviceCents: bigint;
  readonly other1Cents: bigint;
  readonly other2Cents: bigint;
  readonly discountCents: bigint;
  /** The part of the discounts that a coupon took off. */
  readonly couponCents: bigint;
  /** The part of the discounts that a privilege card took off. */
  readonly cardCents: bigint;
  /** The part of the discounts that points have paid. */
  readonly pointCents: bigint;
}

interface PaymentColumns {
  readonly payState: number;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly payTime: Date | null;
  readonly expireTime: Date;
  readonly startRefusal: string | null;
  readonly couponCreditCents: bigint;
  readonly orderId: bigint | null;
  readonly replugUntil: Date | null;
  readonly retryUntil: Date | null;
  readonly retryCount: number;
}

/** Undefined when there is no such prepaid order. Nothing is locked. */
export const readPaidCharge = async (tx: Tx, prePayOrderId: string): Promise<PaidCharge | undefined> => {
  const { rows } =
    await sql<PaymentColumns>`select pay_state, coalesce(actual_pay_amount, order_amount) as amount_cents, currency, pay_time, expire_time, start_refusal, coupon_credit as coupon_credit_cents, charging_order_id as order_id, replug_until, retry_until, retry_count
    from prepaid_order where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { amountCents, currency, startRefusal, retryCount, couponCreditCents } = row;
  return {
    payState: stateOf(row.payState),
    amountCents,
    currency,
    startRefusal,
    couponCreditCents,
    retryCount,
    replugUntilMs: row.replugUntil?.getTime() ?? null,
    retryUntilMs: row.retryUntil?.getTime() ?? null,
    paidMs: row.payTime?.getTime() ?? null,
    expiresMs: row.expireTime.getTime(),
    charge: row.orderId === null ? null : await readProgress(tx, String(row.orderId)),
    refunds: (await refundsOfPayment(tx, prePayOrderId)).map(({ refundNo, amountCents: cents, state }) => ({ refundNo, amountCents: cents, state })),
  };
};

const stateOf = (value: number): PrepayState =>
  Object.values(prepayState).find((state) => state === value) ??
  (() => {
    throw new Error(`a prepaid order has the state ${value}`);
  })();

interface ChargeColumns {
  readonly isSettled: boolean;
  readonly totalCents: bigint;
  readonly energyCents: bigint;
  readonly serviceCents: bigint;
  readonly other1Cents: bigint;
  readonly other2Cents: bigint;
  readonly discountCents: bigint;
  readonly couponCents: bigint;
  readonly cardCents: bigint;
  readonly pointCents: bigint;
  readonly powerW: bigint | null;
  readonly runningCents: bigint | null;
}

export const readProgress = async (tx: Tx, orderId: string): Promise<ChargeProgress | null> => {
  const order = await readOrder(tx, { orderId });
  if (!order) return null;
  const view = project(order.facts);
  const { rows } =
    await sql<ChargeColumns>`select o.billing_time is not null as is_settled, o.billing_amount as total_cents, o.elec_amount as energy_cents, o.srv_amount as service_cents,
      o.other1_amount as other1_cents, o.other2_amount as other2_cents, o.order_amount - o.billing_amount as discount_cents, o.coupon_credit_amount as coupon_cents,
      o.card_credit_amount as card_cents, o.point_credit_amount as point_cents,
      l.charging_power as power_w, l.charging_amount as running_cents
    from charging_order o left join gun g on g.cp_code = o.cp_code and g.gun_number = o.gun_number and g.charging_order_no = o.charging_order_no
    left join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number where o.charging_order_id = ${orderId}`.execute(tx);
  const [columns] = rows;
  if (!columns) return null;
  const { isSettled, powerW, runningCents, ...billed } = columns;
  // Until the first sample of this charge, the gun shows the last one of the charge before.
  const hasSample = view.heardMs !== null;
  const [firstStop] = factsOf(order.facts, 'stopRequested').toSorted((a, b) => a.atMs - b.atMs);
  return {
    orderNo: order.row.orderNo,
    state: view.state,
    startResult: view.startResult,
    askedMs: view.requestedStart?.requestedAtMs ?? null,
    startMs: view.start?.startAtMs ?? null,
    stopMs: view.end?.stopAtMs ?? null,
    startMeterDwh: view.start?.startMeterDwh ?? null,
    stopMeterDwh: view.end?.stopMeterDwh ?? null,
    stopReason: view.end?.stopReason ?? null,
    heardMs: view.heardMs,
    stopCause: firstStop?.cause ?? null,
    stopAskedMs: firstStop === undefined || view.pendingStop === null ? null : firstStop.atMs,
    isAtRest: view.quietSinceMs !== null,
    energyDwh: view.energyDwh,
    soc: view.soc,
    powerW: hasSample && powerW !== null ? Number(powerW) : null,
    // A gun that has ended its charge no longer tells what it costs, and the record may still be on its way.
    runningCents: hasSample ? (runningCents ?? (isSettled ? null : await costSoFarCents(tx, order))) : null,
    billed: isSettled ? billed : null,
    tariffSnapshotId: order.row.tariffSnapshotId,
  };
};

/** Makes the next question about an open payment due, at most once in the pause. */
export const askAboutPayment = async (
  tx: Tx,
  prePayOrderId: string,
  { now, pauseMs }: { readonly now: Date; readonly pauseMs: number },
): Promise<void> => {
  const { numAffectedRows } = await sql`update prepaid_order set next_step_at = ${now}, woken_at = ${now}
    where pre_pay_order_id = ${prePayOrderId} and pay_state in (${literals(openPrepayStates)})
      and coalesce(woken_at, create_time) <= ${new Date(now.getTime() - pauseMs)}`.execute(tx);
  if ((numAffectedRows ?? 0n) > 0n) tx.wake(paymentTopic);
};

/** Stops the charge of a prepaid order in the name of its driver. False when none runs; a repeat is harmless. */
export const stopPaidCharge = async (work: OrderWork, prePayOrderId: string): Promise<boolean> => {
  const orderId = await chargeOf(work.tx, prePayOrderId);
  return orderId === null ? false : stopCharge(work, orderId);
};

/** Stops a charge in the name of its driver. False when none runs; a repeat is harmless. */
export const stopCharge = async (work: OrderWork, orderId: string): Promise<boolean> => {
  const order = await lockOrder(work.tx, { orderId });
  if (!order) return false;
  announceOrder(work, order.row);
  const { verdict } = await decideOn(work, order, { event: { kind: 'stop', cause: 'user', by: work.actor } });
  return verdict.ok;
};
