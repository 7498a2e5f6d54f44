import { sql } from 'kysely';
import type { BmsReport, GunStatus, ParameterReport, PileStatus } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { deviceGunState, isSameCar, shownGunState } from '#engines/pile/gun.ts';
import type { DeviceGunState, GunState } from '#engines/pile/codes.ts';
import { faultType as faults, pileState } from '#engines/pile/codes.ts';
import { exceptionType } from '#engines/alarm/codes.ts';
import { eventCodeOf } from '#engines/alarm/device-events.ts';
import { reportExceptionEvent, reportPresentCodes } from '#domains/system/server.ts';
import type { ConditionSubject } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { PileScope } from '../pile-directory.server.ts';
import { updateShownStates } from '../connection/shown-state.server.ts';
import { gunParameters } from '../parameter/parameter.ts';
import { storeGunValues, storePileValues } from '../parameter/told-values.server.ts';
import type { ShownPile } from '../connection/shown-state.server.ts';
import { measurementsOf } from './measurements.rules.ts';
import { carOfReport } from './plugged-car.rules.ts';
import { forgetCar, noteCar } from './plugged-car.server.ts';
import type { ReceivedEvent } from './unchanged-reports.server.ts';

/** A gun after its report. */
export interface GunReport {
  readonly scope: PileScope;
  readonly gunNumber: number;
  readonly device: DeviceGunState;
  readonly before: GunState;
  readonly shown: GunState;
  readonly chargingOrderNo: string | null;
  /** The order that the report itself names; null where it names none. */
  readonly reportedOrderNo: string | null;
  /** The report has other measurements than those stored before it. */
  readonly isNewReading: boolean;
  /** By the pile's clock, like the times in messages about orders. */
  readonly atMs: number;
}

/** Called in the transaction of the report, so that its consequences are committed together with it. */
export type GunListener = (tx: Tx, gun: GunReport) => Promise<void>;

/** A report of an older session is void: no row changes, and the result is false. */
const isCurrent = async (tx: Tx, pile: PileRef, atMs: number): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update pile_state set last_seen = greatest(last_seen, ${new Date(atMs)}) where cp_code = ${pile.cpCode} and epoch = ${pile.epoch}`.execute(
      tx,
    );
  return numAffectedRows === 1n;
};

/** Returns the pile's shown state and fault if the report changed them. */
export const storePileStatus = (
  database: Database,
  { pile, scope, event, receivedMs }: ReceivedEvent<PileStatus> & { readonly scope: PileScope },
): Promise<ShownPile | undefined> =>
  inSystem(database, async (tx) => {
    if (!(await isCurrent(tx, pile, receivedMs))) return undefined;
    const faultType = event.cpFaultType === faults.none ? null : event.cpFaultType;
    const { rows } = await sql<{ cpFaultType: number | null }>`select cp_fault_type from pile where cp_code = ${pile.cpCode}`.execute(tx);
    await sql`update pile_state set device_work_stat = ${event.cpWorkStat}, details = ${JSON.stringify(event.details)} where cp_code = ${pile.cpCode}`.execute(
      tx,
    );
    const [changed] = await updateShownStates(
      tx,
      [{ cpCode: pile.cpCode, online: true, faultType, isDeviceDisabled: event.cpWorkStat === pileState.disabled }],
      receivedMs,
    );
    if ((rows[0]?.cpFaultType ?? null) !== faultType) {
      await storeDeviceEvent(tx, scope, {
        kind: faultType === null ? 'pileFaultCleared' : 'pileFault',
        code: faultType ?? rows[0]?.cpFaultType ?? null,
        detail: faultType === null ? '' : faultText(event.details['faultInfo']),
        atMs: receivedMs,
      });
      await reportPresentCodes(tx, subjectOf(scope), {
        kind: { exceptionType: exceptionType.pileFault, detail: faultText(event.details['faultInfo']) },
        codes: faultType === null ? [] : [faultType],
        times: { atMs: event.atMs, nowMs: receivedMs },
      });
    }
    return changed;
  });

export const storeGunStatus = (
  database: Database,
  received: ReceivedEvent<GunStatus> & { readonly scope: PileScope; readonly listeners: readonly GunListener[] },
): Promise<GunReport | undefined> =>
  inSystem(database, async (tx) => {
    const { pile, scope, event, receivedMs } = received;
    if (!(await isCurrent(tx, pile, receivedMs))) return undefined;
    const before = await lockGun(tx, pile.cpCode, event.gunNumber);
    if (!before) return undefined;
    const device = deviceGunState(event.gunWorkStat, event.plugged);
    const shown = applyOverlay(device, before.overlayStat);
    const fault = event.gunFaultType === faults.none ? null : event.gunFaultType;
    await sql`update gun set device_gun_stat = ${device}, gun_work_stat = ${shown}, gun_fault_type = ${fault}, state_changed_at = case when gun_work_stat = ${shown} then state_changed_at else ${new Date(receivedMs)}::timestamptz end
      where cp_code = ${pile.cpCode} and gun_number = ${event.gunNumber}`.execute(tx);
    const isNewReading = await storeMeasurements(tx, received);
    if (!isSameCar(before.deviceGunStat, device)) await forgetCar(tx, pile.cpCode, event.gunNumber);
    if (before.gunFaultType !== fault) await storeGunFault(tx, received, { before: before.gunFaultType, fault });
    const report: GunReport = {
      scope,
      gunNumber: event.gunNumber,
      device,
      before: before.gunWorkStat,
      shown,
      chargingOrderNo: before.chargingOrderNo,
      reportedOrderNo: event.chargingOrderNo ?? null,
      isNewReading,
      atMs: event.atMs,
    };
    for (const listener of received.listeners) await listener(tx, report);
    return report;
  });

const storeGunFault = async (
  tx: Tx,
  { scope, event, receivedMs }: ReceivedEvent<GunStatus> & { readonly scope: PileScope },
  { before, fault }: { readonly before: number | null; readonly fault: number | null },
): Promise<void> => {
  const { gunNumber } = event;
  await storeDeviceEvent(tx, scope, {
    kind: fault === null ? 'gunFaultCleared' : 'gunFault',
    code: fault ?? before,
    gunNumber,
    detail: fault === null ? '' : faultText(event.faultInfo),
    atMs: receivedMs,
  });
  await reportPresentCodes(tx, subjectOf(scope), {
    kind: { exceptionType: exceptionType.gunFault, gunNumber, detail: faultText(event.faultInfo) },
    codes: fault === null ? [] : [fault],
    times: { atMs: event.atMs, nowMs: receivedMs },
  });
};

interface GunRow {
  gunWorkStat: GunState;
  deviceGunStat: DeviceGunState | null;
  overlayStat: number | null;
  gunFaultType: number | null;
  chargingOrderNo: string | null;
}

const lockGun = async (tx: Tx, cpCode: string, gunNumber: number): Promise<GunRow | undefined> => {
  const { rows } =
    await sql<GunRow>`select gun_work_stat, device_gun_stat, overlay_stat, gun_fault_type, charging_order_no from gun where cp_code = ${cpCode} and gun_number = ${gunNumber} for update`.execute(
      tx,
    );
  return rows[0];
};

/** The state shown of a gun: the device's state under the platform's overlay, as `gun.overlay_stat` stores it. */
export const applyOverlay = (device: DeviceGunState, overlay: number | null): GunState =>
  shownGunState(device, {
    adminEnabled: overlay !== 0,
    reservation: overlay === 4 ? 'held' : overlay === 1 ? 'unpaid' : 'none',
    startPending: overlay === 5,
  });

/** True if a measurement differs from the stored one. */
const storeMeasurements = async (tx: Tx, { pile, event, receivedMs }: ReceivedEvent<GunStatus>): Promise<boolean> => {
  const measurements = measurementsOf(event);
  const { rows } = await sql<{
    isNewReading: boolean;
  }>`update gun_live l set reported_at = ${new Date(receivedMs)}, gun_stop_type = ${measurements.stopType}, gun_status_info = ${measurements.statusInfo},
    gun_dc_positive_temp = coalesce(${measurements.tempPositive}, l.gun_dc_positive_temp), gun_dc_negative_temp = coalesce(${measurements.tempNegative}, l.gun_dc_negative_temp),
    cp_voltage = coalesce(${measurements.cpVoltage}, l.cp_voltage), insulation_val = coalesce(${measurements.insulation}, l.insulation_val), online_gun_max_power = coalesce(${measurements.maxPower}, l.online_gun_max_power)
    from gun_live b where b.cp_code = l.cp_code and b.gun_number = l.gun_number and l.cp_code = ${pile.cpCode} and l.gun_number = ${event.gunNumber}
    returning (b.gun_stop_type, b.gun_status_info, b.gun_dc_positive_temp, b.gun_dc_negative_temp, b.cp_voltage, b.insulation_val, b.online_gun_max_power)
      is distinct from (l.gun_stop_type, l.gun_status_info, l.gun_dc_positive_temp, l.gun_dc_negative_temp, l.cp_voltage, l.insulation_val, l.online_gun_max_power) as is_new_reading`.execute(
    tx,
  );
  return rows[0]?.isNewReading ?? false;
};

/** The values that a pile tells. They change no form: a value that differs from its form is shown as a difference. */
export const storeParameters = (
  database: Database,
  { pile, scope, event, receivedMs }: ReceivedEvent<ParameterReport> & { readonly scope: PileScope },
): Promise<void> =>
  inSystem(database, async (tx) => {
    if (!(await isCurrent(tx, pile, receivedMs))) return;
    const told = { cpCode: scope.cpCode, at: new Date(receivedMs) };
    await storePileValues(tx, { ...told, values: event.values });
    // A report names no gun, so a parameter of guns is told by it only where a pile has one.
    const ofGuns = Object.entries(event.values).filter(([no]) => gunParameters.some((gunNo) => String(gunNo) === no));
    if (ofGuns.length > 0) await storeGunValues(tx, 'only', { ...told, values: Object.fromEntries(ofGuns) });
  });

/** Stores a report of a battery, and what it says of the car at the gun; returns whether it says anything of it. */
export const storeBmsReport = (
  database: Database,
  { pile, scope, event }: { readonly pile: PileRef; readonly scope: PileScope; readonly event: BmsReport },
): Promise<boolean> =>
  inSystem(database, async (tx) => {
    await sql`insert into bms_report (at, tenant_id, cp_code, gun_number, charging_order_no, stage, content)
      values (${new Date(event.atMs)}, ${scope.tenantId}, ${scope.cpCode}, ${event.gunNumber}, ${event.chargingOrderNo}, ${event.stage}, ${JSON.stringify(event.values)})`.execute(
      tx,
    );
    const car = carOfReport(event);
    if (car === undefined) return false;
    return noteCar(tx, pile, { ...car, gunNumber: event.gunNumber, atMs: event.atMs, chargingOrderNo: event.chargingOrderNo });
  });

export interface DeviceEventEntry {
  readonly kind: string;
  readonly code?: number | null;
  readonly gunNumber?: number | null;
  readonly chargingOrderNo?: string | null;
  readonly detail: string;
  readonly atMs: number;
  /** Only the first event of its kind for an order is stored, because a pile may report the same for hours. */
  readonly once?: boolean;
}

/** A pile as the subject of a condition. */
export const subjectOf = ({ cpCode, tenantId, agentId, stationId }: PileScope): ConditionSubject => ({
  tenantId,
  agentId,
  stationId,
  subject: cpCode,
  isPile: true,
});

/** Stores an event that operators should look at, and reports it as an exception where it is one. */
export const storeDeviceEvent = async (tx: Tx, scope: PileScope, event: DeviceEventEntry): Promise<void> => {
  const { numAffectedRows } =
    await sql`insert into device_event (tenant_id, agent_id, station_id, cp_code, gun_number, kind, code, charging_order_no, detail, at)
    select ${scope.tenantId}::int8, ${scope.agentId}::int8, ${scope.stationId}::int8, ${scope.cpCode}, ${event.gunNumber ?? null}::int, ${event.kind}, ${event.code ?? null}::int, ${event.chargingOrderNo ?? null}::text, ${event.detail}, ${new Date(event.atMs)}::timestamptz
    where ${event.once !== true}::bool or not exists (select from device_event where charging_order_no = ${event.chargingOrderNo ?? null} and kind = ${event.kind})`.execute(
      tx,
    );
  const code = eventCodeOf(event.kind);
  if (!code || numAffectedRows === 0n) return;
  const { gunNumber, chargingOrderNo, detail, atMs } = event;
  const told = { ...code, ...(gunNumber != null && { gunNumber }), detail: [chargingOrderNo, detail].filter(Boolean).join(' ') };
  await reportExceptionEvent(tx, subjectOf(scope), { event: told, times: { atMs, nowMs: atMs } });
};

/** A station's own text about its fault, where it has any. */
const faultText = (value: unknown): string => (typeof value === 'string' ? value : '');
