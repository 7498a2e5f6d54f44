import { setTimeout as sleep } from 'node:timers/promises';
import { gunInfo, pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { LoginRefused, ConnectionLost, openNative } from './native-talk.ts';
import type { NativeTalk } from './native-talk.ts';
import { openOcpp } from './ocpp-talk.ts';
import type { OcppTalk } from './ocpp-talk.ts';

/** Many piles that do nothing but be there: they report their state at their interval and come back when they are lost. */
export interface ConnectedPiles {
  /** Piles whose login is accepted and whose connection lives. */
  readonly present: number;
  readonly lost: number;
  readonly refused: ReadonlyMap<number, number>;
  /** Settles when so many are there, or answers false after the time. */
  until(present: number, withinMs: number): Promise<boolean>;
  leave(): Promise<void>;
}

export interface CrowdPlan {
  /** Piles from index 0 on. */
  readonly native: number;
  /** Piles behind them. */
  readonly ocpp: number;
  readonly ports: { readonly pile: number; readonly ocpp: number };
  readonly reportEveryMs: number;
  /** Between two tries to come back, half to one and a half of it. */
  readonly retryMs: number;
}

const LOOK_MS = 20;

export const gather = (plan: CrowdPlan): ConnectedPiles => {
  const state = { lost: 0, left: false, refused: new Map<number, number>(), guests: new Set<ConnectedPile>() };
  const stay = async (index: number, open: (index: number) => Promise<ConnectedPile>): Promise<void> => {
    while (!state.left) {
      const guest = await open(index).catch((error: unknown) => failed(error, state.refused));
      if (guest) {
        state.guests.add(guest);
        if (state.left) guest.cut();
        await sit(guest, plan.reportEveryMs);
        state.guests.delete(guest);
        if (!state.left) state.lost += 1;
      }
      if (!state.left) await sleep(plan.retryMs * (0.5 + Math.random()));
    }
  };
  const native = (index: number): Promise<ConnectedPile> => openNative({ port: plan.ports.pile, index }).then(nativeGuest);
  const ocpp = (index: number): Promise<ConnectedPile> => openOcpp({ port: plan.ports.ocpp, index }).then(ocppGuest);
  const all = [
    ...Array.from({ length: plan.native }, (_unused, index) => stay(index, native)),
    ...Array.from({ length: plan.ocpp }, (_unused, index) => stay(plan.native + index, ocpp)),
  ];
  return {
    get present() {
      return state.guests.size;
    },
    get lost() {
      return state.lost;
    },
    refused: state.refused,
    until: async (present, withinMs) => {
      const endMs = performance.now() + withinMs;
      while (state.guests.size < present && performance.now() < endMs) await sleep(LOOK_MS);
      return state.guests.size >= present;
    },
    leave: async () => {
      state.left = true;
      for (const guest of state.guests) guest.cut();
      await Promise.all(all);
    },
  };
};

interface ConnectedPile {
  readonly closed: Promise<void>;
  report(): Promise<unknown>;
  cut(): void;
}

const nativeGuest = (talk: NativeTalk): ConnectedPile => ({
  closed: talk.closed,
  cut: () => talk.cut(),
  report: async () => {
    await talk.ask(pileInfo);
    await talk.ask(gunInfo(2));
  },
});

const ocppGuest = (talk: OcppTalk): ConnectedPile => ({
  closed: talk.closed,
  cut: () => talk.cut(),
  report: async () => {
    await talk.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError', timestamp: new Date().toISOString() });
    await talk.call('Heartbeat', {});
  },
});

/** Reports at the interval, the first time somewhere within it, until the connection ends. */
const sit = async (guest: ConnectedPile, everyMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const next = (waitMs: number): void => {
    timer = setTimeout(() => {
      next(everyMs);
      guest.report().catch(() => guest.cut());
    }, waitMs);
  };
  next(Math.random() * everyMs);
  await guest.closed;
  clearTimeout(timer);
};

const failed = (error: unknown, refused: Map<number, number>): undefined => {
  if (error instanceof LoginRefused) refused.set(error.result, (refused.get(error.result) ?? 0) + 1);
  else if (!(error instanceof ConnectionLost)) throw error;
  return undefined;
};
