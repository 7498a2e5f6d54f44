import { sql } from 'kysely';
import { implementJob } from '#kit/server/background/job.ts';
import { deliveryState } from '../webhook-delivery/webhook-delivery.codes.ts';
import { partnerRetention } from './call-retention.ts';

const DAY_MS = 24 * 3_600_000;

/** Keys that have ended are of no use, so they go with the calls that were made with them. */
export const partnerRetentionJob = implementJob(partnerRetention, async ({ tx, now, params }) => {
  const before = new Date(now.getTime() - params.keepDays * DAY_MS);
  const calls = await sql`delete from partner_call where create_time < ${before}`.execute(tx);
  const deliveries =
    await sql`delete from webhook_delivery where create_time < ${before} and delivery_state <> ${sql.lit(deliveryState.waiting)}`.execute(tx);
  const keys = await sql`delete from access_key where end_time < ${before}`.execute(tx);
  return {
    callsDeleted: Number(calls.numAffectedRows ?? 0n),
    deliveriesDeleted: Number(deliveries.numAffectedRows ?? 0n),
    keysDeleted: Number(keys.numAffectedRows ?? 0n),
  };
});
