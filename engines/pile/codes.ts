/** Work states of piles and guns. */
export const pileState = {
  disabled: 0,
  normal: 1,
  upgradeScheduled: 2,
  upgrading: 3,
  upgradeSucceeded: 4,
  upgradeFailed: 5,
  offline: 6,
  fault: 7,
} as const;
export type PileState = (typeof pileState)[keyof typeof pileState];

export const gunState = {
  disabled: 0,
  reserving: 1,
  idle: 2,
  plugged: 3,
  reserved: 4,
  starting: 5,
  charging: 6,
  ended: 7,
  failed: 8,
  fault: 9,
} as const;
export type GunState = (typeof gunState)[keyof typeof gunState];
/**
 * States in which the gun is reserved, charging or about to charge, so it cannot be taken out of service. An unpaid reservation does not block that.
 */
export const busyGunStates: readonly number[] = [gunState.reserved, gunState.starting, gunState.charging];
/** The gun is reserved, or its reservation is not paid yet. */
export const reservationGunStates: readonly number[] = [gunState.reserving, gunState.reserved];
/** The car is still plugged in after its charge or a failed start. */
export const leftPluggedGunStates: readonly number[] = [gunState.ended, gunState.failed];

/** Fault codes of piles and guns: no fault, and a fault without a number. */
export const faultType = { none: 0, unknown: 255 } as const;

/** States that only the device can report; the others are set by the platform. 0: the device has taken itself out of service. */
export type DeviceGunState = Exclude<GunState, typeof gunState.reserving | typeof gunState.reserved | typeof gunState.starting>;
