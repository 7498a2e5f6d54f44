import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { gunState, leftPluggedGunStates, pileState } from '#engines/pile/codes.ts';
import { liveOrderStates } from '#engines/order/codes.ts';
import { prepayState } from '#engines/payment/codes.ts';
import type { DriverGunFacts, GunUse, OutOfService } from '#engines/driver/step.ts';
import { nextReservation } from '#domains/charging/server.ts';
import { pileOfLabel } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';

/** A gun as drivers see it, with its pile and station. */
export interface DriverSite {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly stationName: string;
  readonly address: string | null;
  readonly tel: string | null;
  readonly zone: string;
  readonly currency: string;
  readonly cpName: string;
  readonly cpType: number;
  readonly powerW: number;
  readonly rateRuleId: string | null;
  readonly minAmountCents: bigint;
  readonly use: GunUse;
  readonly outBy: OutOfService | null;
  readonly isPlugged: boolean;
  readonly isOnline: boolean;
  readonly siblings: readonly { readonly no: number; readonly use: GunUse; readonly isJustPlugged: boolean }[];
}

interface GunColumns {
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly stationName: string;
  readonly address: string | null;
  readonly tel: string | null;
  readonly zone: string;
  readonly currency: string;
  readonly cpName: string;
  readonly cpType: number;
  readonly cpPower: bigint;
  readonly rateRuleId: bigint | null;
  readonly minAmountCents: bigint;
  readonly isOpen: boolean;
  readonly cpWorkStat: number;
  readonly gunWorkStat: number;
  readonly deviceGunStat: number;
  readonly hasLiveOrder: boolean;
  readonly stateChangedAt: Date | null;
}

/** Somebody who has plugged in less than this time ago may have taken the wrong gun of the pile. */
const JUST_PLUGGED_MS = 2 * 60_000;

const { enabled } = entityState;

/** The gun with its neighbours at the pile; undefined if there is none. Nothing is locked. */
export const readSite = async (tx: Tx, { cpCode, gunNumber, now }: { readonly cpCode: string; readonly gunNumber: number; readonly now: Date }) => {
  const { rows } =
    await sql<GunColumns>`select g.tenant_id, g.agent_id, g.station_id, g.cp_code, g.gun_number, s.station_name, s.station_addr as address, coalesce(s.service_phone1, s.service_phone2) as tel,
      s.timezone as zone, t.currency, p.cp_name, p.cp_type, p.cp_power, p.rate_rule_id, p.account_min_amount as min_amount_cents,
      s.station_stat = ${sql.lit(enabled)} and a.agent_stat = ${sql.lit(enabled)} and t.tenant_stat = ${sql.lit(enabled)} and p.cp_stat = ${sql.lit(enabled)} and p.rate_rule_id is not null
        and g.overlay_stat is distinct from ${sql.lit(gunState.disabled)} as is_open,
      p.cp_work_stat, g.gun_work_stat, coalesce(g.device_gun_stat, ${sql.lit(gunState.idle)}) as device_gun_stat, g.state_changed_at,
      exists (select from charging_order o where o.cp_code = g.cp_code and o.gun_number = g.gun_number and o.order_state in (${literals(liveOrderStates)})) as has_live_order
    from gun g join pile p on p.cp_code = g.cp_code join station s on s.station_id = g.station_id join agent a on a.agent_id = g.agent_id join tenant t on t.tenant_id = g.tenant_id
    where g.cp_code = ${cpCode} and not g.is_delete and not p.is_delete order by g.gun_number`.execute(tx);
  const own = rows.find((row) => row.gunNumber === gunNumber);
  return own && siteOf(own, rows, now);
};

const siteOf = (own: GunColumns, all: readonly GunColumns[], now: Date): DriverSite => ({
  ...own,
  tenantId: String(own.tenantId),
  agentId: String(own.agentId),
  stationId: String(own.stationId),
  rateRuleId: own.rateRuleId === null ? null : String(own.rateRuleId),
  powerW: Number(own.cpPower) * 100,
  use: gunUseOf(own),
  outBy: outByOf(own),
  isPlugged: isPlugged(own),
  isOnline: own.cpWorkStat !== pileState.offline,
  siblings: all
    .filter((each) => each !== own)
    .map((each) => ({
      no: each.gunNumber,
      use: gunUseOf(each),
      isJustPlugged:
        each.deviceGunStat === gunState.plugged && each.stateChangedAt !== null && now.getTime() - each.stateChangedAt.getTime() < JUST_PLUGGED_MS,
    })),
});

const brokenPileStates: readonly number[] = [pileState.disabled, pileState.upgrading, pileState.fault];
const brokenGunStates: readonly number[] = [gunState.disabled, gunState.fault];
const takenGunStates: readonly number[] = [gunState.reserving, gunState.reserved, gunState.starting, gunState.charging];

const gunUseOf = ({ isOpen, cpWorkStat, gunWorkStat, hasLiveOrder }: GunColumns): GunUse => {
  if (!isOpen || brokenPileStates.includes(cpWorkStat) || brokenGunStates.includes(gunWorkStat)) return 'outOfService';
  if (hasLiveOrder || takenGunStates.includes(gunWorkStat)) return 'busy';
  if (leftPluggedGunStates.includes(gunWorkStat)) return 'left';
  return gunWorkStat === gunState.plugged ? 'plugged' : 'idle';
};

/** What is wrong weighs more than what an operator has decided: a fault needs somebody to come. */
const outByOf = (own: GunColumns): OutOfService | null => {
  if (gunUseOf(own) !== 'outOfService') return null;
  if (own.cpWorkStat === pileState.fault || own.gunWorkStat === gunState.fault) return 'fault';
  return own.cpWorkStat === pileState.upgrading ? 'upgrading' : 'disabled';
};

const unpluggedStates: readonly number[] = [gunState.idle, gunState.disabled, gunState.fault];
const isPlugged = ({ deviceGunStat }: GunColumns): boolean => !unpluggedStates.includes(deviceGunStat);

/** The gun behind a label. Unknown labels and guns are the same 404. */
export const siteOfLabel = async (
  tx: Tx,
  keys: Pick<Secrets, 'macs'>,
  { label, gun, now }: { readonly label: string; readonly gun: number; readonly now: Date },
): Promise<DriverSite> => {
  const labelled = await pileOfLabel(tx, keys, label);
  if (labelled?.isWithdrawn) throwRefusal(driverRefusals, 'driver.labelWithdrawn', {}, { status: 404 });
  const site = labelled && (await readSite(tx, { cpCode: labelled.cpCode, gunNumber: gun, now }));
  return site ?? throwRefusal(driverRefusals, 'driver.labelInvalid', {}, { status: 404 });
};

/** The visits that are paying for a gun, or have paid and wait for the start: their orders take it for the payment window. */
export const leasesOf = async (
  tx: Tx,
  { cpCode, gunNumber, now }: { readonly cpCode: string; readonly gunNumber: number; readonly now: Date },
): Promise<readonly { readonly orderNo: string; readonly visitIds: readonly string[] }[]> => {
  const { rows } = await sql<{ orderNo: string; visitIds: bigint[] }>`select o.order_no,
      coalesce((select array_agg(a.visit_id) from driver_access a where a.driver_order_id = o.driver_order_id and a.access_role = 'control'), '{}') as visit_ids
    from driver_order o join prepaid_order p on p.pre_pay_order_id = o.pre_pay_order_id
    where o.cp_code = ${cpCode} and o.gun_number = ${gunNumber}
      and (p.pay_state = ${sql.lit(prepayState.unpaid)} and p.expire_time > ${now}
        or p.pay_state = ${sql.lit(prepayState.paid)} and p.charging_order_id is null and p.start_refusal is null)`.execute(tx);
  return rows.map(({ orderNo, visitIds }) => ({ orderNo, visitIds: visitIds.map(String) }));
};

/** The facts of the gun for a visitor; `visitId` is null for one who has no visit. */
export const gunFactsOf = async (
  tx: Tx,
  site: DriverSite,
  { visitId, now }: { readonly visitId: string | null; readonly now: Date },
): Promise<DriverGunFacts> => {
  const leases = await leasesOf(tx, { cpCode: site.cpCode, gunNumber: site.gunNumber, now });
  // Just before a reservation of somebody else, the gun takes no charge.
  const next = await nextReservation(tx, { site, party: undefined, nowMs: now.getTime() });
  return {
    use: next?.isReservedSoon === true && site.use !== 'outOfService' ? 'busy' : site.use,
    outBy: site.outBy,
    isPlugged: site.isPlugged,
    isOnline: site.isOnline,
    isLeased: leases.some(({ visitIds }) => visitId === null || !visitIds.includes(visitId)),
    pluggedSibling: site.siblings.find(({ isJustPlugged }) => isJustPlugged)?.no ?? null,
  };
};
