import { sql } from 'kysely';
import { exceptionType, ONLY_CODE } from '#engines/alarm/codes.ts';
import { MESSAGES_BEFORE_END_MAX } from '#engines/alarm/incident.ts';
import type { Tx } from '#kit/db/index.ts';
import { languageOf } from '#kit/fields/words.ts';
import { giveUpMs } from '../channel/limits.rules.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';
import { logState, reason, warningKind } from '../warning-log/warning-log.codes.ts';
import type { WarningKind } from '../warning-log/warning-log.codes.ts';
import { firstDueMs, INCIDENTS_PAGE } from '../warning-log/wave.rules.ts';
import { messageKeyOf, WARNING_TOPIC } from '../warning-log/write-log.server.ts';
import { CLOSED_WAIT_MS, isTold, localTime, usableAccount, warns } from '../warning-log/write-wave.server.ts';
import { incidentText } from './incident-text.rules.ts';
import type { StationMembers } from './incident-text.rules.ts';

interface IncidentMessageKind {
  readonly incidentId: bigint;
  readonly kind: WarningKind;
}

interface IncidentRow {
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly stationId: bigint | null;
  readonly cause: number;
  readonly level: number;
  readonly beginTime: Date;
  readonly endTime: Date | null;
  readonly timezone: string | null;
}

interface IncidentAccount {
  readonly accountId: bigint;
  readonly agentId: bigint | null;
  readonly stationId: bigint | null;
  readonly accountType: number;
  readonly areaCode: string | null;
  readonly address: string;
  readonly addressHash: string;
  readonly delayMin: number;
  readonly language: string;
  /** Messages to this address that are on their way or have arrived, and how many were written before the end. */
  readonly isTold: boolean;
  readonly written: number;
}

/**
 * Writes a message about an incident to every account that has a member in its scope, in the transaction of what it tells. Each reads the numbers of
 * its own stations only. Growth, recovery and end are told to those who were told of the opening.
 */
export const tellIncident = async (tx: Tx, telling: IncidentMessageKind, now: Date): Promise<void> => {
  const { incidentId, kind } = telling;
  const incident = await incidentOf(tx, incidentId);
  if (!incident) return;
  if (kind === warningKind.closed) await dropUnsent(tx, incidentId, now);
  const stations = await membersOf(tx, incidentId);
  const messages = (await accountsOf(tx, incidentId)).flatMap((account) => {
    const seen = stations.filter(
      ({ agentId, stationId }) => (account.agentId ?? agentId) === agentId && (account.stationId ?? stationId) === stationId,
    );
    const isDue =
      kind === warningKind.opened
        ? account.written < MESSAGES_BEFORE_END_MAX
        : account.isTold && (kind === warningKind.closed || account.written < MESSAGES_BEFORE_END_MAX);
    return isDue && seen.length > 0
      ? [{ account, ...textFor(incident, { kind, account, stations: seen, now }), dueMs: dueMsOf(kind, { incident, account, now }) }]
      : [];
  });
  await insertTellings(tx, messages, { telling, incident, now });
};

const dueMsOf = (
  kind: WarningKind,
  { incident, account, now }: { readonly incident: IncidentRow; readonly account: IncidentAccount; readonly now: Date },
): number => {
  const nowMs = now.getTime();
  if (kind === warningKind.opened) return firstDueMs(incident.level, { nowMs, zone: incident.timezone ?? 'UTC', delayMin: account.delayMin });
  return kind === warningKind.closed ? nowMs + CLOSED_WAIT_MS : nowMs;
};

interface ReaderView {
  readonly kind: WarningKind;
  readonly account: IncidentAccount;
  readonly stations: readonly StationMembers[];
  readonly now: Date;
}

const MINUTE_MS = 60_000;
const textFor = (incident: IncidentRow, { kind, account, stations, now }: ReaderView): { readonly title: string; readonly text: string } => {
  const tellingName = kind === warningKind.opened ? 'opened' : kind === warningKind.growth ? 'growth' : kind === warningKind.half ? 'half' : 'end';
  const endMs = (incident.endTime ?? now).getTime();
  const facts = {
    cause: incident.cause,
    level: incident.level,
    beganAt: localTime(incident.beginTime, incident.timezone ?? 'UTC'),
    minutes: Math.max(1, Math.round((endMs - incident.beginTime.getTime()) / MINUTE_MS)),
    stations,
  };
  const { title, text } = incidentText(tellingName, facts, languageOf(account.language));
  return { title, text: `${text} ${INCIDENTS_PAGE}` };
};

const incidentOf = async (tx: Tx, incidentId: bigint): Promise<IncidentRow | undefined> => {
  const { rows } =
    await sql<IncidentRow>`select i.tenant_id, i.agent_id, i.station_id, i.incident_cause as cause, i.exception_level as level, i.begin_time, i.end_time,
      coalesce(s.timezone, a.timezone, t.timezone) as timezone
    from incident i join tenant t on t.tenant_id = i.tenant_id left join agent a on a.agent_id = i.agent_id left join station s on s.station_id = i.station_id where i.incident_id = ${incidentId}`.execute(
      tx,
    );
  return rows[0];
};

const membersOf = async (tx: Tx, incidentId: bigint): Promise<readonly StationMembers[]> => {
  const { rows } =
    await sql<StationMembers>`select r.station_id, r.agent_id, coalesce(s.station_name, '-') as station_name, count(distinct r.cp_code)::int as members,
      count(distinct r.cp_code) filter (where r.fault_end_time is null)::int as lasting
    from exception_record r left join station s on s.station_id = r.station_id where r.incident_id = ${incidentId} group by 1, 2, 3 order by members desc, 1`.execute(
      tx,
    );
  return rows;
};

/** The same address is told once, in the widest of its scopes. */
const accountsOf = async (tx: Tx, incidentId: bigint): Promise<readonly IncidentAccount[]> => {
  const { rows } =
    await sql<IncidentAccount>`select distinct on (a.warning_account_type, a.address_hash) a.warning_account_id as account_id, a.agent_id, a.station_id,
      a.warning_account_type as account_type, a.area_code, a.warning_account as address, a.address_hash, a.delay_min, a.warning_lang as language,
      coalesce(before.is_told, false) as is_told, coalesce(before.written, 0) as written
    from incident i join warning_account a on a.tenant_id = i.tenant_id and ${usableAccount} and i.exception_level <= a.min_level
        and (a.exception_type is null or a.exception_type = ${sql.lit(exceptionType.offline)})
      cross join lateral (select i.tenant_id, ${sql.lit(exceptionType.offline)} as exception_type, ${sql.lit(ONLY_CODE)} as exception_code) c join ${confOf}
      left join lateral (select bool_or(l.warning_kind = ${sql.lit(warningKind.opened)} and ${isTold}) as is_told, count(*)::int as written
        from warning_log l join warning_account b on b.warning_account_id = l.warning_account_id
        where l.incident_id = i.incident_id and l.warning_kind <> ${sql.lit(warningKind.closed)} and b.warning_account_type = a.warning_account_type and b.address_hash = a.address_hash) before on true
    where i.incident_id = ${incidentId} and ${warns}
    order by a.warning_account_type, a.address_hash, a.delay_min, a.station_id nulls first, a.agent_id nulls first, a.warning_account_id`.execute(tx);
  return rows;
};

/** What nobody has heard yet is not told after the end. */
const dropUnsent = async (tx: Tx, incidentId: bigint, now: Date): Promise<void> => {
  await sql`update warning_log set warning_stat = ${sql.lit(logState.suppressed)}, update_time = ${now},
      suppressed_reason = case when warning_kind = ${sql.lit(warningKind.opened)} then ${sql.lit(reason.transient)} else ${sql.lit(reason.ended)} end
    where incident_id = ${incidentId} and warning_stat in (${sql.lit(logState.queued)}, ${sql.lit(logState.retrying)})`.execute(tx);
};

interface IncidentMessage {
  readonly account: IncidentAccount;
  readonly title: string;
  readonly text: string;
  readonly dueMs: number;
}

const insertTellings = async (
  tx: Tx,
  messages: readonly IncidentMessage[],
  { telling, incident, now }: { readonly telling: IncidentMessageKind; readonly incident: IncidentRow; readonly now: Date },
): Promise<void> => {
  if (messages.length === 0) return;
  const { incidentId, kind } = telling;
  const column = <T>(read: (message: IncidentMessage) => T): T[] => messages.map(read);
  await sql`insert into warning_log (tenant_id, agent_id, station_id, incident_id, warning_kind, exception_level, warning_account_id, warning_title, warning_msg, warning_account_type,
      area_code, warning_account, due_time, give_up_time, message_key, create_by, create_time)
    select ${incident.tenantId}, told.agent_id, told.station_id, ${incidentId}, ${kind}, ${incident.level}, told.account_id, told.title, told.msg, told.type, told.area_code, told.address,
      told.due, told.give_up, told.key, 'system', ${now}::timestamptz
    from unnest(${column(({ account }) => account.accountId)}::int8[], ${column(({ account }) => account.agentId ?? incident.agentId)}::int8[], ${column(({ account }) => account.stationId ?? incident.stationId)}::int8[],
      ${column(({ title }) => title)}::text[], ${column(({ text }) => text)}::text[], ${column(({ account }) => account.accountType)}::int2[], ${column(({ account }) => account.areaCode)}::text[],
      ${column(({ account }) => account.address)}::text[], ${column(({ dueMs }) => new Date(dueMs))}::timestamptz[], ${column(({ dueMs }) => new Date(dueMs + giveUpMs(true)))}::timestamptz[],
      ${column(({ account }) => messageKeyOf('incident', String(incidentId), kind, account.accountType, account.addressHash))}::text[])
      as told (account_id, agent_id, station_id, title, msg, type, area_code, address, due, give_up, key)
    on conflict do nothing`.execute(tx);
  tx.wake(WARNING_TOPIC);
};
