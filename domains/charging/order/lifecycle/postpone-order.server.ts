import type { RefusalArgs } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import { storeDeviceEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { encodeDetail } from './event-detail.rules.ts';
import { announceOrder } from './order-work.server.ts';
import type { OrderWork } from './order-work.server.ts';
import { writeAdjustmentDeferred, writeRetry } from './save-order.server.ts';
import type { LoadedOrder } from './stored-order.server.ts';

/** No worker takes the order before this time. */
export const postponeOrder = (tx: Tx, orderId: string, until: Date): Promise<void> => writeRetry(tx, orderId, until);

/** Why a difference was not booked: the code of a refusal, and the values in its sentence. */
export interface Obstacle {
  readonly refusal: string;
  readonly args: RefusalArgs;
}

/** Asks an operator about an order whose difference is not booked automatically, once for each record. */
export const deferAdjustment = async (work: OrderWork, { row, facts }: LoadedOrder, { refusal, args }: Obstacle): Promise<void> => {
  const { tx, nowMs } = work;
  if (!(await writeAdjustmentDeferred(tx, row.orderId, project(facts).adjustDueBasis))) return;
  const detail = encodeDetail({ ...args, says: refusal });
  await storeDeviceEvent(tx, row, { kind: 'adjustmentDue', gunNumber: row.gunNumber, chargingOrderNo: row.orderNo, detail, atMs: nowMs });
  announceOrder(work, row);
};
