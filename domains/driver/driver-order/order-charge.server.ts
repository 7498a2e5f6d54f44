import { readPaidCharge, readWalletCharge } from '#domains/charging/server.ts';
import type { PaidCharge } from '#domains/charging/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import type { DriverOrderRow } from './driver-order-row.server.ts';

/** What was paid for an order, or set aside in the wallet, with its charge. */
export const readOrderCharge = async (tx: Tx, { orderNo, prePayOrderId, chargingOrderId }: DriverOrderRow): Promise<PaidCharge> => {
  const read = prePayOrderId === null ? await readWalletCharge(tx, chargingOrderId ?? '') : await readPaidCharge(tx, prePayOrderId);
  if (!read) throw new Error(`the payment of order ${orderNo} has gone`);
  return read;
};

/** The newest payment of an order; 409 for one that the wallet pays. */
export const paymentOf = ({ prePayOrderId }: Pick<DriverOrderRow, 'prePayOrderId'>): string =>
  prePayOrderId ?? throwRefusal(driverRefusals, 'driver.alreadyPaid', {}, { status: 409 });
