import { orderState, type OrderState } from '#engines/order/codes.ts';
import { gunState, type DeviceGunState, type GunState } from './codes.ts';

/** What the platform knows of a gun beyond the device's report. */
export interface GunOverlay {
  readonly adminEnabled: boolean;
  /** `unpaid`: a reservation is not paid yet; `held`: the gun is reserved. */
  readonly reservation: 'none' | 'unpaid' | 'held';
  /** A start was requested and is not confirmed yet. */
  readonly startPending: boolean;
}

/**
 * The state displayed for a gun. The device decides states 0, 2, 3, 6, 7, 8 and 9. The platform overrides any gun with 0, and an
 * idle gun with 1, 4 and 5. This platform interprets 1 as an unpaid reservation and 4 as one that holds the gun.
 */
export const shownGunState = (device: DeviceGunState, { adminEnabled, reservation, startPending }: GunOverlay): GunState => {
  if (!adminEnabled) return gunState.disabled;
  if (device !== gunState.idle && device !== gunState.plugged) return device;
  if (startPending) return gunState.starting;
  if (reservation === 'held') return gunState.reserved;
  return reservation === 'unpaid' ? gunState.reserving : device;
};

/** The device's part of a reported gunWorkStat. States that the platform decides (1, 4, 5) show only whether a cable is plugged in. */
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

/** Whether the car at a gun is still the same after the device's change of state. A gun that has charged or failed has to be plugged in again. */
export const isSameCar = (from: DeviceGunState | null, to: DeviceGunState): boolean =>
  from === to || to === gunState.charging || (to === gunState.plugged && from !== gunState.charging);

interface GunTransition {
  readonly from: readonly GunState[];
  readonly to: GunState;
  readonly event: string;
}

const { disabled, reserving, idle, plugged, reserved, starting, charging, ended, failed, fault } = gunState;
const otherStates = (excluded: GunState): readonly GunState[] => Object.values(gunState).filter((state) => state !== excluded);

/** The usual transitions of a gun's displayed state. A device that skips a step is trusted, and the skip is counted. */
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
  { from: otherStates(fault), to: fault, event: 'fault' },
  { from: [fault], to: idle, event: 'fault cleared, unplugged' },
  { from: [fault], to: plugged, event: 'fault cleared, plugged' },
  { from: otherStates(disabled), to: disabled, event: 'disabled' },
  { from: [disabled], to: idle, event: 'enabled, unplugged' },
  { from: [disabled], to: plugged, event: 'enabled, plugged' },
];

export const isOrdinaryGunChange = (from: GunState, to: GunState): boolean =>
  from === to || gunTransitions.some((row) => row.to === to && row.from.includes(from));

/** An operator may switch a gun off only while it has no live order. */
export const gunDisableRefusal = (hasLiveOrder: boolean): 'gun.liveOrder' | null => (hasLiveOrder ? 'gun.liveOrder' : null);

/** Where device and order disagree: `ghost` is a charge without an order, `quiet` a charging order on a gun at rest. */
export const gunContradiction = (device: DeviceGunState, liveOrderState: OrderState | null): 'ghost' | 'quiet' | null => {
  if (device === gunState.charging) return liveOrderState === null ? 'ghost' : null;
  const isAtRest = device === gunState.disabled || device === gunState.idle || device === gunState.plugged || device === gunState.ended;
  return isAtRest && liveOrderState === orderState.charging ? 'quiet' : null;
};
