import { sql } from 'kysely';
import { valuesOf } from '#kit/fields/codes.ts';
import { performs } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import type { Tx } from '#kit/db/index.ts';
import { decide } from '../order/lifecycle/decide.server.ts';
import { reservationExpiry } from './expiry.ts';
import { reservationState } from './reservation-order.ts';

/** Most reservations one run ends; the rest are the next one's. */
const RUN_MAX = 500;
const { reserved } = valuesOf(reservationState);

/** Their orders are locked here, so a second run beside this one finds others; and a reservation that has ended is not found again. */
export const reservationExpiryJob: Job = performs(reservationExpiry, async ({ tx, now }) => {
  const { rows } = await sql<{
    id: bigint;
  }>`select o.charging_order_id as id from charging_order o join reservation_order r on r.charging_order_id = o.charging_order_id
    where r.state = ${reserved} and r.expire_time <= ${now} order by r.expire_time limit ${RUN_MAX} for update of o skip locked`.execute(tx);
  const ended = [];
  for (const { id } of rows) ended.push(await expireOne(tx, String(id), now.getTime()));
  return { expired: ended.filter(Boolean).length, failed: ended.filter((is) => !is).length };
});

/** In a savepoint of its own: one whose facts are damaged does not keep the others from ending. */
const expireOne = async (tx: Tx, orderId: string, nowMs: number): Promise<boolean> => {
  const db = tx.withoutPlugins();
  await sql`savepoint expiry`.execute(db);
  try {
    const decided = await decide(tx, { orderId }, { event: { kind: 'tick' }, nowMs, actor: 'job:reservationExpiry', wake: new Set() });
    await sql`release savepoint expiry`.execute(db);
    return decided?.view.end !== null && decided !== undefined;
  } catch {
    await sql`rollback to savepoint expiry`.execute(db);
    await sql`release savepoint expiry`.execute(db);
    return false;
  }
};
