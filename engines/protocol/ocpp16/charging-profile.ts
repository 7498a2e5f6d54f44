import type { OCPP16 } from 'typed-ocpp';
import { printInstant } from './instant.ts';

type Purpose = OCPP16.SetChargingProfileRequest['csChargingProfiles']['chargingProfilePurpose'];
export type RateUnit = 'W' | 'A';

/** A limit of power or current, in whole watts or amperes. */
export interface ChargingProfile {
  readonly purpose: Purpose;
  readonly stackLevel: number;
  readonly unit: RateUnit;
  readonly periods: readonly { readonly startMinute: number; readonly limit: number }[];
  /** The instant from which the periods of a charge count; without one they count from its start. */
  readonly fromMs?: number;
}

const purposes: readonly Purpose[] = ['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile'];

/** The same number for the same purpose, gun and level, so that a profile replaces the one before it. */
const profileIdOf = (gunNumber: number, { purpose, stackLevel }: ChargingProfile): number =>
  (purposes.indexOf(purpose) + 1) * 10_000 + gunNumber * 100 + stackLevel;

/** The payload of SetChargingProfile. Periods of a pile count from `atMs`, those of a charge from `fromMs` or its start. */
export const setProfilePayload = (gunNumber: number, profile: ChargingProfile, atMs: number): OCPP16.SetChargingProfileRequest => {
  const { purpose, stackLevel, unit, periods } = profile;
  const fromMs = purpose === 'ChargePointMaxProfile' ? atMs : profile.fromMs;
  return {
    connectorId: gunNumber,
    csChargingProfiles: {
      chargingProfileId: profileIdOf(gunNumber, profile),
      stackLevel,
      chargingProfilePurpose: purpose,
      chargingProfileKind: fromMs === undefined ? 'Relative' : 'Absolute',
      chargingSchedule: {
        chargingRateUnit: unit,
        ...(fromMs !== undefined && { startSchedule: printInstant(fromMs) }),
        chargingSchedulePeriod: periods.map(({ startMinute, limit }) => ({ startPeriod: startMinute * 60, limit })),
      },
    },
  };
};

/** The answer to GetCompositeSchedule as one line, such as `2026-11-26T09:00:00Z W 0:11000 3600:7000` (seconds and limits). */
export const scheduleText = (schedule: {
  readonly scheduleStart?: string | null;
  readonly chargingSchedule?: {
    readonly chargingRateUnit: string;
    readonly chargingSchedulePeriod: readonly { readonly startPeriod: number; readonly limit: number }[];
  } | null;
}): string => {
  const { scheduleStart, chargingSchedule } = schedule;
  if (!chargingSchedule) return '';
  const periods = chargingSchedule.chargingSchedulePeriod.map(({ startPeriod, limit }) => `${startPeriod}:${limit}`);
  return [scheduleStart ?? '', chargingSchedule.chargingRateUnit, ...periods].filter((word) => word !== '').join(' ');
};
