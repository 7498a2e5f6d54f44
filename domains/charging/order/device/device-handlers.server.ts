import type { DeviceAnswers } from '#engines/protocol/device.ts';
import type { PileEvent, PileRef } from '#engines/protocol/door.ts';
import type { DeviceListeners, DispatchListeners } from '#domains/device/server.ts';
import type { ByKind } from '#kit/server/by-kind.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { dataOf } from '#kit/server/live/live-hub.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import { announce } from '../lifecycle/publish-order-change.server.ts';
import type { Announced } from '../lifecycle/publish-order-change.server.ts';
import { createOrderHandlers } from './order-messages.server.ts';
import { createListeners } from './device-listeners.server.ts';
import { createSessionListeners } from './session-listeners.server.ts';
import { createSamples } from './samples.server.ts';

type ChargingKinds = 'accountQuery' | 'startRequest' | 'startResult' | 'transactionStarted' | 'chargingSample' | 'orderReport';

/** What the charging domain adds to the door of the gateway. */
export interface ChargingShare {
  readonly handlers: ByKind<Extract<PileEvent, { readonly kind: ChargingKinds }>, Pick<DeviceAnswers, ChargingKinds>, PileRef>;
  readonly device: DeviceListeners;
  readonly dispatch: DispatchListeners;
  /** An order changed by another road: the hot path reads it again. */
  readonly changed: (order: Announced) => void;
  /** Hears the same of other processes. Answers how to stop. */
  readonly follow: (hub: Pick<Hub, 'watch'>) => () => void;
  /** Settles when every sample that was taken is kept. */
  readonly drain: () => Promise<void>;
}

/** No rule's, so no browser watches it. One that is lost is read again within a minute. */
const CHANGED = '~order';

export const createChargingShare = (deps: Deps): ChargingShare => {
  const samples = createSamples(deps);
  const orders = createOrderHandlers(deps);
  const { commandLeaving, commandUnsent, ...device } = createListeners(deps);
  const changed = (order: Announced): void => {
    samples.forget(order.orderNo);
    deps.live.publish(CHANGED, order.orderNo);
    announce(deps.live, order);
  };
  return {
    handlers: {
      ...orders,
      startResult: async (pile, event) => {
        const answer = await orders.startResult(pile, event);
        samples.forget(event.chargingOrderNo);
        return answer;
      },
      orderReport: async (pile, event) => {
        const answer = await orders.orderReport(pile, event);
        if (event.chargingOrderNo) samples.forget(event.chargingOrderNo);
        return answer;
      },
      chargingSample: (pile, event) => samples.handle(pile, event),
    },
    device: { ...device, ...createSessionListeners(deps) },
    dispatch: { leaving: commandLeaving, unsent: commandUnsent },
    changed,
    follow: (hub) => hub.watch(CHANGED, (message) => samples.forget(String(dataOf(message)))),
    drain: () => samples.drain(),
  };
};
