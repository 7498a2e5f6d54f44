import type { GunStatus } from '#engines/protocol/device.ts';

/** What a gun measures beside its state, as its columns hold it; null where it does not say. */
export const measuredOf = (event: GunStatus) => ({
  stopType: event.gunStopType ?? null,
  statusInfo: event.gunStatusInfo ?? null,
  tempPositive: event.gunDcPositiveTemp ?? null,
  tempNegative: event.gunDcNegativeTemp ?? null,
  // 0.01 V arrives as decimal text.
  cpVoltage: event.cpVoltage === undefined ? null : Math.round(Number(event.cpVoltage) * 100),
  insulation: event.insulationVal ?? null,
  maxPower: event.onlineGunMaxPowerW === undefined ? null : Math.round(event.onlineGunMaxPowerW / 100),
});
