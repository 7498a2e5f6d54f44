import { setTimeout as sleep } from 'node:timers/promises';
import { nativePileOf, ocppPileOf } from '../server/connected-piles.ts';
import type { ConnectedPile } from '../server/connected-piles.ts';
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

const REPORT_MS = 60_000;
const RETRY_MS = 1_000;

export const restlessPileOf = (protocol: 'native' | 'ocpp', { ports, index }: StartingPileOptions): RestlessPile => {
  const open = async (): Promise<ConnectedPile> =>
    protocol === 'native' ? nativePileOf(await openNative({ port: ports.pile, index })) : ocppPileOf(await openOcpp({ port: ports.ocpp, index }));
  let connection: ConnectedPile | undefined;
  let timer: NodeJS.Timeout | undefined;
  const times = { cutMs: Number.NaN, backMs: Number.NaN };
  const cut = (): void => {
    clearInterval(timer);
    connection?.cut();
  };
  const connect = async (): Promise<void> => {
    connection = await open();
    await connection.report();
    const current = connection;
    timer = setInterval(() => void current.report().catch(() => undefined), REPORT_MS);
  };
  return {
    cpCode: pileCode(index),
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
