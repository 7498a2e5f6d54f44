import { sql } from 'kysely';
import { timeOfException } from '#engines/alarm/judge.ts';
import type { ExceptionType } from '#engines/alarm/codes.ts';
import type { Tx } from '#kit/db/index.ts';

/** What a condition is about, and where it belongs. */
export interface ConditionSubject {
  readonly tenantId: string;
  readonly agentId: string | null;
  readonly stationId: string | null;
  /** The code of a pile, or the number of a card, customer or other thing. */
  readonly subject: string;
  readonly isPile: boolean;
}

export interface ReportedCondition {
  readonly exceptionType: ExceptionType;
  readonly exceptionCode: number;
  /** 0, which is the default, is the pile itself. */
  readonly gunNumber?: number;
  readonly isPresent: boolean;
  /** More about it, in the words of the source. */
  readonly detail?: string;
}

export interface ReportTimes {
  /** By the clock of the source. */
  readonly atMs: number;
  /** By ours. */
  readonly nowMs: number;
}

export interface ConditionReport {
  readonly subject: ConditionSubject;
  readonly condition: ReportedCondition;
}

/** Wakes the worker that judges conditions. */
export const conditionTopic = 'system.condition';

const DETAIL_LETTERS_MAX = 200;
/** More than the largest limit of a configuration. */
const APPEARANCES_KEPT = 20;

/**
 * Stores whether conditions are present, in the transaction of what they follow from. A report that changes nothing writes nothing. The alarm domain
 * makes exceptions of conditions.
 */
export const reportConditions = async (tx: Tx, reports: readonly ConditionReport[], times: ReportTimes): Promise<void> => {
  const now = new Date(times.nowMs);
  const eventAt = new Date(timeOfException(times.atMs, times.nowMs));
  const column = <T>(read: (report: ConditionReport) => T): readonly T[] => reports.map(read);
  const { numAffectedRows } =
    await sql`with told as (select * from unnest(${column(({ subject }) => subject.tenantId)}::int8[], ${column(({ subject }) => subject.agentId)}::int8[], ${column(({ subject }) => subject.stationId)}::int8[],
      ${column(({ subject }) => subject.subject)}::text[], ${column(({ subject }) => subject.isPile)}::bool[], ${column(({ condition }) => condition.gunNumber ?? 0)}::int[], ${column(({ condition }) => condition.exceptionType)}::int2[],
      ${column(({ condition }) => condition.exceptionCode)}::int[], ${column(({ condition }) => condition.isPresent)}::bool[], ${column(({ condition }) => (condition.detail ?? '').slice(0, DETAIL_LETTERS_MAX))}::text[])
      as t (tenant_id, agent_id, station_id, subject, is_pile, gun_number, exception_type, exception_code, is_present, detail))
    insert into condition as c (tenant_id, agent_id, station_id, subject, is_pile, gun_number, exception_type, exception_code, is_present, detail, changed_at, event_at, appeared_at, appearances, due_at)
    select told.*, ${now}::timestamptz, ${eventAt}::timestamptz, array[${now}::timestamptz], 1, ${now}::timestamptz
    from told left join condition before using (tenant_id, subject, gun_number, exception_type, exception_code)
    where told.is_present <> coalesce(before.is_present, false) order by told.subject, told.gun_number, told.exception_type, told.exception_code
    on conflict (tenant_id, subject, gun_number, exception_type, exception_code) do update set
      agent_id = excluded.agent_id, station_id = excluded.station_id, is_present = excluded.is_present, changed_at = excluded.changed_at, event_at = excluded.event_at, due_at = excluded.due_at,
      detail = case when excluded.is_present then excluded.detail else c.detail end,
      appeared_at = case when excluded.is_present then (excluded.appeared_at || c.appeared_at)[1:${sql.lit(APPEARANCES_KEPT)}] else c.appeared_at end,
      appearances = c.appearances + case when excluded.is_present then 1 else 0 end
    where c.is_present <> excluded.is_present`.execute(tx);
  if (numAffectedRows !== undefined && numAffectedRows > 0n) tx.wake(conditionTopic);
};

/** Stores that of all codes of a kind exactly these are present at a pile or a gun: the others are over. */
export const reportPresentCodes = async (
  tx: Tx,
  subject: ConditionSubject,
  {
    kind,
    codes,
    times,
  }: { readonly kind: Omit<ReportedCondition, 'exceptionCode' | 'isPresent'>; readonly codes: readonly number[]; readonly times: ReportTimes },
): Promise<void> => {
  const { rows } = await sql<{
    exceptionCode: number;
  }>`select exception_code from condition where tenant_id = ${subject.tenantId} and subject = ${subject.subject}
    and gun_number = ${kind.gunNumber ?? 0} and exception_type = ${kind.exceptionType} and is_present`.execute(tx);
  const over = rows.flatMap(({ exceptionCode }) => (codes.includes(exceptionCode) ? [] : [{ exceptionCode, isPresent: false }]));
  const present = codes.map((exceptionCode) => ({ exceptionCode, isPresent: true }));
  const reports = [...over, ...present].map((code) => ({ subject, condition: { ...kind, ...code } }));
  if (reports.length > 0) await reportConditions(tx, reports, times);
};

export interface ReportedEvent {
  readonly exceptionType: ExceptionType;
  readonly exceptionCode: number;
  readonly gunNumber?: number;
  readonly detail?: string;
}

/** Stores that something happened that has no duration, such as a failed start. */
export const reportExceptionEvent = async (
  tx: Tx,
  subject: ConditionSubject,
  { event, times }: { readonly event: ReportedEvent; readonly times: ReportTimes },
): Promise<void> => {
  const { exceptionType, exceptionCode, gunNumber = 0, detail = '' } = event;
  await sql`insert into condition_event (tenant_id, agent_id, station_id, subject, is_pile, gun_number, exception_type, exception_code, event_at, detail)
    values (${subject.tenantId}, ${subject.agentId}, ${subject.stationId}, ${subject.subject}, ${subject.isPile}, ${gunNumber}, ${exceptionType}, ${exceptionCode},
      ${new Date(timeOfException(times.atMs, times.nowMs))}, ${detail.slice(0, DETAIL_LETTERS_MAX)})`.execute(tx);
  tx.wake(conditionTopic);
};
