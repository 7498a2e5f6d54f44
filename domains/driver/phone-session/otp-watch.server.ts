import { sql } from 'kysely';
import { exceptionType, securityCode } from '#engines/alarm/codes.ts';
import { reportConditions, settingOf } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { OTP_MS, OTP_SUBJECT } from './otp.server.ts';
import { otpWatch } from './otp-watch.ts';
import { otpHourMax } from './phone-settings.ts';

const HOUR_MS = 3_600_000;
/** Of so many codes in an hour, at least this share is used by people; machines that send messages for money use none. */
const JUDGED_MIN = 20;
const VERIFIED_PERCENT_MIN = 40;

interface TenantCodes {
  readonly tenantId: bigint;
  readonly sent: number;
  /** Codes whose time is over. */
  readonly judged: number;
  readonly verified: number;
  readonly isSpent: boolean;
  readonly isUnused: boolean;
}

/** Compared by the clock: what is over ends by itself, because nothing happens then. */
export const otpWatchJob: Job = implementJob(otpWatch, async ({ tx, now }) => {
  const changes = (await Promise.all((await codesOfTenants(tx, now)).map((codes) => changesOf(tx, codes, now)))).flat();
  const reports = changes.map(({ tenantId, exceptionCode, isPresent, detail }) => ({
    subject: { tenantId: String(tenantId), agentId: null, stationId: null, subject: OTP_SUBJECT, isPile: false },
    condition: { exceptionType: exceptionType.security, exceptionCode, isPresent, ...(isPresent && { detail }) },
  }));
  if (reports.length > 0) await reportConditions(tx, reports, { atMs: now.getTime(), nowMs: now.getTime() });
  const begun = changes.filter(({ isPresent }) => isPresent).length;
  return { begun, over: changes.length - begun };
});

const codesOfTenants = async (tx: Tx, now: Date): Promise<readonly TenantCodes[]> => {
  const { otpBudget, otpUnused } = securityCode;
  const judgedBefore = new Date(now.getTime() - OTP_MS);
  const { rows } = await sql<TenantCodes>`with sent as (
      select tenant_id, count(*)::int4 as sent, (count(*) filter (where sent_time <= ${judgedBefore}))::int4 as judged,
        (count(*) filter (where sent_time <= ${judgedBefore} and verified_time is not null))::int4 as verified
      from driver_otp where sent_time > ${new Date(now.getTime() - HOUR_MS)} group by 1),
    known as (
      select tenant_id, bool_or(exception_code = ${sql.lit(otpBudget)}) as is_spent, bool_or(exception_code = ${sql.lit(otpUnused)}) as is_unused from condition
      where exception_type = ${sql.lit(exceptionType.security)} and exception_code in (${sql.lit(otpBudget)}, ${sql.lit(otpUnused)}) and is_present group by 1)
    select coalesce(sent.tenant_id, known.tenant_id, 0) as tenant_id, coalesce(sent, 0) as sent, coalesce(judged, 0) as judged, coalesce(verified, 0) as verified,
      coalesce(is_spent, false) as is_spent, coalesce(is_unused, false) as is_unused
    from sent full join known on known.tenant_id = sent.tenant_id order by 1`.execute(tx);
  return rows;
};

const changesOf = async (tx: Tx, { tenantId, sent, judged, verified, isSpent, isUnused }: TenantCodes, now: Date) => {
  const max = await settingOf({ db: tx, now, registry: tx }, otpHourMax, String(tenantId));
  const found = [
    { exceptionCode: securityCode.otpBudget, was: isSpent, isPresent: sent >= max, detail: `${sent}/${max}` },
    {
      exceptionCode: securityCode.otpUnused,
      was: isUnused,
      isPresent: judged >= JUDGED_MIN && verified * 100 < judged * VERIFIED_PERCENT_MIN,
      detail: `${verified}/${judged}`,
    },
  ];
  return found.filter(({ was, isPresent }) => was !== isPresent).map(({ was: _was, ...change }) => ({ tenantId, ...change }));
};
