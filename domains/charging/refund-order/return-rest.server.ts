import { sql } from 'kysely';
import { prepayState, refundOrderState } from '#engines/payment/codes.ts';
import { restToRefund } from '#engines/payment/prepaid.ts';
import { orderState } from '#engines/order/codes.ts';
import { balancesOf, openAccounts } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../order/lifecycle/stored-order.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { chargeOf, lockPrepaid, moneyOf } from '../prepaid-order/prepaid-row.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { refundKind } from './refund-order.codes.ts';
import { refundsOfPayment } from './refund-row.server.ts';
import { requestRefund } from './request-refund.server.ts';

const kinds = refundKind.items;

/** A prepaid order with its charge, both locked, and what is left of its money. */
export interface LockedPrepaid {
  readonly prepaid: PrepaidRow;
  readonly order: LoadedOrder | undefined;
  readonly restCents: bigint;
  readonly charge: 'none' | 'running' | 'over';
}

export const lockWithCharge = async (tx: Tx, prePayOrderId: string): Promise<LockedPrepaid | undefined> => {
  const orderId = await chargeOf(tx, prePayOrderId);
  const order = orderId === null ? undefined : await lockOrder(tx, { orderId });
  const prepaid = await lockPrepaid(tx, prePayOrderId);
  // A charge that began in between is locked by its own transaction; the order is looked at again.
  if (!prepaid || prepaid.chargingOrderId !== orderId) return undefined;
  const [account = 0n] = await openAccounts(tx, { tenantId: BigInt(prepaid.tenantId), currency: prepaid.currency }, [moneyOf(prepaid)]);
  const [balance] = await balancesOf(tx, [account]);
  const availableCents = balance?.availableCents ?? 0n;
  // A wallet has other money as well, of which this payment takes back no more than it has brought.
  const ownCents = prepaid.walletOf === null ? availableCents : prepaid.paidCents - (await refundedOf(tx, prePayOrderId));
  const restCents = availableCents < ownCents ? availableCents : ownCents;
  return { prepaid, order, restCents, charge: chargeStateOf(prepaid, order) };
};

/** What of a payment went back or is on its way. */
const refundedOf = async (tx: Tx, prePayOrderId: string): Promise<bigint> =>
  (await refundsOfPayment(tx, prePayOrderId)).reduce(
    (sum, { state, amountCents }) => (state === refundOrderState.closed ? sum : sum + amountCents),
    0n,
  );

const overStates: readonly number[] = [orderState.settled, orderState.refunded];
const chargeStateOf = ({ payState, startRefusal, walletOf }: PrepaidRow, order: LoadedOrder | undefined): LockedPrepaid['charge'] => {
  if (walletOf !== null) return 'none';
  if (order) return overStates.includes(order.row.state) ? 'over' : 'running';
  // Timely money without a charge and without a refusal is about to begin one.
  return payState === prepayState.paid && startRefusal === null ? 'running' : 'none';
};

/** Sends what is left of a prepayment back, if that is due; otherwise nothing. Called again by whatever may make it due. */
export const returnRest = async (work: OrderWork, prePayOrderId: string): Promise<void> => {
  const locked = await lockWithCharge(work.tx, prePayOrderId);
  if (!locked) return;
  await sql`update prepaid_order set next_step_at = null where pre_pay_order_id = ${prePayOrderId}`.execute(work.tx);
  const { prepaid, order, restCents, charge } = locked;
  const refunds = (await refundsOfPayment(work.tx, prePayOrderId)).map(({ state }) => state);
  const amountCents = restToRefund({ state: prepaid.payState, charge, restCents, refunds });
  if (amountCents === 0n) return;
  const requested = await requestRefund(work, { prepaid, order, kind: kindOf(prepaid), amountCents, reason: prepaid.startRefusal ?? '' });
  if (!requested.ok) throw new Error(`the rest of ${prepaid.billId} was refused: ${requested.verdict.refusal}`);
};

const kindOf = ({ payState, chargingOrderId }: PrepaidRow) => {
  if (payState === prepayState.paidLate) return kinds.late.value;
  return chargingOrderId === null ? kinds.noCharge.value : kinds.rest.value;
};
