import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** An order that was just looked at rests at least this long. */
const REST_MS = 1_000;

/** When the order is looked at next; never at once, since a tick that changed nothing would find the same again. */
export const sleepUntil = async (tx: Tx, orderId: string, told: { readonly wakeMs: number | null; readonly now: Date }): Promise<void> => {
  const wakeAt = told.wakeMs === null ? null : new Date(Math.max(told.wakeMs, told.now.getTime() + REST_MS));
  await sql`update charging_order set next_wake_at = ${wakeAt} where charging_order_id = ${orderId}`.execute(tx);
};
