import { sql } from 'kysely';
import type { BmsReport, GunStatus, ParameterReport, PileStatus } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { deviceGunState, shownGunState } from '#engines/pile/gun.ts';
import type { DeviceGunState, GunState } from '#engines/pile/codes.ts';
import { faultType as faults, pileState } from '#engines/pile/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { PileHome } from '../pile-directory.server.ts';
import { showPiles } from '../connection/shown.server.ts';
import { keepInProfile } from '../parameter/accepted.server.ts';
import { reportedInProfile } from '../parameter/in-profile.rules.ts';
import { measuredOf } from './measured.rules.ts';
import type { HeardEvent } from './unchanged.server.ts';

/** A gun as it is after its report. */
export interface GunReported {
  readonly home: PileHome;
  readonly gunNumber: number;
  readonly device: DeviceGunState;
  readonly before: GunState;
  readonly shown: GunState;
  readonly chargingOrderNo: string | null;
  /** The order the gun itself names; null where it names none. */
  readonly saidOrderNo: string | null;
  /** By the pile's own clock, as orders are told. */
  readonly atMs: number;
}

/** Heard inside the transaction of the report, so that what follows from it is kept together with it. */
export type GunListener = (tx: Tx, gun: GunReported) => Promise<void>;

/** A report of an older session is void: the row does not change and false comes back. */
const isCurrent = async (tx: Tx, pile: PileRef, atMs: number): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update pile_state set last_seen = greatest(last_seen, ${new Date(atMs)}) where cp_code = ${pile.cpCode} and epoch = ${pile.epoch}`.execute(
      tx,
    );
  return numAffectedRows === 1n;
};

export const keepPileStatus = (
  database: Database,
  { pile, home, event, heardMs }: HeardEvent<PileStatus> & { readonly home: PileHome },
): Promise<void> =>
  inSystem(database, async (tx) => {
    if (!(await isCurrent(tx, pile, heardMs))) return;
    const faultType = event.cpFaultType === faults.none ? null : event.cpFaultType;
    const { rows } = await sql<{ cpFaultType: number | null }>`select cp_fault_type from pile where cp_code = ${pile.cpCode}`.execute(tx);
    await sql`update pile_state set device_work_stat = ${event.cpWorkStat}, details = ${JSON.stringify(event.details)} where cp_code = ${pile.cpCode}`.execute(
      tx,
    );
    await showPiles(tx, [{ cpCode: pile.cpCode, online: true, faultType, isDeviceDisabled: event.cpWorkStat === pileState.disabled }], heardMs);
    if ((rows[0]?.cpFaultType ?? null) !== faultType) {
      await keepEvent(tx, home, {
        kind: faultType === null ? 'pileFaultCleared' : 'pileFault',
        code: faultType ?? rows[0]?.cpFaultType ?? null,
        detail: faultType === null ? '' : wordsOf(event.details['faultInfo']),
        atMs: heardMs,
      });
    }
  });

export const keepGunStatus = (
  database: Database,
  told: HeardEvent<GunStatus> & { readonly home: PileHome; readonly listeners: readonly GunListener[] },
): Promise<GunReported | undefined> =>
  inSystem(database, async (tx) => {
    const { pile, home, event, heardMs } = told;
    if (!(await isCurrent(tx, pile, heardMs))) return undefined;
    const before = await lockGun(tx, pile.cpCode, event.gunNumber);
    if (!before) return undefined;
    const device = deviceGunState(event.gunWorkStat, event.plugged);
    const shown = shownWith(device, before.overlayStat);
    const fault = event.gunFaultType === faults.none ? null : event.gunFaultType;
    await sql`update gun set device_gun_stat = ${device}, gun_work_stat = ${shown}, gun_fault_type = ${fault}, state_changed_at = case when gun_work_stat = ${shown} then state_changed_at else ${new Date(heardMs)}::timestamptz end
      where cp_code = ${pile.cpCode} and gun_number = ${event.gunNumber}`.execute(tx);
    await keepMeasured(tx, told);
    if (before.gunFaultType !== fault)
      await keepEvent(tx, home, {
        kind: fault === null ? 'gunFaultCleared' : 'gunFault',
        code: fault ?? before.gunFaultType,
        gunNumber: event.gunNumber,
        detail: fault === null ? '' : wordsOf(event.faultInfo),
        atMs: heardMs,
      });
    const reported: GunReported = {
      home,
      gunNumber: event.gunNumber,
      device,
      before: before.gunWorkStat,
      shown,
      chargingOrderNo: before.chargingOrderNo,
      saidOrderNo: event.chargingOrderNo ?? null,
      atMs: event.atMs,
    };
    for (const listener of told.listeners) await listener(tx, reported);
    return reported;
  });

interface GunRow {
  gunWorkStat: GunState;
  overlayStat: number | null;
  gunFaultType: number | null;
  chargingOrderNo: string | null;
}

const lockGun = async (tx: Tx, cpCode: string, gunNumber: number): Promise<GunRow | undefined> => {
  const { rows } =
    await sql<GunRow>`select gun_work_stat, overlay_stat, gun_fault_type, charging_order_no from gun where cp_code = ${cpCode} and gun_number = ${gunNumber} for update`.execute(
      tx,
    );
  return rows[0];
};

/** The device's word under the platform's overlay, as it is stored in `gun.overlay_stat`. */
export const shownWith = (device: DeviceGunState, overlay: number | null): GunState =>
  shownGunState(device, {
    adminEnabled: overlay !== 0,
    reservation: overlay === 4 ? 'held' : overlay === 1 ? 'unpaid' : 'none',
    startPending: overlay === 5,
  });

const keepMeasured = async (tx: Tx, { pile, event, heardMs }: HeardEvent<GunStatus>): Promise<void> => {
  const measured = measuredOf(event);
  await sql`update gun_live set reported_at = ${new Date(heardMs)}, gun_stop_type = ${measured.stopType}, gun_status_info = ${measured.statusInfo},
    gun_dc_positive_temp = coalesce(${measured.tempPositive}, gun_dc_positive_temp), gun_dc_negative_temp = coalesce(${measured.tempNegative}, gun_dc_negative_temp),
    cp_voltage = coalesce(${measured.cpVoltage}, cp_voltage), insulation_val = coalesce(${measured.insulation}, insulation_val), online_gun_max_power = coalesce(${measured.maxPower}, online_gun_max_power)
    where cp_code = ${pile.cpCode} and gun_number = ${event.gunNumber}`.execute(tx);
};

export const keepParameters = (
  database: Database,
  { home, event, atMs }: { readonly home: PileHome; readonly event: ParameterReport; readonly atMs: number },
): Promise<void> =>
  inSystem(database, async (tx) => {
    const entries = Object.entries(event.values);
    await sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at)
      select ${home.cpCode}, no, ${home.tenantId}, value, ${new Date(atMs)} from unnest(${entries.map(([no]) => no)}::text[], ${entries.map(([, value]) => value)}::text[]) as given (no, value)
      on conflict (cp_code, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where pile_parameter.reported_at <= excluded.reported_at`.execute(
      tx,
    );
    await keepInProfile(tx, home.cpCode, reportedInProfile(event.values));
  });

export const keepBmsReport = (database: Database, home: PileHome, event: BmsReport): Promise<void> =>
  inSystem(database, async (tx) => {
    await sql`insert into bms_report (at, tenant_id, cp_code, gun_number, charging_order_no, stage, content)
      values (${new Date(event.atMs)}, ${home.tenantId}, ${home.cpCode}, ${event.gunNumber}, ${event.chargingOrderNo}, ${event.stage}, ${JSON.stringify(event.values)})`.execute(
      tx,
    );
  });

export interface DeviceOddity {
  readonly kind: string;
  readonly code?: number | null;
  readonly gunNumber?: number | null;
  readonly chargingOrderNo?: string | null;
  readonly detail: string;
  readonly atMs: number;
  /** Only the first of its kind about its order is kept: a pile may say the same thing for hours. */
  readonly once?: boolean;
}

/** Writes down what somebody should look at. */
export const keepEvent = async (tx: Tx, home: PileHome, event: DeviceOddity): Promise<void> => {
  await sql`insert into device_event (tenant_id, agent_id, station_id, cp_code, gun_number, kind, code, charging_order_no, detail, at)
    select ${home.tenantId}::int8, ${home.agentId}::int8, ${home.stationId}::int8, ${home.cpCode}, ${event.gunNumber ?? null}::int, ${event.kind}, ${event.code ?? null}::int, ${event.chargingOrderNo ?? null}::text, ${event.detail}, ${new Date(event.atMs)}::timestamptz
    where ${event.once !== true}::bool or not exists (select from device_event where charging_order_no = ${event.chargingOrderNo ?? null} and kind = ${event.kind})`.execute(
    tx,
  );
};

/** A station's own words about its fault, where it has any. */
const wordsOf = (told: unknown): string => (typeof told === 'string' ? told : '');
