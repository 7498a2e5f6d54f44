import { sql } from 'kysely';
import { exceptionConfStat, solveStat, suppression, exceptionType } from '#engines/alarm/codes.ts';
import { judgeCondition } from '#engines/alarm/judge.ts';
import { inputPowerCodes } from '#engines/alarm/storm.ts';
import { entityState } from '#engines/entity/codes.ts';
import { pileState } from '#engines/pile/codes.ts';
import { conditionTopic } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';
import { addMissingConfs } from '../exception-conf/ensure-confs.server.ts';
import { correlateLosses, coversC, isLossOfC } from '../incident/correlate-losses.server.ts';
import { followIncidents } from '../incident/follow-incidents.server.ts';
import { exceptionTopic } from '../incident/incident-topic.ts';
import { incident } from '../incident/incident.ts';
import { followMaintenance, isMaintained } from '../maintenance/follow-maintenance.server.ts';
import { assessRisks } from '../open-alarm/assess-risk.server.ts';
import { writeAgain, writeClosed, writeOpened } from '../warning-log/write-wave.server.ts';
import { exceptionRecord } from './exception-record.ts';

/** The nouns whose rows change as conditions are judged. */
export const exceptionNouns: readonly string[] = [exceptionRecord.name, incident.name];

const POLL_INTERVAL_MS = 1_000;
const BATCH = 1_000;
/** A pile that is out of service, or that installs firmware, has no exceptions; it is looked at again after this time. */
const OUT_OF_SERVICE_MS = 60_000;

/** Makes exceptions of conditions. Everything is decided from the tables, so a process that ends loses nothing, and another one goes on. */
export const startExceptionWorker = (deps: Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>): PollingWorker =>
  startPollingWorker(deps, {
    topic: conditionTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'conditions could not be judged',
    work: async () => {
      const events = await inSystem(deps.database, (tx) => takeEvents(tx, deps.clock()));
      await inSystem(deps.database, (tx) => correlateLosses(tx, deps.clock()));
      const conditions = await inSystem(deps.database, (tx) => judgeDue(tx, deps.clock()));
      await inSystem(deps.database, (tx) => reopenShelved(tx, deps.clock()));
      await inSystem(deps.database, (tx) => followWork(tx, deps.clock()));
      const isMore = events === BATCH || conditions === BATCH;
      // An incident is counted when all of its members have joined.
      if (!isMore) {
        await inSystem(deps.database, (tx) => follow(tx, deps.clock()));
        await inSystem(deps.database, (tx) => assess(tx, deps.clock()));
      }
      return isMore;
    },
  });

const follow = async (tx: Tx, now: Date): Promise<void> => {
  if (await followIncidents(tx, now)) tx.wake(exceptionTopic);
};

/** When maintenance is over, what lasts is told as if it had opened now. */
const followWork = async (tx: Tx, now: Date): Promise<void> => {
  const { silenced, heard } = await followMaintenance(tx, now);
  await suppress(tx, heard, now);
  await writeAgain(
    tx,
    heard.map(({ recordId }) => recordId),
    now,
  );
  if (silenced > 0 || heard.length > 0) tx.wake(exceptionTopic);
};

const assess = async (tx: Tx, now: Date): Promise<void> => {
  if (await assessRisks(tx, now)) tx.wake(exceptionTopic);
};

interface DueCondition {
  readonly conditionId: bigint;
  readonly exceptionType: number;
  readonly exceptionCode: number;
  readonly isPresent: boolean;
  readonly changedAt: Date;
  readonly eventAt: Date;
  readonly appearedAt: Date[];
  readonly isUnstable: boolean;
  readonly recordId: bigint | null;
  readonly confStat: number | null;
  readonly level: number | null;
  readonly onDelay: number | null;
  readonly offDelay: number | null;
  readonly flapLimit: number | null;
  readonly isOutOfService: boolean;
  /** The incident that the condition is part of. */
  readonly incidentId: bigint | null;
}

/** Judges the conditions that are due, and returns their number. */
const judgeDue = async (tx: Tx, now: Date): Promise<number> => {
  await addConfsOf(tx, now);
  const { rows } =
    await sql<DueCondition>`select c.condition_id, c.exception_type, c.exception_code, c.is_present, c.changed_at, c.event_at, c.appeared_at, c.is_unstable,
      r.exception_record_id as record_id, conf.exception_conf_stat as conf_stat, conf.exception_level as level, conf.on_delay, conf.off_delay, conf.flap_limit,
      coalesce(p.is_delete or p.cp_stat <> ${sql.lit(entityState.enabled)} or p.cp_work_stat in (${sql.lit(pileState.disabled)}, ${sql.lit(pileState.upgrading)}), false) as is_out_of_service,
      part.incident_id
    from condition c left join exception_record r on r.condition_id = c.condition_id and r.fault_end_time is null
      left join pile p on c.is_pile and p.cp_code = c.subject left join ${confOf}
      left join lateral (select i.incident_id from incident i where ${isLossOfC} and ${coversC} and not ${isMaintained(sql`c.station_id`, sql`c.subject`, now)} order by i.incident_scope desc, i.incident_id limit 1) part on true
    where c.due_at <= ${now} order by c.due_at limit ${sql.lit(BATCH)} for update of c skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const judged = rows.map((row) => ({ row, ...judge(row, now) }));
  await sql`update condition c set due_at = judged.due, is_unstable = judged.unstable
    from unnest(${judged.map(({ row }) => row.conditionId)}::int8[], ${judged.map(({ dueAt }) => dueAt)}::timestamptz[], ${judged.map(({ isUnstable }) => isUnstable)}::bool[]) as judged (id, due, unstable)
    where c.condition_id = judged.id`.execute(tx);
  await openRecords(
    tx,
    judged.filter(({ row, isOpen }) => isOpen && row.recordId === null),
    now,
  );
  await refreshUnstable(
    tx,
    judged.filter(({ row, isOpen, isUnstable }) => isOpen && row.recordId !== null && (isUnstable || row.isUnstable)),
  );
  await closeRecords(
    tx,
    judged.flatMap(({ row, isOpen }) =>
      !isOpen && row.recordId !== null ? [{ recordId: row.recordId, endedAt: row.isPresent ? now : row.eventAt }] : [],
    ),
    now,
  );
  if (judged.some(({ row, isOpen }) => isOpen !== (row.recordId !== null))) tx.wake(exceptionTopic);
  return rows.length;
};

interface JudgedCondition {
  readonly row: DueCondition;
  readonly isOpen: boolean;
  readonly isUnstable: boolean;
  readonly dueAt: Date | null;
}

const judge = (row: DueCondition, now: Date): Omit<JudgedCondition, 'row'> => {
  // By the configuration, or because the pile is out of service, nothing is recorded; the condition is looked at again while it lasts.
  if (row.confStat === exceptionConfStat.notRecorded || row.isOutOfService)
    return { isOpen: false, isUnstable: false, dueAt: row.isPresent ? new Date(now.getTime() + OUT_OF_SERVICE_MS) : null };
  const state = {
    isPresent: row.isPresent,
    changedMs: row.changedAt.getTime(),
    appearedMs: row.appearedAt.map((at) => at.getTime()),
    isOpen: row.recordId !== null,
    isUnstable: row.isUnstable,
  };
  // A loss that many piles share is no short drop of one of them.
  const delays = {
    onDelayMs: row.incidentId === null ? (row.onDelay ?? 0) * 1_000 : 0,
    offDelayMs: (row.offDelay ?? 0) * 1_000,
    flapLimit: row.flapLimit ?? 1,
  };
  const { isOpen, isUnstable, nextMs } = judgeCondition(state, delays, now.getTime());
  return { isOpen, isUnstable, dueAt: nextMs === null ? null : new Date(nextMs) };
};

/** A device may report a code that nobody has configured. */
const addConfsOf = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{
    type: number;
    code: number;
  }>`select distinct exception_type as type, exception_code as code from condition c where due_at <= ${now}
    and not exists (select from exception_conf conf where (conf.tenant_id is null or conf.tenant_id = c.tenant_id) and conf.exception_type = c.exception_type and conf.exception_code = c.exception_code and not conf.is_delete)
    limit ${sql.lit(BATCH)}`.execute(tx);
  await addMissingConfs(tx, rows);
};

const openRecords = async (tx: Tx, opened: readonly JudgedCondition[], now: Date): Promise<void> => {
  if (opened.length === 0) return;
  const { rows } = await sql<{
    recordId: bigint;
    cpCode: string | null;
    incidentId: bigint | null;
  }>`insert into exception_record (tenant_id, agent_id, station_id, condition_id, cp_code, subject, gun_number, exception_type, exception_code, exception_level,
      error_info, error_time, is_unstable, flap_count, incident_id, suppressed_by, create_by, create_time)
    select c.tenant_id, c.agent_id, c.station_id, c.condition_id, case when c.is_pile then c.subject end, case when not c.is_pile then c.subject end, c.gun_number, c.exception_type, c.exception_code, opened.level,
      c.detail, c.event_at, case when c.is_unstable then 1 else 0 end, case when c.is_unstable then cardinality(c.appeared_at) else 0 end, opened.incident, case when opened.incident is not null then ${sql.lit(suppression.incident)} end, 'system', ${now}
    from condition c join unnest(${opened.map(({ row }) => row.conditionId)}::int8[], ${opened.map(({ row }) => row.level ?? 0)}::int2[], ${opened.map(({ row }) => row.incidentId)}::int8[]) as opened (id, level, incident) on c.condition_id = opened.id
    on conflict do nothing returning exception_record_id as record_id, cp_code, incident_id`.execute(tx);
  await suppress(tx, rows, now);
  await writeOpened(
    tx,
    // The messages of an incident stand in place of those of its members.
    rows.flatMap(({ recordId, incidentId }) => (incidentId === null ? [recordId] : [])),
    now,
  );
};

const refreshUnstable = async (tx: Tx, unstable: readonly JudgedCondition[]): Promise<void> => {
  if (unstable.length === 0) return;
  await sql`update exception_record r set is_unstable = judged.unstable, flap_count = greatest(r.flap_count, judged.appearances)
    from unnest(${unstable.map(({ row }) => row.recordId)}::int8[], ${unstable.map(({ isUnstable }) => (isUnstable ? 1 : 0))}::int2[], ${unstable.map(({ row }) => row.appearedAt.length)}::int[]) as judged (id, unstable, appearances)
    where r.exception_record_id = judged.id`.execute(tx);
};

interface EndedRecord {
  readonly recordId: bigint;
  readonly endedAt: Date;
}

const closeRecords = async (tx: Tx, ended: readonly EndedRecord[], now: Date): Promise<void> => {
  if (ended.length === 0) return;
  const { rows } = await sql<{
    cpCode: string | null;
  }>`update exception_record r set fault_end_time = greatest(r.error_time, ended.at), shelved_until = null, suppressed_by = null,
      solve_stat = case when r.solve_stat = ${sql.lit(solveStat.open)} then ${sql.lit(solveStat.endedByItself)} else r.solve_stat end, update_time = ${now}, version = r.version + 1
    from unnest(${ended.map(({ recordId }) => recordId)}::int8[], ${ended.map(({ endedAt }) => endedAt)}::timestamptz[]) as ended (id, at)
    where r.exception_record_id = ended.id returning r.cp_code`.execute(tx);
  await suppress(tx, rows, now);
  await writeClosed(
    tx,
    ended.map(({ recordId }) => recordId),
    now,
  );
};

/** The code of a pile fault that explains others. */
const EMERGENCY_STOP = 2;

/**
 * Says for each open exception of the piles whether another one explains it: a pile that is offline explains all of its own, an emergency stop the
 * faults of its guns, and its input power the faults of its guns and modules. The strongest cause is named. Nothing explains an emergency stop,
 * because somebody may be in danger whatever the line does. An incident explains the losses that are its members.
 * Maintenance silences everything.
 */
const suppress = async (tx: Tx, records: readonly { readonly cpCode: string | null }[], now: Date): Promise<void> => {
  const cpCodes = records.flatMap(({ cpCode }) => (cpCode === null ? [] : [cpCode]));
  if (cpCodes.length === 0) return;
  const { pileFault, gunFault, offline, faultStop } = exceptionType;
  await sql`with open as (select r.exception_record_id, r.cp_code, r.exception_type, r.exception_code, i.incident_id, ${isMaintained(sql`r.station_id`, sql`r.cp_code`, now)} as is_maintained from exception_record r left join incident i on i.incident_id = r.incident_id and i.end_time is null
        where r.cp_code = any(${cpCodes}::text[]) and r.fault_end_time is null),
      causes as (select cp_code, bool_or(exception_type = ${sql.lit(offline)}) as is_offline, bool_or(exception_type = ${sql.lit(pileFault)} and exception_code = ${sql.lit(EMERGENCY_STOP)}) as is_stopped,
        bool_or(exception_type = ${sql.lit(pileFault)} and exception_code = any(${inputPowerCodes}::int[])) as has_no_power from open group by cp_code),
      judged as (select o.exception_record_id, case
          when o.is_maintained then ${sql.lit(suppression.maintenance)}
          when o.incident_id is not null then ${sql.lit(suppression.incident)}
          when o.exception_type = ${sql.lit(offline)} or (o.exception_type = ${sql.lit(pileFault)} and o.exception_code = ${sql.lit(EMERGENCY_STOP)}) then null
          when c.is_offline then ${sql.lit(suppression.pileOffline)}
          when c.is_stopped and o.exception_type in (${sql.lit(gunFault)}, ${sql.lit(faultStop)}) then ${sql.lit(suppression.emergencyStop)}
          when c.has_no_power and (o.exception_type = ${sql.lit(gunFault)} or (o.exception_type = ${sql.lit(pileFault)} and o.exception_code <> all(${inputPowerCodes}::int[]))) then ${sql.lit(suppression.inputPower)}
        end as cause from open o join causes c using (cp_code))
    update exception_record r set suppressed_by = judged.cause from judged where r.exception_record_id = judged.exception_record_id and r.suppressed_by is distinct from judged.cause`.execute(
    tx,
  );
};

/** Makes a closed record of each event. */
const takeEvents = async (tx: Tx, now: Date): Promise<number> => {
  const { rows: missing } = await sql<{
    type: number;
    code: number;
  }>`select distinct exception_type as type, exception_code as code from condition_event c
    where not exists (select from exception_conf conf where conf.tenant_id is null and conf.exception_type = c.exception_type and conf.exception_code = c.exception_code and not conf.is_delete)`.execute(
    tx,
  );
  await addMissingConfs(tx, missing);
  const { rows } = await sql<{
    taken: number;
    recordIds: bigint[];
  }>`with c as (delete from condition_event where condition_event_id in (select condition_event_id from condition_event order by 1 limit ${sql.lit(BATCH)} for update skip locked) returning *),
      recorded as (insert into exception_record (tenant_id, agent_id, station_id, cp_code, subject, gun_number, exception_type, exception_code, exception_level, error_info, error_time, fault_end_time, suppressed_by, create_by, create_time)
        select c.tenant_id, c.agent_id, c.station_id, case when c.is_pile then c.subject end, case when not c.is_pile then c.subject end, c.gun_number, c.exception_type, c.exception_code, conf.exception_level,
          c.detail, c.event_at, c.event_at, case when c.is_pile and ${isMaintained(sql`c.station_id`, sql`c.subject`, now)} then ${sql.lit(suppression.maintenance)} end, 'system', ${now} from c left join ${confOf} where conf.exception_conf_stat is distinct from ${sql.lit(exceptionConfStat.notRecorded)} returning exception_record_id)
    select (select count(*)::int from c) as taken, array(select exception_record_id from recorded) as record_ids`.execute(tx);
  const [counts] = rows;
  if (counts && counts.recordIds.length > 0) {
    await writeOpened(tx, counts.recordIds, now);
    tx.wake(exceptionTopic);
  }
  return counts?.taken ?? 0;
};

/** A fault that lasts although somebody has solved or shelved it is open again when its time on the shelf is over, and told again. */
const reopenShelved = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{
    recordId: bigint;
  }>`update exception_record set solve_stat = ${sql.lit(solveStat.open)}, ack_time = null, ack_user = null, shelved_until = null, update_time = ${now}, version = version + 1
    where shelved_until <= ${now} and fault_end_time is null returning exception_record_id as record_id`.execute(tx);
  await writeAgain(
    tx,
    rows.map(({ recordId }) => recordId),
    now,
  );
  if (rows.length > 0) tx.wake(exceptionTopic);
};
