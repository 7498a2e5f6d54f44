import type { DeviceAnswers } from '#engines/protocol/device.ts';
import type { PileEvent, PileRef } from '#engines/protocol/device-backend.ts';
import type { DeviceListeners, DispatchListeners } from '#domains/device/server.ts';
import type { ByKind } from '#kit/server/by-kind.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { messageData } from '#kit/server/live/live-hub.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import { ORDER_CHANGED } from '../lifecycle/order-work.server.ts';
import { createOrderHandlers } from './order-messages.server.ts';
import { createListeners } from './device-listeners.server.ts';
import { createSessionListeners } from './session-listeners.server.ts';
import { createSamples } from './samples.server.ts';

type ChargingKinds = 'accountQuery' | 'startRequest' | 'startResult' | 'transactionStarted' | 'chargingSample' | 'endRecord';

/** The part of the device back end that the charging domain implements. */
export interface ChargingDeviceHandlers {
  readonly handlers: ByKind<Extract<PileEvent, { readonly kind: ChargingKinds }>, Pick<DeviceAnswers, ChargingKinds>, PileRef>;
  readonly device: DeviceListeners;
  readonly dispatch: DispatchListeners;
  /** Drops what is cached for the samples of an order whenever the order changes, here or in another process. Returns a function that stops it. */
  readonly watchOrderChanges: (hub: Pick<Hub, 'watch'>) => () => void;
  /** Resolves when every accepted sample is stored. */
  readonly drain: () => Promise<void>;
}

export const createChargingDeviceHandlers = (deps: Deps): ChargingDeviceHandlers => {
  const samples = createSamples(deps);
  const { beforeCommandSent, commandUnsent, ...device } = createListeners(deps);
  return {
    handlers: { ...createOrderHandlers(deps), chargingSample: (pile, event) => samples.handle(pile, event) },
    device: { ...device, ...createSessionListeners(deps) },
    dispatch: { beforeSend: beforeCommandSent, unsent: commandUnsent },
    watchOrderChanges: (hub) => hub.watch(ORDER_CHANGED, (message) => samples.invalidate(String(messageData(message)))),
    drain: () => samples.drain(),
  };
};
