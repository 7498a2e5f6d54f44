import { sql } from 'kysely';
import type { StartObstacle } from '#engines/order/rules/start-decision.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';

/** A cable that was pulled out after the payment and before the start is waited for, within the time of the start. */
const REPLUG_WITHIN_MS = 60_000;
const LOOK_AT_PLUG_MS = 1_000;
const UNPLUGGED: StartObstacle = 'gun.notPlugged';

interface PreventedStart {
  /** What prevents the charge; undefined: nothing. */
  readonly refusal: string | undefined;
  /** The latest instant of the start. */
  readonly startBy: number;
}

/** Whether the charge waits for its cable: the gun is looked at each second, until it is plugged in or the money goes back. */
export const waitsForPlug = async (
  { tx, nowMs }: OrderWork,
  { prePayOrderId, replugUntilMs }: PrepaidRow,
  { refusal, startBy }: PreventedStart,
): Promise<boolean> => {
  const untilMs = replugUntilMs ?? Math.min(nowMs + REPLUG_WITHIN_MS, startBy);
  if (refusal !== UNPLUGGED || nowMs >= untilMs) return false;
  await sql`update prepaid_order set replug_until = ${new Date(untilMs)}, next_step_at = ${new Date(Math.min(nowMs + LOOK_AT_PLUG_MS, untilMs))}
    where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return true;
};
