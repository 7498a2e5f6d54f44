import { sql } from 'kysely';
import type { PowerPlan } from '#engines/dispatch/schedule/plan.ts';
import type { Tx } from '#kit/db/index.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { parameterNo } from '#domains/device/resources.ts';
import { loadLimits, loadPowerMonths, offlineLimitHw } from '#domains/power/server.ts';
import type { SiteFacts, SiteGun, SitePile } from './site-input.server.ts';

export interface SiteKey {
  readonly powerControlId: string;
  readonly stationId: string;
}

interface PileRow {
  readonly cpCode: string;
  readonly cpType: number;
  readonly gunCount: number;
  readonly protocol: number;
  readonly cpPower: bigint;
  readonly offlineMaxPower: bigint | null;
  readonly startsOffline: boolean;
  readonly chargingInterval: number;
  readonly online: boolean;
  readonly epoch: bigint;
  readonly lastSeen: Date | null;
  readonly offlineSince: Date | null;
  readonly toldOffline: number | null;
}

interface GunRow {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly gunWorkStat: number;
  readonly stateChangedAt: Date | null;
  readonly reportedAt: Date | null;
  readonly chargingPower: bigint | null;
  readonly chargingSoc: number | null;
}

/** What the tables say about a site: the limits of its power control, and its piles with their guns. */
export const loadSite = async (tx: Tx, { powerControlId, stationId }: SiteKey): Promise<SiteFacts> => {
  const { rows: controls } = await sql<{
    maxControlPower: bigint | null;
    fromDay: string | null;
    toDay: string | null;
    zone: string;
  }>`select c.max_control_power, c.start_time::text as from_day, c.end_time::text as to_day, s.timezone as zone
    from power_control c, station s where c.power_control_id = ${powerControlId} and s.station_id = ${stationId}`.execute(tx);
  const [control] = controls;
  const plan: PowerPlan = {
    zone: control?.zone ?? 'UTC',
    months: await loadPowerMonths(tx, powerControlId),
    fromDay: control?.fromDay ?? null,
    toDay: control?.toDay ?? null,
  };
  const limit = control?.maxControlPower ?? null;
  const key = { powerControlId, stationId };
  return { limitHw: limit === null ? null : Number(limit), limits: await loadLimits(tx, key), plan, piles: await loadPiles(tx, key) };
};

const loadPiles = async (tx: Tx, { powerControlId, stationId }: SiteKey): Promise<readonly SitePile[]> => {
  const { rows: piles } = await sql<PileRow>`select p.cp_code, p.cp_type, p.gun_count, p.protocol, p.cp_power, f.offline_max_power,
      f.is_vin_offline_charging + f.is_iccard_offline_charging > 0 as starts_offline, f.charging_interval, s.online, s.epoch, s.last_seen, s.offline_since,
      round(told.value::numeric * 10)::int4 as told_offline
    from pile p join pile_profile f on f.cp_code = p.cp_code join pile_state s on s.cp_code = p.cp_code
      left join pile_parameter told on told.cp_code = p.cp_code and told.param_no = ${OFFLINE_LIMIT} and told.value ~ '^[0-9]{1,6}([.][0-9]+)?$'
    where p.power_control_id = ${powerControlId} and p.station_id = ${stationId} and not p.is_delete order by p.cp_code`.execute(tx);
  // By their codes, because a pile may be released between the two statements.
  const codes = piles.map(({ cpCode }) => cpCode);
  const { rows: guns } =
    await sql<GunRow>`select g.cp_code, g.gun_number, g.gun_work_stat, g.state_changed_at, l.reported_at, l.charging_power, l.charging_soc
    from gun g join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number
    where g.cp_code = any(${codes}::text[]) and not g.is_delete order by g.cp_code, g.gun_number`.execute(tx);
  return piles.map((row) => pileOf(row, guns.filter(({ cpCode }) => cpCode === row.cpCode).map(gunOf)));
};

const OFFLINE_LIMIT = String(parameterNo.items.offlineMaxPower.value);
const SECOND_MS = 1_000;
const HECTOWATT_W = 100;

const pileOf = (row: PileRow, guns: readonly SiteGun[]): SitePile => ({
  cpCode: row.cpCode,
  cpType: row.cpType,
  gunCount: row.gunCount,
  ratedHw: Number(row.cpPower),
  offlineHw: offlineLimitHw(row.offlineMaxPower),
  startsOffline: row.startsOffline,
  isOcpp: row.protocol === pileProtocol.items.ocpp16.value,
  isOnline: row.online,
  epoch: Number(row.epoch),
  lastSeenMs: row.lastSeen?.getTime() ?? null,
  offlineSinceMs: row.offlineSince?.getTime() ?? null,
  chargingIntervalMs: row.chargingInterval * SECOND_MS,
  toldOfflineHw: row.toldOffline,
  guns,
});

const gunOf = (row: GunRow): SiteGun => ({
  gunNumber: row.gunNumber,
  workStat: row.gunWorkStat,
  changedAtMs: row.stateChangedAt?.getTime() ?? null,
  reportedAtMs: row.reportedAt?.getTime() ?? null,
  // Rounded up, so that what is counted is never below what flows.
  powerHw: row.chargingPower === null ? null : Math.ceil(Number(row.chargingPower) / HECTOWATT_W),
  soc: row.chargingSoc,
});
