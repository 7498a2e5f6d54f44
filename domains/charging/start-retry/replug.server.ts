import { sql } from 'kysely';
import type { OrderRefusal } from '#engines/order/verdict.ts';
import type { StartObstacle } from '#engines/order/rules/start-decision.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';

/** What may pass by itself after the payment is waited for, within the time of the start. */
const WAIT_MS = 60_000;
const LOOK_MS = 1_000;
/** The cable was pulled out, or the pile is just connecting again, as all piles do after a restart of the platform. */
const passing: ReadonlySet<string> = new Set<StartObstacle | OrderRefusal>(['gun.notPlugged', 'pile.offline', 'start.staleEpoch']);

interface PreventedStart {
  /** What prevents the charge; undefined: nothing. */
  readonly refusal: string | undefined;
  /** The latest instant of the start. */
  readonly startBy: number;
}

/** Whether the charge waits for its cable or its pile: the gun is looked at each second, until it can start or the money goes back. */
export const waitsForGun = async (
  { tx, nowMs }: OrderWork,
  { prePayOrderId, replugUntilMs }: PrepaidRow,
  { refusal, startBy }: PreventedStart,
): Promise<boolean> => {
  const untilMs = replugUntilMs ?? Math.min(nowMs + WAIT_MS, startBy);
  if (refusal === undefined || !passing.has(refusal) || nowMs >= untilMs) return false;
  await sql`update prepaid_order set replug_until = ${new Date(untilMs)}, next_step_at = ${new Date(Math.min(nowMs + LOOK_MS, untilMs))}
    where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return true;
};
