/** Pile and gun work states of business-domain.md section 4. */
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
/** Somebody charges at the gun, is about to, or has it reserved: it cannot be taken away. One whose reservation is not paid holds nothing yet. */
export const busyGunStates: readonly number[] = [gunState.reserved, gunState.starting, gunState.charging];
/** Reserved, or about to be. */
export const reservationGunStates: readonly number[] = [gunState.reserving, gunState.reserved];
/** A car still hangs there after its charge or a failed start. */
export const leftPluggedGunStates: readonly number[] = [gunState.ended, gunState.failed];

/** What both piles and guns say where nothing is wrong, and where something is that has no number. */
export const faultType = { none: 0, unknown: 255 } as const;

/** What only the device knows; the others the platform lays over it. 0: it has taken itself out of service. */
export type DeviceGunState = Exclude<GunState, typeof gunState.reserving | typeof gunState.reserved | typeof gunState.starting>;
