import type { RefusalArgs } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import { storeDeviceEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { keptDetail } from './event-detail.rules.ts';
import { announceOrder } from './order-work.server.ts';
import type { OrderWork } from './order-work.server.ts';
import { writeAdjustWaits, writeRetry } from './save-order.server.ts';
import type { LoadedOrder } from './stored-order.server.ts';

/** No worker looks at the order before then. */
export const putAside = (tx: Tx, orderId: string, until: Date): Promise<void> => writeRetry(tx, orderId, until);

/** Why a difference was not booked: a refusal's code, and what its sentence names. */
export interface Obstacle {
  readonly refusal: string;
  readonly args: RefusalArgs;
}

/** Puts an order whose difference is not booked by itself before an operator, once a record. */
export const leaveAdjustment = async (work: OrderWork, { row, facts }: LoadedOrder, { refusal, args }: Obstacle): Promise<void> => {
  const { tx, nowMs } = work;
  if (!(await writeAdjustWaits(tx, row.orderId, project(facts).adjustDueBasis))) return;
  const detail = keptDetail({ ...args, says: refusal });
  await storeDeviceEvent(tx, row, { kind: 'adjustmentDue', gunNumber: row.gunNumber, chargingOrderNo: row.orderNo, detail, atMs: nowMs });
  announceOrder(work, row);
};
