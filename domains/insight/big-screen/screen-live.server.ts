import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { solveStat } from '#engines/alarm/codes.ts';
import { gunState } from '#engines/pile/codes.ts';
import { OFFLINE } from '#domains/charging/resources.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import type { ScreenPart } from './screen-reader.server.ts';
import type { ScreenAlarm, ScreenCharge, ScreenLive } from './screen-stream.ts';

const CHARGES_MAX = 12;
const ALARMS_MAX = 8;
const STATIONS_MAX = 500;
const MICRODEGREES = 1_000_000;

interface GunRow {
  readonly stationId: bigint;
  readonly state: number;
  readonly guns: number;
  readonly powerW: bigint;
}

interface StationRow {
  readonly stationId: bigint;
  readonly stationName: string;
  readonly timezone: string;
  readonly gpsX: bigint | null;
  readonly gpsY: bigint | null;
  readonly piles: number;
  readonly onlinePiles: number;
  readonly ratedHw: bigint;
}

const here = ({ tenantId, stationId }: ScreenPart) =>
  sql`s.tenant_id = ${tenantId} and (${stationId}::int8 is null or s.station_id = ${stationId}::int8) and not s.is_delete and s.station_stat = ${sql.lit(entityState.enabled)}`;

/** What is true now, without anything that names a driver. */
export const readLive = async (tx: Tx, part: ScreenPart, now: Date): Promise<ScreenLive> => {
  const stations = await stationsOf(tx, part);
  const guns = await gunsOf(tx, part);
  const alarms = await alarmsOf(tx, part);
  const gunsByStation = groupBy(guns, ({ stationId }) => stationId);
  const rows = stations
    .map(({ stationId, stationName, gpsX, gpsY }) => {
      const own = gunsByStation.get(stationId) ?? [];
      const count = (...states: readonly number[]) => own.reduce((sum, row) => sum + (states.includes(row.state) ? row.guns : 0), 0);
      return {
        id: String(stationId),
        name: stationName,
        lng: gpsX === null ? null : Number(gpsX) / MICRODEGREES,
        lat: gpsY === null ? null : Number(gpsY) / MICRODEGREES,
        idle: count(gunState.idle, gunState.plugged),
        charging: count(gunState.charging, gunState.starting),
        fault: count(gunState.fault, gunState.failed),
        offline: count(OFFLINE),
        guns: own.reduce((sum, row) => sum + row.guns, 0),
        powerW: own.reduce((sum, row) => sum + Number(row.powerW), 0),
      };
    })
    .toSorted((a, b) => b.powerW - a.powerW || a.name.localeCompare(b.name));
  return {
    now: now.toISOString(),
    timeZone: mostFrequent(stations.map(({ timezone }) => timezone)) ?? (await timeZoneOf(tx, part)),
    piles: stations.reduce((sum, { piles }) => sum + piles, 0),
    onlinePiles: stations.reduce((sum, { onlinePiles }) => sum + onlinePiles, 0),
    gunsByState: Object.fromEntries(
      [...new Set(guns.map(({ state }) => state))].map((state) => [
        String(state),
        guns.reduce((sum, row) => sum + (row.state === state ? row.guns : 0), 0),
      ]),
    ),
    powerW: rows.reduce((sum, { powerW }) => sum + powerW, 0),
    ratedPowerW: stations.reduce((sum, { ratedHw }) => sum + Number(ratedHw) * 100, 0),
    stationCount: rows.length,
    stations: rows.slice(0, STATIONS_MAX),
    charges: await chargesOf(tx, part),
    ...alarms,
  };
};

/** Undefined of none; of several that are as frequent, the first by name. */
const mostFrequent = (texts: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const each of texts) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].toSorted(([name, count], [otherName, otherCount]) => otherCount - count || name.localeCompare(otherName))[0]?.[0];
};

const timeZoneOf = async (tx: Tx, { tenantId }: ScreenPart): Promise<string> => {
  const { rows } = await sql<{ timezone: string }>`select timezone from tenant where tenant_id = ${tenantId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a screen without a tenant');
  return row.timezone;
};

const stationsOf = async (tx: Tx, part: ScreenPart): Promise<readonly StationRow[]> => {
  const { rows } = await sql<StationRow>`select s.station_id, s.station_name, s.timezone, s.gps_x, s.gps_y, count(p.cp_code)::int4 as piles,
      (count(*) filter (where st.online))::int4 as online_piles, coalesce(sum(p.cp_power), 0)::int8 as rated_hw
    from station s left join pile p on p.station_id = s.station_id and not p.is_delete left join pile_state st on st.cp_code = p.cp_code
    where ${here(part)} group by s.station_id`.execute(tx);
  return rows;
};

const gunsOf = async (tx: Tx, part: ScreenPart): Promise<readonly GunRow[]> => {
  const { rows } =
    await sql<GunRow>`select s.station_id, (case when st.online then g.gun_work_stat else ${sql.lit(OFFLINE)} end)::int4 as state, count(*)::int4 as guns,
      coalesce(sum(l.charging_power) filter (where g.gun_work_stat = ${sql.lit(gunState.charging)} and g.charging_order_no is not null), 0)::int8 as power_w
    from station s join gun g on g.station_id = s.station_id and not g.is_delete join pile_state st on st.cp_code = g.cp_code
      join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number
    where ${here(part)} group by 1, 2`.execute(tx);
  return rows;
};

const chargesOf = async (tx: Tx, part: ScreenPart): Promise<readonly ScreenCharge[]> => {
  const { rows } = await sql<{
    stationName: string;
    cpCode: string;
    gunNumber: number;
    powerW: bigint;
    energyDwh: bigint;
    soc: number | null;
    startTime: Date | null;
  }>`select s.station_name, g.cp_code, g.gun_number, coalesce(l.charging_power, 0) as power_w, coalesce(l.charging_elec, 0) as energy_dwh, l.charging_soc as soc, o.start_time
    from station s join gun g on g.station_id = s.station_id and not g.is_delete join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number
      join pile_state st on st.cp_code = g.cp_code and st.online join charging_order o on o.charging_order_no = g.charging_order_no
    where ${here(part)} and g.gun_work_stat = ${sql.lit(gunState.charging)} order by l.charging_power desc nulls last, g.cp_code, g.gun_number limit ${sql.lit(CHARGES_MAX)}`.execute(
    tx,
  );
  return rows.map(({ stationName, startTime, powerW, energyDwh, ...row }) => ({
    ...row,
    station: stationName,
    powerW: Number(powerW),
    energyDwh: Number(energyDwh),
    since: startTime?.toISOString() ?? null,
  }));
};

/** Exceptions that last and are not put aside. Those about no pile name people or cards, so a wall does not show them. */
const alarmsOf = async (tx: Tx, part: ScreenPart): Promise<Pick<ScreenLive, 'alarmsByLevel' | 'alarms'>> => {
  const open = sql`from exception_record e join station s on s.station_id = e.station_id
    where ${here(part)} and e.tenant_id = ${part.tenantId} and e.fault_end_time is null and e.solve_stat in (${literals([solveStat.open, solveStat.acknowledged])}) and e.shelved_until is null
      and e.suppressed_by is null and e.cp_code is not null`;
  const { rows: levels } = await sql<{
    level: number;
    n: number;
  }>`select e.exception_level::int4 as level, count(*)::int4 as n ${open} group by 1`.execute(tx);
  const { rows } = await sql<
    Omit<ScreenAlarm, 'since'> & { since: Date }
  >`select e.exception_level::int4 as level, e.exception_type::int4 as type, e.cp_code as about, s.station_name as station, e.error_time as since
    ${open} order by e.exception_level, e.error_time desc limit ${sql.lit(ALARMS_MAX)}`.execute(tx);
  return {
    alarmsByLevel: Object.fromEntries(levels.map(({ level, n }) => [String(level), n])),
    alarms: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
  };
};
