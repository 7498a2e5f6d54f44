import type { GunStatus } from '#engines/protocol/device.ts';

/** The measurements in a gun's report, in the units of their columns; null where the report has none. */
export const measurementsOf = (event: GunStatus) => ({
  stopType: event.gunStopType ?? null,
  statusInfo: event.gunStatusInfo ?? null,
  tempPositive: event.gunDcPositiveTemp ?? null,
  tempNegative: event.gunDcNegativeTemp ?? null,
  // A decimal text in V is stored in units of 0.01 V.
  cpVoltage: event.cpVoltage === undefined ? null : Math.round(Number(event.cpVoltage) * 100),
  insulation: event.insulationVal ?? null,
  maxPower: event.onlineGunMaxPowerW === undefined ? null : Math.round(event.onlineGunMaxPowerW / 100),
});
