import { sql } from 'kysely';
import type { RefusalArgs } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import { keepEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { keptDetail } from '../lifecycle/event-detail.rules.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';

interface Waiting {
  /** Why it was not booked: a refusal's code, and what its sentence names. */
  readonly refusal: string;
  readonly args: RefusalArgs;
  readonly nowMs: number;
}

/** Puts an order whose difference is not booked by itself before an operator, once a record. */
export const adjustmentWaits = async (tx: Tx, { row, facts }: LoadedOrder, { refusal, args, nowMs }: Waiting): Promise<void> => {
  const basis = project(facts).adjustDueBasis;
  const { numAffectedRows } = await sql`update charging_order set adjust_told = ${basis}, adjust_waits = 1
    where charging_order_id = ${row.orderId} and adjust_due = ${basis} and adjust_told is distinct from ${basis}`.execute(tx);
  if (numAffectedRows !== 1n) return;
  const detail = keptDetail({ ...args, says: refusal });
  await keepEvent(tx, row, { kind: 'adjustmentDue', gunNumber: row.gunNumber, chargingOrderNo: row.orderNo, detail, atMs: nowMs });
};
