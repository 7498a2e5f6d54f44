import { setTimeout as sleep } from 'node:timers/promises';
import { gunInfo, pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { LoginRefused, ConnectionLost, openNative } from './native-pile.ts';
import type { NativePileConnection } from './native-pile.ts';
import { openOcpp } from './ocpp-pile.ts';
import type { OcppPileConnection } from './ocpp-pile.ts';

/** Many idle piles: they report their state at their interval and reconnect when they lose their connection. */
export interface ConnectedPiles {
  /** Piles whose login is accepted and whose connection is open. */
  readonly count: number;
  readonly lost: number;
  readonly refused: ReadonlyMap<number, number>;
  /** Resolves when so many are connected, or with false after the time. */
  waitFor(count: number, withinMs: number): Promise<boolean>;
  disconnect(): Promise<void>;
}

export interface ConnectedPilesOptions {
  /** Native piles, from index 0 on. */
  readonly native: number;
  /** OCPP piles, following them. */
  readonly ocpp: number;
  /** Connects over TLS and trusts this certificate. */
  readonly ca?: string;
  readonly ports: { readonly pile: number; readonly ocpp: number };
  readonly reportEveryMs: number;
  /** The pause before a reconnection, times a random factor from 0.5 to 1.5. */
  readonly retryMs: number;
}

const CHECK_MS = 20;

export const connectPiles = (options: ConnectedPilesOptions): ConnectedPiles => {
  const state = { lost: 0, isDisconnecting: false, refused: new Map<number, number>(), connections: new Set<ConnectedPile>() };
  const keepConnected = async (index: number, open: (index: number) => Promise<ConnectedPile>): Promise<void> => {
    while (!state.isDisconnecting) {
      const pile = await open(index).catch((error: unknown) => countRefusal(error, state.refused));
      if (pile) {
        state.connections.add(pile);
        if (state.isDisconnecting) pile.cut();
        await reportUntilClosed(pile, options.reportEveryMs);
        state.connections.delete(pile);
        if (!state.isDisconnecting) state.lost += 1;
      }
      if (!state.isDisconnecting) await sleep(options.retryMs * (0.5 + Math.random()));
    }
  };
  const native = (index: number): Promise<ConnectedPile> => openNative({ port: options.ports.pile, ca: options.ca, index }).then(nativePileOf);
  const ocpp = (index: number): Promise<ConnectedPile> => openOcpp({ port: options.ports.ocpp, ca: options.ca, index }).then(ocppPileOf);
  const loops = [
    ...Array.from({ length: options.native }, (_unused, index) => keepConnected(index, native)),
    ...Array.from({ length: options.ocpp }, (_unused, index) => keepConnected(options.native + index, ocpp)),
  ];
  return {
    get count() {
      return state.connections.size;
    },
    get lost() {
      return state.lost;
    },
    refused: state.refused,
    waitFor: async (present, withinMs) => {
      const endMs = performance.now() + withinMs;
      while (state.connections.size < present && performance.now() < endMs) await sleep(CHECK_MS);
      return state.connections.size >= present;
    },
    disconnect: async () => {
      state.isDisconnecting = true;
      for (const guest of state.connections) guest.cut();
      await Promise.all(loops);
    },
  };
};

/** An idle pile that is connected. */
export interface ConnectedPile {
  readonly open: boolean;
  readonly closed: Promise<void>;
  report(): Promise<unknown>;
  cut(): void;
}

export const nativePileOf = (talk: NativePileConnection): ConnectedPile => ({
  get open() {
    return talk.open;
  },
  closed: talk.closed,
  cut: () => talk.cut(),
  report: async () => {
    await talk.request(pileInfo);
    await talk.request(gunInfo(2));
  },
});

export const ocppPileOf = (talk: OcppPileConnection): ConnectedPile => ({
  get open() {
    return talk.open;
  },
  closed: talk.closed,
  cut: () => talk.cut(),
  report: async () => {
    await talk.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError', timestamp: new Date().toISOString() });
    await talk.call('Heartbeat', {});
  },
});

/** Reports at the interval, the first time at a random time within it, until the connection ends. */
const reportUntilClosed = async (pile: ConnectedPile, everyMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const next = (waitMs: number): void => {
    timer = setTimeout(() => {
      next(everyMs);
      pile.report().catch(() => pile.cut());
    }, waitMs);
  };
  next(Math.random() * everyMs);
  await pile.closed;
  clearTimeout(timer);
};

const countRefusal = (error: unknown, refused: Map<number, number>): undefined => {
  if (error instanceof LoginRefused) refused.set(error.result, (refused.get(error.result) ?? 0) + 1);
  else if (!(error instanceof ConnectionLost)) throw error;
  return undefined;
};
