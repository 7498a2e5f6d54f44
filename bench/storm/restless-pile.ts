import { setTimeout as sleep } from 'node:timers/promises';
import { gunInfo, pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { openNative } from '../server/native-pile.ts';
import { openOcpp } from '../server/ocpp-pile.ts';
import type { StartingPileOptions } from '../stampede/starting-pile.ts';
import { pileCode } from '../server/names.ts';

/** An idle pile that reports its state each minute, is cut off once, and comes back. */
export interface RestlessPile {
  readonly cpCode: string;
  readonly open: boolean;
  /** When it was cut off, and when its login was accepted again; ms of the wall clock. */
  readonly cutMs: number;
  readonly backMs: number;
  connect(): Promise<void>;
  /** Both times count from the call. */
  cutAndReturn(times: { readonly cutAfterMs: number; readonly backAfterMs: number }): Promise<void>;
  cut(): void;
}

interface IdleConnection {
  readonly open: boolean;
  report(): Promise<unknown>;
  cut(): void;
}

const REPORT_MS = 60_000;
const RETRY_MS = 1_000;

export const restlessPileOf = (protocol: 'native' | 'ocpp', options: StartingPileOptions): RestlessPile => {
  let connection: IdleConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  const times = { cutMs: Number.NaN, backMs: Number.NaN };
  const cut = (): void => {
    clearInterval(timer);
    connection?.cut();
  };
  const connect = async (): Promise<void> => {
    connection = protocol === 'native' ? await nativePile(options) : await ocppPile(options);
    await connection.report();
    const current = connection;
    timer = setInterval(() => void current.report().catch(() => undefined), REPORT_MS);
  };
  return {
    cpCode: pileCode(options.index),
    get open() {
      return connection?.open ?? false;
    },
    get cutMs() {
      return times.cutMs;
    },
    get backMs() {
      return times.backMs;
    },
    connect,
    cut,
    cutAndReturn: async ({ cutAfterMs, backAfterMs }) => {
      await sleep(cutAfterMs);
      times.cutMs = Date.now();
      cut();
      await sleep(backAfterMs - cutAfterMs);
      // A busy server may put a login off.
      while (
        !(await connect().then(
          () => true,
          () => false,
        ))
      )
        await sleep(RETRY_MS);
      times.backMs = Date.now();
    },
  };
};

const nativePile = async ({ ports, index }: StartingPileOptions): Promise<IdleConnection> => {
  const talk = await openNative({ port: ports.pile, index });
  return {
    get open() {
      return talk.open;
    },
    cut: () => talk.cut(),
    report: async () => {
      await talk.request(pileInfo);
      await talk.request(gunInfo(2));
    },
  };
};

const ocppPile = async ({ ports, index }: StartingPileOptions): Promise<IdleConnection> => {
  const talk = await openOcpp({ port: ports.ocpp, index });
  return {
    get open() {
      return talk.open;
    },
    cut: () => talk.cut(),
    report: async () => {
      await talk.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError', timestamp: new Date().toISOString() });
      await talk.call('Heartbeat', {});
    },
  };
};
