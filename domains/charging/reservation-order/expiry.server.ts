import { sql } from 'kysely';
import { inSavepoint } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { decide } from '../order/lifecycle/decide.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { liveReservationStates } from '../order/reservation.codes.ts';
import { reservationExpiry } from './expiry.ts';

/** The most reservations that one run ends; the next run ends the rest. */
const RUN_MAX = 500;

/** The orders are locked here, so that a second run at the same time finds others. A reservation that has ended is not found again. */
export const reservationExpiryJob = ({ live }: Pick<Deps, 'live'>): Job =>
  implementJob(reservationExpiry, async ({ tx, now }) => {
    const { rows } = await sql<{
      id: bigint;
    }>`select o.charging_order_id as id from charging_order o join reservation_order r on r.charging_order_id = o.charging_order_id
    where r.state in (${literals(liveReservationStates)}) and r.expire_time <= ${now} order by r.expire_time limit ${RUN_MAX} for update of o skip locked`.execute(
      tx,
    );
    const work = { tx, live, nowMs: now.getTime(), actor: 'job:reservationExpiry' };
    const results = [];
    for (const { id } of rows) results.push(await expireReservation(work, String(id)));
    return { expired: results.filter(Boolean).length, failed: results.filter((hasEnded) => !hasEnded).length };
  });

/** Each reservation has a savepoint of its own, so that one with damaged facts does not prevent the others from ending. */
const expireReservation = async (work: OrderWork, orderId: string): Promise<boolean> => {
  try {
    const decided = await inSavepoint(work.tx, () => decide(work, { orderId }, { event: { kind: 'tick' } }));
    return decided !== undefined && decided.view.end !== null;
  } catch {
    return false;
  }
};
