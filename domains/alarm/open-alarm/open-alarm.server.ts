import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { exceptionType, suppression } from '#engines/alarm/codes.ts';
import { dangerousPileFaults, isDangerous } from '#engines/alarm/danger.ts';
import { ranked, rankReasonOf } from '#engines/alarm/rank.ts';
import { pile, station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { exceptionRecord } from '../exception-record/exception-record.ts';
import { incident } from '../incident/incident.ts';
import { warningsSilentSince } from '../self-test/self-test-state.server.ts';
import { openAlarmApi } from './open-alarm.ts';
import type { OpenAlarm, OpenAlarms, RiskBasis } from './open-alarm.ts';

/** Items of an answer where the caller asks for no other number. */
const USUAL_LIMIT = 200;

interface OpenQuery {
  readonly stationId: string | null;
  readonly cpCode: string | null;
  readonly limit: number;
}

export const openAlarmRoutes = implement(openAlarmApi, {
  open: async (ctx, { stationId, cpCode, limit }) => {
    if (stationId != null) await ctx.rows(station).get(stationId);
    if (cpCode != null) await ctx.rows(pile).get(cpCode);
    return readOpen(ctx, { stationId: stationId ?? null, cpCode: cpCode ?? null, limit: limit ?? USUAL_LIMIT });
  },
});

const readOpen = async (ctx: Context, query: OpenQuery): Promise<OpenAlarms> => {
  const incidents = query.cpCode === null ? await openIncidents(ctx, query) : [];
  const records = await openRecords(ctx, query);
  const counted = await countRecords(ctx, query);
  const silentSince = await warningsSilentSince(ctx.db, ctx.now);
  const countOf = (level: number): number =>
    incidents.filter((item) => item.level === level).length + counted.filter((each) => each.level === level).reduce((sum, { n }) => sum + n, 0);
  const items = ranked([...incidents, ...records].map((row) => ({ ...row, beganMs: Date.parse(row.beganAt), isDangerous: dangerOf(row) })));
  return {
    readAt: ctx.now.toISOString(),
    counts: [countOf(1), countOf(2), countOf(3), countOf(4)],
    unacknowledged: incidents.filter(({ ackTime }) => ackTime === null).length + counted.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
    silentSince: silentSince?.toISOString() ?? null,
    items: items.slice(0, query.limit).map(({ beganMs, isDangerous: danger, ...item }) => ({
      ...item,
      reason: rankReasonOf({ ...item, beganMs, isDangerous: danger }),
    })),
  };
};

const dangerOf = ({ kind, type, code }: OpenItem): boolean => kind === 'exception' && isDangerous(type, code);

type OpenItem = Omit<OpenAlarm, 'reason'>;

/** The incidents of the viewer that last, as `seen`: their messages and their place in the ranking stand in place of those of their members. */
const seenIncidents = (ctx: Context): RawBuilder<unknown> =>
  sql`seen as (select t.incident_id from incident as t where ${inScope(ctx, incident)} and t.end_time is null)`;

/** Open records as `t` that count for themselves; of one pile all of them. */
const whereOpen = (ctx: Context, { stationId, cpCode }: OpenQuery): RawBuilder<unknown> => {
  return sql`${inScope(ctx, exceptionRecord)} and t.fault_end_time is null and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpCode}::text is null or t.cp_code = ${cpCode})
    and (${cpCode}::text is not null or (t.shelved_until is null
      and (t.suppressed_by is null or (t.suppressed_by = ${sql.lit(suppression.incident)} and not exists (select from seen where seen.incident_id = t.incident_id)))))`;
};

const countRecords = async (ctx: Context, query: OpenQuery) => {
  const { rows } = await sql<{ level: number; n: number; unacknowledged: number }>`with ${seenIncidents(ctx)}
    select t.exception_level as level, count(*)::int4 as n, (count(*) filter (where t.ack_time is null))::int4 as unacknowledged
    from exception_record as t where ${whereOpen(ctx, query)} group by 1`.execute(ctx.db);
  return rows;
};

const openRecords = async (ctx: Context, query: OpenQuery): Promise<readonly OpenItem[]> => {
  const { rows } = await sql<{
    id: bigint;
    type: number;
    code: number;
    level: number;
    beganAt: Date;
    tenantId: bigint;
    agentName: string | null;
    stationId: bigint | null;
    stationName: string | null;
    cpCode: string | null;
    subject: string | null;
    gunNumber: number;
    errorInfo: string;
    ackTime: Date | null;
    ackUser: string | null;
    shelvedUntil: Date | null;
    suppressedBy: number | null;
    currency: string;
    riskCents: bigint | null;
    basis: RiskBasis | null;
  }>`with ${seenIncidents(ctx)}
    select t.exception_record_id as id, t.exception_type as type, t.exception_code as code, t.exception_level as level, t.error_time as began_at, t.tenant_id, a.agent_name, t.station_id, s.station_name,
      t.cp_code, t.subject, t.gun_number, t.error_info, t.ack_time, t.ack_user, t.shelved_until, t.suppressed_by, n.currency, t.risk_cents, t.risk_basis as basis
    from exception_record as t join tenant n on n.tenant_id = t.tenant_id left join station s on s.station_id = t.station_id left join agent a on a.agent_id = t.agent_id
    where ${whereOpen(ctx, query)}
    order by (t.exception_type = ${sql.lit(exceptionType.pileFault)} and t.exception_code = any(${dangerousPileFaults}::int[])) desc, coalesce(t.risk_cents, 0) desc, t.exception_level, t.error_time, t.exception_record_id
    limit ${query.limit}`.execute(ctx.db);
  return rows.map(({ id, tenantId, stationId, beganAt, ackTime, shelvedUntil, riskCents, ...row }) => ({
    ...row,
    kind: 'exception',
    id: String(id),
    tenantId: String(tenantId),
    stationId: stationId === null ? null : String(stationId),
    beganAt: beganAt.toISOString(),
    ackTime: ackTime?.toISOString() ?? null,
    shelvedUntil: shelvedUntil?.toISOString() ?? null,
    riskCents: riskCents === null ? null : Number(riskCents),
    lasting: 0,
    members: 0,
  }));
};

const openIncidents = async (ctx: Context, { stationId }: OpenQuery): Promise<readonly OpenItem[]> => {
  const { rows } = await sql<{
    id: bigint;
    type: number;
    code: number;
    level: number;
    beganAt: Date;
    tenantId: bigint;
    agentName: string | null;
    stationId: bigint | null;
    stationName: string | null;
    ackTime: Date | null;
    ackUser: string | null;
    lasting: number;
    members: number;
    currency: string;
    riskCents: bigint | null;
  }>`with ${seenIncidents(ctx)}
    select i.incident_id as id, i.incident_cause as type, i.incident_scope as code, i.exception_level as level, i.begin_time as began_at, i.tenant_id, a.agent_name, i.station_id, s.station_name,
      i.ack_time, i.ack_user, i.lasting_count as lasting, i.member_count as members, n.currency, risk.cents as risk_cents
    from seen join incident i using (incident_id) join tenant n on n.tenant_id = i.tenant_id left join station s on s.station_id = i.station_id left join agent a on a.agent_id = i.agent_id
      cross join lateral (select sum(r.risk_cents)::int8 as cents from exception_record r where r.incident_id = i.incident_id and r.fault_end_time is null) risk
    where ${stationId}::int8 is null or exists (select from exception_record r where r.incident_id = i.incident_id and r.station_id = ${stationId} and r.fault_end_time is null)
    order by i.exception_level, i.begin_time limit ${USUAL_LIMIT}`.execute(ctx.db);
  return rows.map(({ id, tenantId, stationId: ofStation, beganAt, ackTime, riskCents, ...row }) => ({
    ...row,
    kind: 'incident',
    id: String(id),
    tenantId: String(tenantId),
    stationId: ofStation === null ? null : String(ofStation),
    beganAt: beganAt.toISOString(),
    ackTime: ackTime?.toISOString() ?? null,
    riskCents: riskCents === null ? null : Number(riskCents),
    cpCode: null,
    subject: null,
    gunNumber: 0,
    errorInfo: '',
    shelvedUntil: null,
    suppressedBy: null,
    basis: null,
  }));
};
