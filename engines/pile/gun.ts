import type { OrderState } from '#engines/order/codes.ts';
import { gunState, type DeviceGunState, type GunState } from './codes.ts';

/** What the platform knows of a gun beside the device's own word. */
export interface GunOverlay {
  readonly adminEnabled: boolean;
  /** `unpaid`: somebody is about to reserve it; `held`: it is reserved. */
  readonly reservation: 'none' | 'unpaid' | 'held';
  /** A start was asked for and not yet confirmed. */
  readonly startPending: boolean;
}

/**
 * The state shown for a gun. The device is the authority for what it does (0, 2, 3, 6, 7, 8, 9); the platform lays 0 over
 * every gun, and 1, 4 and 5 over one that does nothing. We read 1 as a reservation still unpaid and 4 as one that holds; the specification does not say.
 */
export const shownGunState = (device: DeviceGunState, { adminEnabled, reservation, startPending }: GunOverlay): GunState => {
  if (!adminEnabled) return gunState.disabled;
  if (device !== gunState.idle && device !== gunState.plugged) return device;
  if (startPending) return gunState.starting;
  if (reservation === 'held') return gunState.reserved;
  return reservation === 'unpaid' ? gunState.reserving : device;
};

/** The device's part of a reported gunWorkStat; what is the platform's to say (1, 4, 5) tells only whether a cable is plugged in. */
export const deviceGunState = (gunWorkStat: number, plugged: boolean | undefined): DeviceGunState => {
  switch (gunWorkStat) {
    case 0:
    case 3:
    case 6:
    case 7:
    case 8:
    case 9:
      return gunWorkStat;
    default:
      return plugged === true ? gunState.plugged : gunState.idle;
  }
};

interface GunTransition {
  readonly from: readonly GunState[];
  readonly to: GunState;
  readonly event: string;
}

/** The ordinary changes of a gun's shown state (states.md 4.5). A device that skips a step is believed, and counted. */
const gunTransitions: readonly GunTransition[] = [
  { from: [2], to: 3, event: 'plugged in' },
  { from: [3], to: 2, event: 'unplugged' },
  { from: [2, 3], to: 1, event: 'reservation begun' },
  { from: [1], to: 4, event: 'reservation confirmed' },
  { from: [1, 4], to: 2, event: 'reservation over, unplugged' },
  { from: [1, 4], to: 3, event: 'reservation over, plugged' },
  { from: [3, 4], to: 5, event: 'start command' },
  { from: [5], to: 6, event: 'start succeeded' },
  { from: [5], to: 8, event: 'start failed' },
  { from: [5], to: 3, event: 'start given up, plugged' },
  { from: [5], to: 2, event: 'start given up, unplugged' },
  { from: [6], to: 7, event: 'charging ended' },
  { from: [7, 8], to: 2, event: 'unplugged' },
  { from: [7, 8], to: 3, event: 'plugged in again' },
  { from: [0, 1, 2, 3, 4, 5, 6, 7, 8], to: 9, event: 'fault' },
  { from: [9], to: 2, event: 'fault cleared, unplugged' },
  { from: [9], to: 3, event: 'fault cleared, plugged' },
  { from: [1, 2, 3, 4, 5, 6, 7, 8, 9], to: 0, event: 'disabled' },
  { from: [0], to: 2, event: 'enabled, unplugged' },
  { from: [0], to: 3, event: 'enabled, plugged' },
];

export const isOrdinaryGunChange = (from: GunState, to: GunState): boolean =>
  from === to || gunTransitions.some((row) => row.to === to && row.from.includes(from));

/** A gun may be switched off by an operator only while no order lives on it. */
export const gunDisableRefusal = (hasLiveOrder: boolean): 'gun.liveOrder' | null => (hasLiveOrder ? 'gun.liveOrder' : null);

/** Where the device and the platform's order disagree: `ghost` charging without an order, `quiet` an order charging on a resting gun. */
export const gunContradiction = (device: DeviceGunState, liveOrderState: OrderState | null): 'ghost' | 'quiet' | null => {
  if (device === gunState.charging) return liveOrderState === null ? 'ghost' : null;
  const rests = device === gunState.disabled || device === gunState.idle || device === gunState.plugged || device === gunState.ended;
  return rests && liveOrderState === 2 ? 'quiet' : null;
};
