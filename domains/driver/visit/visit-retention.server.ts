import { sql } from 'kysely';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { driverRetention } from './visit-retention.ts';

const DAY_MS = 24 * 3_600_000;

/** A visit takes its accesses with it; the order stays, and its links still open it. */
export const retentionJobs: readonly Job[] = [
  implementJob(driverRetention, async ({ tx, now, params }) => {
    const before = new Date(now.getTime() - params.keepDays * DAY_MS);
    await sql`delete from driver_press where press_time < ${before}`.execute(tx);
    await sql`delete from driver_otp where sent_time < ${before}`.execute(tx);
    const sessions = await sql`delete from driver_phone_session where expire_time < ${now}`.execute(tx);
    await sql`update driver_phone_session set remote_address = '' where begin_time < ${before} and remote_address <> ''`.execute(tx);
    const visits = await sql`delete from driver_visit where expire_time < ${before}`.execute(tx);
    const orders = await sql`update driver_order set remote_address = '' where made_time < ${before} and remote_address <> ''`.execute(tx);
    return {
      visitsDeleted: Number(visits.numAffectedRows ?? 0n),
      sessionsDeleted: Number(sessions.numAffectedRows ?? 0n),
      addressesForgotten: Number(orders.numAffectedRows ?? 0n),
    };
  }),
];
