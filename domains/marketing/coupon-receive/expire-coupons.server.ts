import { sql } from 'kysely';
import { receiptState } from '#engines/marketing/codes.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { couponExpiry } from './coupon-receive-jobs.ts';

/** The most that one run writes down; the next run takes the rest. */
const RUN_MAX = 20_000;

export const couponExpiryJob: Job = implementJob(couponExpiry, async ({ tx, now }) => {
  const { numAffectedRows } =
    await sql`update coupon_receive set state = ${sql.lit(receiptState.expired)}, update_time = ${now}, version = version + 1
    where coupon_receive_id in (select coupon_receive_id from coupon_receive where state = ${sql.lit(receiptState.usable)} and expires_at <= ${now}
      order by expires_at limit ${RUN_MAX} for update skip locked)`.execute(tx);
  return { expired: Number(numAffectedRows ?? 0n) };
});
