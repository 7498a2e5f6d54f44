import { sql } from 'kysely';
import { hourlyLoss, riskCents, USUAL_REPAIR_S } from '#engines/alarm/risk.ts';
import type { UsualHour } from '#engines/alarm/risk.ts';
import { entityState } from '#engines/entity/codes.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import type { Tx } from '#kit/db/index.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';
import type { RiskBasis } from './open-alarm.ts';

/** Stations whose exceptions are assessed at once; the next poll takes others. */
const STATIONS_MAX = 10;
const AGAIN_MS = 10 * 60_000;
/** The weeks before that are looked at, in this hour and the next ones up to the last. */
const WEEKS = 8;
const LAST_HOUR = 3;
/** A charge that began earlier than this before an hour is not found in it. */
const CHARGE_MAX_HOURS = 12;
/** The last repairs of a code whose median is the usual one. */
const REPAIRS_MAX = 50;
const DWH_IN_KWH = 10_000;

interface DueRecord {
  readonly recordId: bigint;
  readonly stationId: bigint;
  readonly cpType: number;
  readonly isOutage: boolean;
  /** The guns that this exception takes out of service. */
  readonly ownGuns: number;
  readonly repairS: number | null;
}

/** Estimates what open exceptions may cost, those of a few stations at a time. Returns whether any was estimated. */
export const assessRisks = async (tx: Tx, now: Date): Promise<boolean> => {
  const due = await dueRecords(tx, now);
  if (due.length === 0) return false;
  const stationIds = [...new Set(due.map(({ stationId }) => stationId))];
  const groups = await gunGroupsOf(tx, stationIds);
  const hours = await usualHours(tx, stationIds, now);
  const assessed = due.map((record) => ({ record, basis: basisOf(record, groups.get(keyOf(record)), hours.get(keyOf(record)) ?? []) }));
  await sql`update exception_record r set risk_cents = assessed.risk, risk_basis = assessed.basis::jsonb, risk_due_at = assessed.due
    from unnest(${assessed.map(({ record }) => record.recordId)}::int8[], ${assessed.map(({ basis }) => basis?.riskCents ?? null)}::int8[],
      ${assessed.map(({ basis }) => (basis ? JSON.stringify(basis) : null))}::text[],
      ${assessed.map(({ record }) => (record.isOutage ? new Date(now.getTime() + AGAIN_MS) : null))}::timestamptz[]) as assessed (id, risk, basis, due)
    where r.exception_record_id = assessed.id`.execute(tx);
  return true;
};

const keyOf = ({ stationId, cpType }: Pick<DueRecord, 'stationId' | 'cpType'>): string => `${stationId} ${cpType}`;

const basisOf = (record: DueRecord, group: GunGroup | undefined, hours: readonly UsualHour[]): RiskBasis | undefined => {
  if (!record.isOutage || !group || group.lost === 0) return undefined;
  const loss = hourlyLoss(group, hours);
  if (!loss) return undefined;
  const ownCents = loss.lossCents * Math.min(1, record.ownGuns / group.lost);
  return {
    guns: group.guns,
    lost: group.lost,
    usuallyOccupied: Math.round(loss.meanOccupied * 10) / 10,
    lossCentsPerHour: Math.round(ownCents),
    repairS: record.repairS ?? USUAL_REPAIR_S,
    riskCents: riskCents(ownCents, record.repairS),
  };
};

/** The open exceptions of piles at the stations that wait longest. Those that are about no pile are never due again. */
const dueRecords = async (tx: Tx, now: Date): Promise<readonly DueRecord[]> => {
  await sql`update exception_record set risk_due_at = null where fault_end_time is null and risk_due_at <= ${now} and (cp_code is null or station_id is null)`.execute(
    tx,
  );
  const { rows } = await sql<DueRecord>`with stations as (select distinct station_id from (select station_id from exception_record
        where fault_end_time is null and risk_due_at <= ${now} order by risk_due_at limit 1000) waiting limit ${sql.lit(STATIONS_MAX)})
    select r.exception_record_id as record_id, coalesce(r.station_id, 0) as station_id, coalesce(p.cp_type, 0) as cp_type, coalesce(conf.is_outage = 1 and p.cp_code is not null, false) as is_outage,
      case when r.gun_number = 0 then coalesce(p.gun_count, 0) else 1 end as own_guns, usual.repair_s
    from stations join exception_record r on r.station_id = stations.station_id and r.fault_end_time is null and r.risk_due_at is not null
      cross join lateral (select r.tenant_id, r.exception_type, r.exception_code) c left join ${confOf} left join pile p on p.cp_code = r.cp_code
      left join lateral (select (percentile_cont(0.5) within group (order by past.duration))::int4 as repair_s from (select e.duration from exception_record e
        where e.tenant_id = r.tenant_id and e.exception_type = r.exception_type and e.exception_code = r.exception_code and e.duration > 0
        order by e.error_time desc limit ${sql.lit(REPAIRS_MAX)}) past) usual on true
    order by 1`.execute(tx);
  return rows;
};

interface GunGroup {
  readonly guns: number;
  readonly lost: number;
}

/** The guns of each kind of pile at the stations, and how many of them an exception has taken out of service. */
const gunGroupsOf = async (tx: Tx, stationIds: readonly bigint[]): Promise<ReadonlyMap<string, GunGroup>> => {
  const { rows } = await sql<{ stationId: bigint; cpType: number; guns: number; lost: number }>`with out as (select distinct g.cp_code, g.gun_number
      from exception_record r cross join lateral (select r.tenant_id, r.exception_type, r.exception_code) c join ${confOf}
      join gun g on g.cp_code = r.cp_code and (r.gun_number = 0 or g.gun_number = r.gun_number) and not g.is_delete
      where r.station_id = any(${stationIds}::int8[]) and r.fault_end_time is null and conf.is_outage = 1)
    select p.station_id, p.cp_type, count(*)::int4 as guns, count(out.cp_code)::int4 as lost from pile p join gun g on g.cp_code = p.cp_code and not g.is_delete
      left join out on out.cp_code = g.cp_code and out.gun_number = g.gun_number
    where p.station_id = any(${stationIds}::int8[]) and not p.is_delete and p.cp_stat = ${sql.lit(entityState.enabled)} group by 1, 2`.execute(tx);
  return new Map(rows.map(({ guns, lost, ...place }) => [keyOf(place), { guns, lost }]));
};

interface RecordedHour {
  readonly stationId: bigint;
  readonly cpType: number;
  readonly occupied: number[];
  readonly energyDwh: number;
  readonly chargeHours: number;
  readonly marginCents: number;
}

const usualHourOf = ({ occupied, energyDwh, chargeHours, marginCents }: RecordedHour): UsualHour => ({
  occupied,
  energyKwh: energyDwh / DWH_IN_KWH,
  chargeHours,
  marginCents,
});

/** For each kind of pile at a station the next hours as they were in the weeks before. A week before the station existed does not count. */
const usualHours = async (tx: Tx, stationIds: readonly bigint[], now: Date): Promise<ReadonlyMap<string, readonly UsualHour[]>> => {
  const { rows } =
    await sql<RecordedHour>`with moments as (select s.station_id, hour, week, ${now}::timestamptz - week * interval '7 days' + hour * interval '1 hour' as at
        from station s cross join generate_series(1, ${sql.lit(WEEKS)}) week cross join generate_series(0, ${sql.lit(LAST_HOUR)}) hour
        where s.station_id = any(${stationIds}::int8[]) and s.create_time <= ${now}::timestamptz - week * interval '7 days'),
      kinds as (select distinct station_id, cp_type from pile where station_id = any(${stationIds}::int8[]) and not is_delete),
      counted as (select m.station_id, k.cp_type, m.hour, m.week, count(o.charging_order_id)::int4 as occupied, coalesce(sum(o.charging_elec), 0)::float8 as energy,
          coalesce(sum(extract(epoch from o.stop_time - o.start_time)), 0)::float8 / 3600 as hours, coalesce(sum(o.srv_amount), 0)::float8 as margin
        from moments m join kinds k using (station_id) left join (charging_order o join pile p on p.cp_code = o.cp_code)
          on o.station_id = m.station_id and p.cp_type = k.cp_type and not o.is_delete and o.create_time > m.at - ${sql.lit(CHARGE_MAX_HOURS)} * interval '1 hour' and o.create_time <= m.at
            and o.start_time <= m.at and o.stop_time > m.at group by 1, 2, 3, 4)
    select station_id, cp_type, array_agg(occupied order by week) as occupied, sum(energy) as energy_dwh, sum(hours) as charge_hours, sum(margin) as margin_cents
    from counted group by station_id, cp_type, hour order by 1, 2`.execute(tx);
  return new Map([...groupBy(rows, keyOf)].map(([key, hours]) => [key, hours.map(usualHourOf)]));
};
