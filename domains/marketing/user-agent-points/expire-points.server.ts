import { sql } from 'kysely';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { expirePoints, lockAccount } from './account.server.ts';
import { pointExpiry } from './point-jobs.ts';

/** The accounts of one run; the next run takes the others. */
const RUN_MAX = 5_000;

/** Days end at another hour in each zone, so the job runs every hour. */
export const pointExpiryJob: Job = implementJob(pointExpiry, async ({ tx, now }) => {
  const { rows } = await sql<{ id: bigint }>`select user_agent_points_id as id from point_account where user_agent_points_id in (
      select distinct user_agent_points_id from point_lot where points_left > points_held and expires_at <= ${now} order by 1 limit ${RUN_MAX})
    order by user_agent_points_id for update skip locked`.execute(tx);
  let points = 0n;
  for (const { id } of rows) points += await expirePoints(tx, await lockAccount(tx, String(id)), now);
  return { accounts: rows.length, points: Number(points) };
});
