import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { entityState } from '#engines/entity/codes.ts';
import { liveOrderStates } from '#engines/order/codes.ts';
import { gunState, leftPluggedGunStates, pileState } from '#engines/pile/codes.ts';
import { priceStages } from '#engines/tariff/price-stages.ts';
import { pileType } from '#domains/network/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { currentTariffs } from '#domains/tariff/server.ts';
import type { Db, Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { PartnerAccount } from './gate.server.ts';
import type { PartnerGun, PartnerGunUse, PartnerPrices, PartnerStation } from './open-api.ts';
import { openRefusals } from './open-refusals.labels.ts';

const { enabled } = entityState;
/** Partners see and use only piles that are open to the public. */
const OPEN = yesNo.items.yes.value;
const DAY_MS = 24 * 3_600_000;
const DEGREE_E6 = 1_000_000;

interface StationColumns {
  readonly stationId: bigint;
  readonly name: string;
  readonly address: string | null;
  readonly gpsX: bigint | null;
  readonly gpsY: bigint | null;
  readonly zone: string;
  readonly hours: string | null;
  readonly tel: string | null;
  readonly currency: string;
  readonly isOpen: boolean;
  readonly gunCount: number;
}

/** The stations of an account. */
export const readStations = async (db: Db | Tx, { accessConfigId }: PartnerAccount): Promise<readonly PartnerStation[]> => {
  const { rows } =
    await sql<StationColumns>`select s.station_id, s.station_name as name, s.station_addr as address, s.gps_x, s.gps_y, s.timezone as zone, s.bus_hours as hours,
      coalesce(s.service_phone1, s.service_phone2) as tel, t.currency,
      s.station_stat = ${sql.lit(enabled)} and a.agent_stat = ${sql.lit(enabled)} as is_open,
      (select count(*)::int4 from gun g join pile p on p.cp_code = g.cp_code where g.station_id = s.station_id and not g.is_delete and not p.is_delete and p.exter_operate = ${sql.lit(OPEN)}) as gun_count
    from access_config_station l join station s on s.station_id = l.station_id join agent a on a.agent_id = s.agent_id join tenant t on t.tenant_id = s.tenant_id
    where l.access_config_id = ${accessConfigId} and not s.is_delete order by s.station_id`.execute(db);
  return rows.map(({ stationId, gpsX, gpsY, ...row }) => ({
    ...row,
    stationId: String(stationId),
    longitude: degrees(gpsX),
    latitude: degrees(gpsY),
  }));
};

const degrees = (value: bigint | null): number | null => (value === null ? null : Number(value) / DEGREE_E6);

/** A gun that the account may see. */
export interface PartnerSite {
  readonly stationId: bigint;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly pileName: string;
  readonly cpType: number;
  readonly cpPower: bigint;
  readonly isOpen: boolean;
  readonly cpWorkStat: number;
  readonly gunWorkStat: number;
  readonly deviceGunStat: number;
  readonly hasLiveOrder: boolean;
  readonly rateRuleId: bigint | null;
  readonly zone: string;
  readonly currency: string;
}

/** What is asked for: all guns of a station, or one gun. */
export type SiteQuery = { readonly stationId: string } | { readonly cpCode: string; readonly gunNumber: number };

/** The guns of the account's stations. A foreign one and one that does not exist are both not found. */
export const readSites = async (db: Db | Tx, { accessConfigId }: PartnerAccount, query: SiteQuery): Promise<readonly PartnerSite[]> => {
  const which =
    'stationId' in query ? sql`g.station_id = ${query.stationId}::int8` : sql`g.cp_code = ${query.cpCode} and g.gun_number = ${query.gunNumber}`;
  const { rows } =
    await sql<PartnerSite>`select g.station_id, g.cp_code, g.gun_number, p.cp_name as pile_name, p.cp_type, p.cp_power, p.rate_rule_id, s.timezone as zone, t.currency,
      s.station_stat = ${sql.lit(enabled)} and a.agent_stat = ${sql.lit(enabled)} and t.tenant_stat = ${sql.lit(enabled)} and p.cp_stat = ${sql.lit(enabled)} and p.rate_rule_id is not null
        and g.overlay_stat is distinct from ${sql.lit(gunState.disabled)} as is_open,
      p.cp_work_stat, g.gun_work_stat, coalesce(g.device_gun_stat, ${sql.lit(gunState.idle)}) as device_gun_stat,
      exists (select from charging_order o where o.cp_code = g.cp_code and o.gun_number = g.gun_number and o.order_state in (${literals(liveOrderStates)})) as has_live_order
    from access_config_station l join gun g on g.station_id = l.station_id join pile p on p.cp_code = g.cp_code join station s on s.station_id = g.station_id
      join agent a on a.agent_id = g.agent_id join tenant t on t.tenant_id = g.tenant_id
    where l.access_config_id = ${accessConfigId} and ${which} and not g.is_delete and not p.is_delete and not s.is_delete and p.exter_operate = ${sql.lit(OPEN)}
    order by g.cp_code, g.gun_number`.execute(db);
  return rows;
};

export const requireSite = async (
  db: Db | Tx,
  account: PartnerAccount,
  gun: { readonly cpCode: string; readonly gunNumber: number },
): Promise<PartnerSite> => {
  const [site] = await readSites(db, account, { cpCode: gun.cpCode, gunNumber: gun.gunNumber });
  return site ?? throwRefusal(openRefusals, 'partner.gunUnknown', {}, { status: 404 });
};

/** Refuses a station that the account does not see. */
export const requireStation = async (db: Db | Tx, { accessConfigId }: PartnerAccount, stationId: string): Promise<void> => {
  const { rows } = await sql<{ known: boolean }>`select exists (select from access_config_station l join station s on s.station_id = l.station_id
    where l.access_config_id = ${accessConfigId} and l.station_id = ${stationId}::int8 and not s.is_delete) as known`.execute(db);
  if (rows[0]?.known !== true) throwRefusal(openRefusals, 'partner.stationUnknown', {}, { status: 404 });
};

export const gunViewOf = (site: PartnerSite): PartnerGun => ({
  stationId: String(site.stationId),
  cpCode: site.cpCode,
  gunNumber: site.gunNumber,
  pileName: site.pileName,
  current: site.cpType === pileType.items.dc.value ? 'DC' : 'AC',
  powerW: Number(site.cpPower) * 100,
  use: gunUseOf(site),
  gunWorkStat: site.gunWorkStat,
  cpWorkStat: site.cpWorkStat,
  isPlugged: !unpluggedStates.includes(site.deviceGunStat),
  isOnline: site.cpWorkStat !== pileState.offline,
});

const unpluggedStates: readonly number[] = [gunState.idle, gunState.disabled, gunState.fault];
const brokenPileStates: readonly number[] = [pileState.disabled, pileState.upgrading, pileState.offline, pileState.fault];
const brokenGunStates: readonly number[] = [gunState.disabled, gunState.fault];
const takenGunStates: readonly number[] = [gunState.reserving, gunState.reserved, gunState.starting, gunState.charging];

const gunUseOf = ({ isOpen, cpWorkStat, gunWorkStat, hasLiveOrder }: PartnerSite): PartnerGunUse => {
  if (!isOpen || brokenPileStates.includes(cpWorkStat) || brokenGunStates.includes(gunWorkStat)) return 'outOfService';
  if (hasLiveOrder || takenGunStates.includes(gunWorkStat)) return 'busy';
  if (leftPluggedGunStates.includes(gunWorkStat)) return 'left';
  return gunWorkStat === gunState.plugged ? 'plugged' : 'idle';
};

/** The prices of a gun for the next 24 hours. */
export const readPrices = async (tx: Tx, { cpCode, gunNumber, rateRuleId, zone, currency }: PartnerSite, now: Date): Promise<PartnerPrices> => {
  const fromMs = now.getTime();
  const [tariff] = rateRuleId === null ? [] : await currentTariffs(tx, [{ rateRuleId: String(rateRuleId), zone, currency, atMs: fromMs }]);
  if (!tariff) return throwRefusal(openRefusals, 'partner.noPrice', {}, { status: 404 });
  return {
    cpCode,
    gunNumber,
    currency,
    digits: minorDigits(currency) ?? 2,
    stages: priceStages(tariff.tariff, { fromMs, toMs: fromMs + DAY_MS }).map((stage) => ({
      from: new Date(stage.fromMs).toISOString(),
      to: new Date(stage.toMs).toISOString(),
      energyE5: Number(stage.energyE5),
      serviceE5: Number(stage.serviceE5),
      otherE5: Number(stage.otherE5),
      totalE5: Number(stage.totalE5),
      hourE5: Number(stage.hourE5),
    })),
  };
};
