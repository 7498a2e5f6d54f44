import { orderState, type OrderState } from '#engines/order/codes.ts';
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
    case gunState.disabled:
    case gunState.plugged:
    case gunState.charging:
    case gunState.ended:
    case gunState.failed:
    case gunState.fault:
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

const { disabled, reserving, idle, plugged, reserved, starting, charging, ended, failed, fault } = gunState;
const others = (but: GunState): readonly GunState[] => Object.values(gunState).filter((state) => state !== but);

/** The ordinary changes of a gun's shown state (states.md 4.5). A device that skips a step is believed, and counted. */
const gunTransitions: readonly GunTransition[] = [
  { from: [idle], to: plugged, event: 'plugged in' },
  { from: [plugged], to: idle, event: 'unplugged' },
  { from: [idle, plugged], to: reserving, event: 'reservation begun' },
  { from: [reserving], to: reserved, event: 'reservation confirmed' },
  { from: [reserving, reserved], to: idle, event: 'reservation over, unplugged' },
  { from: [reserving, reserved], to: plugged, event: 'reservation over, plugged' },
  { from: [plugged, reserved], to: starting, event: 'start command' },
  { from: [starting], to: charging, event: 'start succeeded' },
  { from: [starting], to: failed, event: 'start failed' },
  { from: [starting], to: plugged, event: 'start given up, plugged' },
  { from: [starting], to: idle, event: 'start given up, unplugged' },
  { from: [charging], to: ended, event: 'charging ended' },
  { from: [ended, failed], to: idle, event: 'unplugged' },
  { from: [ended, failed], to: plugged, event: 'plugged in again' },
  { from: others(fault), to: fault, event: 'fault' },
  { from: [fault], to: idle, event: 'fault cleared, unplugged' },
  { from: [fault], to: plugged, event: 'fault cleared, plugged' },
  { from: others(disabled), to: disabled, event: 'disabled' },
  { from: [disabled], to: idle, event: 'enabled, unplugged' },
  { from: [disabled], to: plugged, event: 'enabled, plugged' },
];

export const isOrdinaryGunChange = (from: GunState, to: GunState): boolean =>
  from === to || gunTransitions.some((row) => row.to === to && row.from.includes(from));

/** A gun may be switched off by an operator only while no order lives on it. */
export const gunDisableRefusal = (hasLiveOrder: boolean): 'gun.liveOrder' | null => (hasLiveOrder ? 'gun.liveOrder' : null);

/** Where the device and the platform's order disagree: `ghost` charging without an order, `quiet` an order charging on a resting gun. */
export const gunContradiction = (device: DeviceGunState, liveOrderState: OrderState | null): 'ghost' | 'quiet' | null => {
  if (device === gunState.charging) return liveOrderState === null ? 'ghost' : null;
  const rests = device === gunState.disabled || device === gunState.idle || device === gunState.plugged || device === gunState.ended;
  return rests && liveOrderState === orderState.charging ? 'quiet' : null;
};
