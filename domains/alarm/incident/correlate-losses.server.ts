import { sql } from 'kysely';
import { exceptionConfStat, exceptionLevel, exceptionType, incidentCause, incidentScope, suppression } from '#engines/alarm/codes.ts';
import { JOIN_MS } from '#engines/alarm/incident.ts';
import { incidentsOf, inputPowerCodes, STATION_WINDOW_MS, WIDE_WINDOW_MS } from '#engines/alarm/storm.ts';
import type { IncidentPlace, StationLosses } from '#engines/alarm/storm.ts';
import { entityState } from '#engines/entity/codes.ts';
import { pileState } from '#engines/pile/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { isMaintained } from '../maintenance/follow-maintenance.server.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';

/** Whether a condition `c` says that its pile is lost as a whole, as `isLoss` of the engine does. */
export const isLossOfC = sql`c.is_pile and (c.exception_type = ${sql.lit(exceptionType.offline)} or (c.exception_type = ${sql.lit(exceptionType.pileFault)} and c.exception_code = any(${inputPowerCodes}::int[])))`;
/** Whether the place of an incident `i` contains a row `c`, and the incident still takes members of that time. */
export const coversC = sql`i.end_time is null and i.tenant_id = c.tenant_id and (i.agent_id is null or i.agent_id = c.agent_id) and (i.station_id is null or i.station_id = c.station_id)
  and c.changed_at between i.begin_time and i.joins_until`;
const inUse = (now: Date) =>
  sql`not ${isMaintained(sql`p.station_id`, sql`p.cp_code`, now)} and not p.is_delete and p.cp_stat = ${sql.lit(entityState.enabled)} and p.cp_work_stat not in (${sql.lit(pileState.disabled)}, ${sql.lit(pileState.upgrading)})`;

/** Fewer losses of a tenant than this are no incident. */
const LOSSES_MIN = 3;
/** One process at a time opens and follows incidents. */
const INCIDENT_LOCK = 7_840;

export const lockIncidents = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${INCIDENT_LOCK}) as is_free`.execute(tx);
  return rows[0]?.isFree === true;
};

/**
 * Opens incidents for piles that are lost at the same time, or widens those that there are. What they explain is judged at once: a loss that many
 * piles share is no short drop of one of them.
 */
export const correlateLosses = async (tx: Tx, now: Date): Promise<void> => {
  if (!(await mayBeStorm(tx, now)) || !(await lockIncidents(tx))) return;
  const places = incidentsOf(await lossesOf(tx, now));
  for (const place of places) if (!(await isCovered(tx, place, now))) await openAt(tx, place, now);
};

/** The cheap question that a quiet second costs. What an incident of the whole network explains needs no other answer. */
const mayBeStorm = async (tx: Tx, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ tenantId: bigint }>`select c.tenant_id from condition c
    where c.is_present and ${isLossOfC} and c.changed_at > ${new Date(now.getTime() - WIDE_WINDOW_MS)}
      and not exists (select from incident i where i.incident_scope = ${sql.lit(incidentScope.network)} and ${coversC}) group by 1 having count(*) >= ${sql.lit(LOSSES_MIN)} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
};

/** Losses and piles are counted by station before they are joined: the database may know nothing yet of rows that a storm has just written. */
const lossesOf = async (tx: Tx, now: Date): Promise<readonly StationLosses[]> => {
  const { rows } =
    await sql<StationLosses>`with c as materialized (select c.* from condition c where c.is_present and ${isLossOfC} and c.changed_at > ${new Date(now.getTime() - WIDE_WINDOW_MS)}),
      kinds as (select c.tenant_id, c.exception_type, c.exception_code from (select distinct tenant_id, exception_type, exception_code from c) c left join ${confOf}
        where conf.exception_conf_stat is distinct from ${sql.lit(exceptionConfStat.notRecorded)}),
      lost as (select p.station_id, p.cp_code, coalesce(s.online, false) as is_online, min(c.changed_at) as at from c join kinds using (tenant_id, exception_type, exception_code)
        join pile p on p.cp_code = c.subject and ${inUse(now)} left join pile_state s on s.cp_code = p.cp_code group by 1, 2, 3),
      losses as (select station_id, count(*) filter (where at > ${new Date(now.getTime() - STATION_WINDOW_MS)})::int as lost_lately, count(*)::int as lost, count(*) filter (where not is_online)::int as gone, min(at) as oldest from lost group by 1),
      totals as (select p.tenant_id, p.agent_id, p.station_id, count(*)::int as piles, count(*) filter (where s.online)::int as online from pile p left join pile_state s using (cp_code)
        where ${inUse(now)} and p.tenant_id = any(array(select tenant_id from c group by 1 having count(*) >= ${sql.lit(LOSSES_MIN)})) group by 1, 2, 3)
    select t.tenant_id, t.agent_id, t.station_id, coalesce(l.lost_lately, 0) as lost_lately, coalesce(l.lost, 0) as lost,
      coalesce(extract(epoch from ${now}::timestamptz - l.oldest) * 1000, 0)::float8 as oldest_ms, t.piles, t.online + coalesce(l.gone, 0) as online
    from totals t left join losses l using (station_id) order by 1, 2, 3`.execute(tx);
  return rows;
};

const isCovered = async (tx: Tx, { tenantId, agentId, stationId }: IncidentPlace, now: Date): Promise<boolean> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select incident_id as id from incident where end_time is null and joins_until > ${now} and tenant_id = ${tenantId}
    and (agent_id is null or agent_id = ${agentId}) and (station_id is null or station_id = ${stationId}) limit 1`.execute(tx);
  return rows.length > 0;
};

/** A whole station that is lost is no safety matter, but more than one costs money by the minute. */
const levelOf = ({ scope }: IncidentPlace) => (scope === incidentScope.station ? exceptionLevel.major : exceptionLevel.critical);

const openAt = async (tx: Tx, place: IncidentPlace, now: Date): Promise<void> => {
  const { scope, tenantId, agentId, stationId } = place;
  const narrower = await narrowerOf(tx, place, now);
  const [oldest, ...others] = narrower;
  const { rows } =
    oldest === undefined
      ? await sql<{
          id: bigint;
        }>`insert into incident (tenant_id, agent_id, station_id, incident_scope, incident_cause, exception_level, begin_time, joins_until, create_by, create_time)
          select ${tenantId}, ${agentId}::int8, ${stationId}::int8, ${scope}, ${causeOf}, ${levelOf(place)}, min(c.changed_at), ${new Date(now.getTime() + JOIN_MS)}::timestamptz, 'system', ${now} from ${lostAt(place, now)}
          having count(*) > 0 returning incident_id as id`.execute(tx)
      : await sql<{
          id: bigint;
        }>`update incident i set agent_id = ${agentId}, station_id = ${stationId}, incident_scope = ${scope}, exception_level = ${levelOf(place)}, begin_time = least(i.begin_time, losses.at),
            joins_until = ${new Date(now.getTime() + JOIN_MS)}, update_time = ${now}, version = i.version + 1
          from (select min(c.changed_at) as at from ${lostAt(place, now)}) as losses where i.incident_id = ${oldest} returning i.incident_id as id`.execute(
          tx,
        );
  const id = rows[0]?.id;
  if (id === undefined) return;
  await mergeInto(tx, id, others);
  await takeIn(tx, id, now);
};

/** The losses at a place, as `c`. */
const lostAt = ({ tenantId, agentId, stationId }: IncidentPlace, now: Date) =>
  sql`condition c where c.is_present and ${isLossOfC} and c.changed_at > ${new Date(now.getTime() - WIDE_WINDOW_MS)} and c.tenant_id = ${tenantId}
    and (${agentId}::int8 is null or c.agent_id = ${agentId}) and (${stationId}::int8 is null or c.station_id = ${stationId})`;

/** Piles that have lost their power often go offline as well, and the power is the reason then. */
const causeOf = sql`case when count(distinct c.subject) filter (where c.exception_type = ${sql.lit(exceptionType.pileFault)}) * 2 >= count(distinct c.subject)
  then ${sql.lit(incidentCause.inputPower)} else ${sql.lit(incidentCause.connection)} end`;

/** Incidents of the last minutes that a wider one explains, the oldest first. */
const narrowerOf = async (tx: Tx, { scope, tenantId, agentId }: IncidentPlace, now: Date): Promise<readonly bigint[]> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select incident_id as id from incident where end_time is null and tenant_id = ${tenantId} and incident_scope < ${scope}
    and (${agentId}::int8 is null or agent_id = ${agentId}) and begin_time > ${new Date(now.getTime() - 2 * WIDE_WINDOW_MS)} order by begin_time, incident_id for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

/** Several incidents that turn out to be one: their members and messages are its own. */
const mergeInto = async (tx: Tx, id: bigint, others: readonly bigint[]): Promise<void> => {
  if (others.length === 0) return;
  await sql`update exception_record set incident_id = ${id} where incident_id = any(${others}::int8[])`.execute(tx);
  await sql`update warning_log set incident_id = ${id} where incident_id = any(${others}::int8[])`.execute(tx);
  await sql`delete from incident where incident_id = any(${others}::int8[])`.execute(tx);
};

/** Losses that have no exception yet are judged now, and exceptions that there are become members. */
const takeIn = async (tx: Tx, id: bigint, now: Date): Promise<void> => {
  await sql`update condition c set due_at = ${now} from incident i where i.incident_id = ${id} and c.is_present and ${isLossOfC} and ${coversC} and c.due_at > ${now}`.execute(
    tx,
  );
  await sql`update exception_record r set incident_id = ${id}, suppressed_by = ${sql.lit(suppression.incident)} from condition c, incident i
    where i.incident_id = ${id} and r.condition_id = c.condition_id and r.fault_end_time is null and c.is_present and ${isLossOfC} and ${coversC}`.execute(
    tx,
  );
};
