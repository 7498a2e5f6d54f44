import { prepayState, refundOrderState } from '#engines/payment/codes.ts';
import { settledOrderStates } from '#engines/order/codes.ts';
import { balancesOf, openAccounts } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../order/lifecycle/stored-order.server.ts';
import { chargeOf, lockPrepaid, moneyOf } from '../prepaid-order/prepaid-row.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { refundsOfPayment } from './refund-row.server.ts';

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

const chargeStateOf = ({ payState, startRefusal, walletOf }: PrepaidRow, order: LoadedOrder | undefined): LockedPrepaid['charge'] => {
  if (walletOf !== null) return 'none';
  if (order) return settledOrderStates.includes(order.row.state) ? 'over' : 'running';
  // Timely money without a charge and without a refusal is about to begin one.
  return payState === prepayState.paid && startRefusal === null ? 'running' : 'none';
};
