import { sql } from 'kysely';
import { exceptionType, platformCode } from '#engines/alarm/codes.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { warningKind } from '../warning-log/warning-log.codes.ts';
import type { WarningKind } from '../warning-log/warning-log.codes.ts';
import { silentSinceMs } from './self-test.rules.ts';
import type { SelfTestTimes } from './self-test.rules.ts';

/** The platform itself, which has no row among the tenants. */
const PLATFORM_TENANT = 0n;

/** Whether a message belongs to the self-test. It is accepted without a call, because its account is nobody's. */
export const isOfSelfTest = ({ tenantId }: { readonly tenantId: bigint }): boolean => tenantId === PLATFORM_TENANT;

/** Reports that the condition of the test is present, or over. */
export const reportSelfTest = (tx: Tx, isPresent: boolean, now: Date): Promise<void> =>
  reportConditions(
    tx,
    [
      {
        subject: { tenantId: String(PLATFORM_TENANT), agentId: null, stationId: null, subject: 'self-test', isPile: false },
        condition: { exceptionType: exceptionType.platform, exceptionCode: platformCode.selfTest, isPresent },
      },
    ],
    { atMs: now.getTime(), nowMs: now.getTime() },
  );

/** Notes that a message of the test arrived: after the first one the condition ends, and after the message of its end the test is over. */
export const hearSelfTest = async (tx: Tx, kind: WarningKind, now: Date): Promise<void> => {
  if (kind === warningKind.opened) {
    await sql`update self_test set heard_at = ${now}, took_ms = extract(epoch from ${now}::timestamptz - begun_at) * 1000`.execute(tx);
    return reportSelfTest(tx, false, now);
  }
  await sql`update self_test set ended_at = ${now}`.execute(tx);
  return deleteSelfTest(tx);
};

/** Deletes what the last test left. */
export const deleteSelfTest = async (tx: Tx): Promise<void> => {
  for (const table of ['warning_log', 'exception_record', 'condition'])
    await sql`delete from ${sql.table(table)} where tenant_id = ${PLATFORM_TENANT}`.execute(tx);
};

/** Since when no test has arrived; undefined while they arrive. */
export const warningsSilentSince = async (db: Tx, now: Date): Promise<Date | undefined> => {
  const silent = silentSinceMs(await selfTestTimes(db), now.getTime());
  return silent === undefined ? undefined : new Date(silent);
};

export const selfTestTimes = async (db: Tx): Promise<SelfTestTimes> => {
  const { rows } = await sql<{
    begunAt: Date | null;
    heardAt: Date | null;
    endedAt: Date | null;
  }>`select begun_at, heard_at, ended_at from self_test`.execute(db);
  const [row] = rows;
  return { begunMs: row?.begunAt?.getTime() ?? null, heardMs: row?.heardAt?.getTime() ?? null, endedMs: row?.endedAt?.getTime() ?? null };
};
