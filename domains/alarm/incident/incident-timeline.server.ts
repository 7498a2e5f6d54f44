import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { warningLog, warningLogApi } from '../warning-log/warning-log.ts';
import { incident } from './incident.ts';
import type { IncidentTimeline, StationOfIncident, TimelineEntry } from './incident.ts';

/** Stations and entries of an answer; an incident of more has its lists of exceptions and warnings. */
const STATIONS_MAX = 100;
const ENTRIES_MAX = 300;

/** What happened to an incident: its piles minute by minute, its messages as the viewer may see them, and its acknowledgement. */
export const readTimeline = async (ctx: Context, id: string): Promise<IncidentTimeline> => {
  const { ackUser, ...row } = await ctx.rows(incident).get(id);
  const [beginTime, createTime] = [row.beginTime.toISOString(), row.createTime.toISOString()];
  const [endTime, ackTime] = [row.endTime?.toISOString() ?? null, row.ackTime?.toISOString() ?? null];
  const messages = hasPermission(ctx.viewer, warningLogApi.list.allow) ? await messagesOf(ctx, id) : [];
  const firstTold = messages.find(({ hasArrived }) => hasArrived)?.at;
  const own: TimelineEntry[] = [
    { kind: 'began', at: beginTime },
    { kind: 'opened', at: createTime },
    ...(ackTime === null ? [] : [{ kind: 'acknowledged' as const, at: ackTime, user: ackUser }]),
    ...(endTime === null ? [] : [{ kind: 'ended' as const, at: endTime }]),
  ];
  const entries = [...own, ...(await membersByMinute(ctx, id)), ...messages].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return {
    stations: await stationsOf(ctx, id),
    entries: entries.slice(0, ENTRIES_MAX),
    ackS: ackTime === null ? null : secondsBetween(firstTold ?? createTime, ackTime),
    repairS: endTime === null ? null : secondsBetween(beginTime, endTime),
  };
};

const secondsBetween = (from: string, to: string): number => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));

/** Piles that were lost, and that came back, in each minute. */
const membersByMinute = async (ctx: Context, id: string): Promise<readonly TimelineEntry[]> => {
  const { rows } = await sql<{
    isBack: boolean;
    at: Date;
    piles: number;
  }>`select moved.is_back, min(moved.at) as at, count(distinct r.cp_code)::int4 as piles
    from exception_record r cross join lateral (values (false, r.error_time), (true, r.fault_end_time)) as moved (is_back, at)
    where r.incident_id = ${id} and moved.at is not null group by moved.is_back, date_trunc('minute', moved.at) order by 2 limit ${ENTRIES_MAX}`.execute(
    ctx.db,
  );
  return rows.flatMap(({ isBack, at, piles }) =>
    at === null ? [] : [{ kind: isBack ? ('back' as const) : ('lost' as const), at: at.toISOString(), piles }],
  );
};

type MessageEntry = TimelineEntry & { readonly hasArrived: boolean };

const messagesOf = async (ctx: Context, id: string): Promise<readonly MessageEntry[]> => {
  const { rows } = await sql<{
    at: Date;
    warningKind: number;
    warningStat: number;
    suppressedReason: number | null;
    accountName: string | null;
    accountType: number;
    answer: string | null;
    hasArrived: boolean;
  }>`select coalesce(t.warning_time, t.create_time) as at, t.warning_kind, t.warning_stat, t.suppressed_reason, a.warning_account_name as account_name, t.warning_account_type as account_type,
      t.provider_answer as answer, t.warning_time is not null as has_arrived
    from warning_log as t left join warning_account a on a.warning_account_id = t.warning_account_id
    where ${inScope(ctx, warningLog)} and t.incident_id = ${id} order by 1 limit ${ENTRIES_MAX}`.execute(ctx.db);
  return rows.map(({ at, ...row }) => ({ kind: 'message', at: at.toISOString(), ...row }));
};

const stationsOf = async (ctx: Context, id: string): Promise<readonly StationOfIncident[]> => {
  const { rows } = await sql<{
    stationId: bigint | null;
    stationName: string | null;
    currency: string;
    members: number;
    lasting: number;
    riskCents: bigint | null;
  }>`select r.station_id, s.station_name, n.currency, count(distinct r.cp_code)::int4 as members, (count(distinct r.cp_code) filter (where r.fault_end_time is null))::int4 as lasting,
      (sum(r.risk_cents) filter (where r.fault_end_time is null))::int8 as risk_cents
    from exception_record r join tenant n on n.tenant_id = r.tenant_id left join station s on s.station_id = r.station_id
    where r.incident_id = ${id} group by 1, 2, 3 order by 6 desc nulls last, 4 desc, 1 limit ${STATIONS_MAX}`.execute(ctx.db);
  return rows.map(({ stationId, riskCents, ...row }) => ({
    ...row,
    stationId: stationId === null ? null : String(stationId),
    riskCents: riskCents === null ? null : Number(riskCents),
  }));
};
