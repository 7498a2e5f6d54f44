import type { GunStatusPush } from '#domains/network/resources.ts';
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

/** The same measurements as pages receive them, with the instant of their arrival. */
export const pushOf = (event: GunStatus, receivedMs: number): GunStatusPush => {
  const measurements = measurementsOf(event);
  return {
    atMs: receivedMs,
    faultType: event.gunFaultType,
    stopType: measurements.stopType,
    statusInfo: measurements.statusInfo,
    positiveTempC: measurements.tempPositive,
    negativeTempC: measurements.tempNegative,
    cpVoltageCv: measurements.cpVoltage,
    insulationKohm: measurements.insulation,
    maxPowerHw: measurements.maxPower,
  };
};
