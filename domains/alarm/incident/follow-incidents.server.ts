import { sql } from 'kysely';
import { suppression } from '#engines/alarm/codes.ts';
import { judgeIncident } from '#engines/alarm/incident.ts';
import type { IncidentVerdict } from '#engines/alarm/incident.ts';
import type { Tx } from '#kit/db/index.ts';
import { warningKind } from '../warning-log/warning-log.codes.ts';
import { writeOpened } from '../warning-log/write-wave.server.ts';
import { lockIncidents } from './correlate-losses.server.ts';
import { tellIncident } from './tell-incident.server.ts';

interface OpenIncident {
  readonly id: bigint;
  readonly createTime: Date;
  readonly memberCount: number;
  readonly lastingCount: number;
  readonly toldCount: number | null;
  readonly growthTime: Date | null;
  readonly halfTime: Date | null;
  readonly halfSince: Date | null;
  readonly calmSince: Date | null;
  readonly members: number;
  readonly lasting: number;
}

/** Counts the members of the open incidents, tells what has to be told, and ends those that are over. Returns whether any has changed. */
export const followIncidents = async (tx: Tx, now: Date): Promise<boolean> => {
  const { rows: open } = await sql<{ id: bigint }>`select incident_id as id from incident where end_time is null limit 1`.execute(tx);
  const released = await releaseLeftBehind(tx, now);
  if (open.length === 0 || !(await lockIncidents(tx))) return released;
  const { rows } =
    await sql<OpenIncident>`select i.incident_id as id, i.create_time, i.member_count, i.lasting_count, i.told_count, i.growth_time, i.half_time, i.half_since, i.calm_since,
      counted.members, counted.lasting
    from incident i cross join lateral (select count(distinct r.cp_code)::int as members, count(distinct r.cp_code) filter (where r.fault_end_time is null)::int as lasting
      from exception_record r where r.incident_id = i.incident_id) as counted where i.end_time is null order by 1`.execute(tx);
  let hasChanged = released;
  for (const row of rows) hasChanged = (await followOne(tx, row, now)) || hasChanged;
  return hasChanged;
};

const followOne = async (tx: Tx, row: OpenIncident, now: Date): Promise<boolean> => {
  const isFirst = row.toldCount === null;
  const hasChanged = isFirst || row.members !== row.memberCount || row.lasting !== row.lastingCount;
  const verdict = judgeIncident(
    {
      openedMs: row.createTime.getTime(),
      members: row.members,
      lasting: row.lasting,
      toldMembers: row.toldCount ?? row.members,
      isGrowthTold: row.growthTime !== null,
      isHalfTold: row.halfTime !== null,
      halfSinceMs: row.halfSince?.getTime() ?? null,
      calmSinceMs: row.calmSince?.getTime() ?? null,
    },
    now.getTime(),
  );
  const isSame = verdict.halfSinceMs === (row.halfSince?.getTime() ?? null) && verdict.calmSinceMs === (row.calmSince?.getTime() ?? null);
  if (!hasChanged && isSame && verdict.tells === null) return false;
  await store(tx, row, { verdict, now });
  // Somebody whose first pile joins now has not heard of it.
  if (hasChanged && row.lasting > 0) await tellIncident(tx, { incidentId: row.id, kind: warningKind.opened }, now);
  if (verdict.tells === 'growth') await tellIncident(tx, { incidentId: row.id, kind: warningKind.growth }, now);
  if (verdict.tells === 'half') await tellIncident(tx, { incidentId: row.id, kind: warningKind.half }, now);
  if (verdict.tells === 'end') await tellIncident(tx, { incidentId: row.id, kind: warningKind.closed }, now);
  if (verdict.releases) await releaseLeftBehind(tx, now);
  return true;
};

const store = async (tx: Tx, row: OpenIncident, { verdict, now }: { readonly verdict: IncidentVerdict; readonly now: Date }): Promise<void> => {
  const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  // The end is that of its last member, which is known before the incident is over.
  await sql`update incident set member_count = ${row.members}, lasting_count = ${row.lasting}, told_count = coalesce(told_count, ${row.members}),
      half_since = ${at(verdict.halfSinceMs)}, calm_since = ${at(verdict.calmSinceMs)},
      growth_time = case when ${verdict.tells === 'growth'} then ${now}::timestamptz else growth_time end,
      half_time = case when ${verdict.tells === 'half'} then ${now}::timestamptz else half_time end,
      end_time = case when ${verdict.isOver} then coalesce((select max(fault_end_time) from exception_record r where r.incident_id = incident.incident_id and ${row.lasting === 0}), ${now}::timestamptz) end,
      update_time = ${now}, version = version + 1 where incident_id = ${row.id}`.execute(tx);
};

/** Exceptions whose incident is over are told as their own. */
const releaseLeftBehind = async (tx: Tx, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ id: bigint }>`update exception_record r set suppressed_by = null from incident i
    where i.incident_id = r.incident_id and i.end_time is not null and r.suppressed_by = ${sql.lit(suppression.incident)} and r.fault_end_time is null
    returning r.exception_record_id as id`.execute(tx);
  await writeOpened(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  return rows.length > 0;
};
