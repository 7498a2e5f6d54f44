import { formatScaled } from '#kit/fields/scaled.ts';
import type { GunStatusPush } from './gun-push.ts';

/** The pushed message of a station, reduced to the fields that lists of guns and piles use. Units: 0.1 V, 0.1 A, W, 0.1 Wh, minor units. */
export interface StationPush extends Partial<GunStatusPush> {
  readonly cpCode: string;
  readonly online?: boolean;
  readonly gunNumber?: number;
  readonly gunWorkStat?: number;
  /** An order of the gun has changed. */
  readonly changed?: boolean;
  readonly voltageDv?: number | null;
  readonly currentDa?: number | null;
  readonly powerW?: number | null;
  readonly soc?: number | null;
  readonly bmsVoltageDv?: number | null;
  readonly bmsCurrentDa?: number | null;
  readonly energyDwh?: number | null;
  readonly amountCents?: number | null;
  readonly remainingMin?: number | null;
}

/** Fields of a gun's row as they were pushed, in the units and texts of the wire. */
export interface GunReadings {
  readonly reportedAt?: string;
  readonly chargingVoltage?: string;
  readonly chargingCurrent?: string;
  readonly chargingPower?: string;
  readonly chargingSoc?: number;
  readonly bmsVoltage?: string;
  readonly bmsCurrent?: string;
  readonly chargingElec?: string;
  readonly chargingAmount?: string;
  readonly chargingRemainingMin?: number;
  readonly gunFaultType?: number;
  readonly gunStopType?: number;
  readonly gunStatusInfo?: number;
  readonly gunDcPositiveTemp?: number;
  readonly gunDcNegativeTemp?: number;
  readonly cpVoltage?: string;
  readonly insulationVal?: number;
  readonly onlineGunMaxPower?: string;
}

/** The measured values of a message; undefined when it has none. A new state is refetched, because it changes other fields too. */
export const readingsOf = (message: StationPush): GunReadings | undefined => {
  if (message.gunNumber === undefined || message.atMs === undefined) return undefined;
  return definedFields({
    reportedAt: new Date(message.atMs).toISOString(),
    chargingVoltage: textOf(message.voltageDv, 1),
    chargingCurrent: textOf(message.currentDa, 1),
    chargingPower: textOf(message.powerW, 3),
    chargingSoc: message.soc ?? undefined,
    bmsVoltage: textOf(message.bmsVoltageDv, 1),
    bmsCurrent: textOf(message.bmsCurrentDa, 1),
    chargingElec: textOf(message.energyDwh, 4),
    chargingAmount: textOf(message.amountCents, 2),
    chargingRemainingMin: message.remainingMin ?? undefined,
    gunFaultType: message.faultType,
    gunStopType: message.stopType ?? undefined,
    gunStatusInfo: message.statusInfo ?? undefined,
    gunDcPositiveTemp: message.positiveTempC ?? undefined,
    gunDcNegativeTemp: message.negativeTempC ?? undefined,
    cpVoltage: textOf(message.cpVoltageCv, 2),
    insulationVal: message.insulationKohm ?? undefined,
    onlineGunMaxPower: textOf(message.maxPowerHw, 1),
  });
};

const textOf = (value: number | null | undefined, scale: number): string | undefined =>
  typeof value === 'number' ? formatScaled(BigInt(Math.round(value)), scale) : undefined;

/** Drops fields that were not reported, so that they keep their last value. */
const definedFields = (fields: { readonly [K in keyof GunReadings]: GunReadings[K] | undefined }): GunReadings =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Merges pushed values into a row that was read before them; older messages are ignored. */
export const withReadings = <R extends { readonly reportedAt: string | null }>(row: R, readings: GunReadings | undefined): R =>
  readings?.reportedAt !== undefined && readings.reportedAt > (row.reportedAt ?? '') ? { ...row, ...readings } : row;
