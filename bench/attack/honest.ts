import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { openNative } from '../stage/native-talk.ts';
import type { NativeTalk } from '../stage/native-talk.ts';
import { openOcpp } from '../stage/ocpp-talk.ts';
import type { OcppTalk } from '../stage/ocpp-talk.ts';
import { atMost, never } from './figures.ts';
import type { Figure } from './figures.ts';
import { PASSWORD, PILES } from './target.ts';
import type { Target } from './target.ts';

/** Somebody who does nothing wrong meanwhile: a person who calls, over a connection of its own each time, and a pile of either protocol. */
export interface HonestClients {
  /** What they meet from now on, until `figures` is asked. */
  watch(): { figures(limit?: { readonly slowestMs: number }): readonly Figure[] };
  leave(): Promise<void>;
}

/** Without the time in which the product waited for a processor that other programs, the attackers among them, were using. */
const SLOWEST_MS = 3_000;
const EVERY_MS = 250;

interface HonestTotals {
  calls: number;
  failed: number;
  slowestCallMs: number;
  slowestPileMs: number;
  lost: number;
}

export const beHonest = async (target: Target): Promise<HonestClients> => {
  const token = await signIn(target);
  const native = await openNative({ port: target.ports.pile, index: 0 });
  const ocpp = await openOcpp({ port: target.ports.ocpp, index: PILES.native });
  let met = nothing();
  let isLeaving = false;
  for (const pile of [native, ocpp]) void pile.closed.then(() => (met.lost += isLeaving ? 0 : 1));
  const live = async (work: () => Promise<void>): Promise<void> => {
    while (!isLeaving) {
      await work();
      await sleep(EVERY_MS);
    }
  };
  /** The duration of the work, without the time in which the product waited for a processor. */
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const begunMs = performance.now() - target.processorWaitMs();
    await work();
    return performance.now() - target.processorWaitMs() - begunMs;
  };
  const lives = [
    live(async () => {
      const tookMs = await timed(async () => {
        met.failed += (await call(target, token)) === 200 ? 0 : 1;
      });
      met.calls += 1;
      met.slowestCallMs = Math.max(met.slowestCallMs, tookMs);
    }),
    ...[() => report(native), () => beat(ocpp)].map((speak) =>
      live(async () => {
        met.slowestPileMs = Math.max(met.slowestPileMs, await timed(speak));
      }),
    ),
  ];
  return {
    watch: () => {
      met = nothing();
      return { figures: ({ slowestMs } = { slowestMs: SLOWEST_MS }) => figuresOf(met, slowestMs) };
    },
    leave: async () => {
      isLeaving = true;
      native.cut();
      ocpp.cut();
      await Promise.all(lives);
    },
  };
};

const nothing = (): HonestTotals => ({ calls: 0, failed: 0, slowestCallMs: 0, slowestPileMs: 0, lost: 0 });

const figuresOf = ({ calls, failed, slowestCallMs, slowestPileMs, lost }: HonestTotals, slowestMs: number): readonly Figure[] => [
  never(`honest calls that failed, of ${calls}`, failed),
  atMost('slowest honest call', slowestCallMs, { of: slowestMs, unit: 'ms' }),
  atMost('slowest answer to an honest pile', slowestPileMs, { of: slowestMs, unit: 'ms' }),
  never('honest piles that lost their connection', lost),
];

const report = (pile: NativeTalk): Promise<void> =>
  pile.ask(pileInfo).then(
    () => undefined,
    () => undefined,
  );
const beat = (pile: OcppTalk): Promise<void> =>
  pile.call('Heartbeat', {}).then(
    () => undefined,
    () => undefined,
  );

/** Signs the administrator in, at a browser that the server knows from the first time on. */
export const signIn = async (target: Target): Promise<string> => {
  const response = await fetch(`${target.url}/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': AGENT },
    body: JSON.stringify({ username: 'admin', password: PASSWORD, deviceToken: devices.get(target) ?? 'none' }),
  });
  const { result, message } = (await response.json()) as { result?: { token?: string; deviceToken?: string | null }; message: string };
  if (!result?.token) throw new Error(`admin cannot sign in: ${message}`);
  if (result.deviceToken) devices.set(target, result.deviceToken);
  return result.token;
};
/** What the browser of the administrator shows. */
const devices = new WeakMap<Target, string>();
/** A session is good for the program that has opened it. */
export const AGENT = 'attack';

/** A read that asks the database, over a new connection; answers its status, 0 when there was none. */
export const call = (target: Target, token: string): Promise<number> =>
  new Promise((resolve) => {
    const url = `${target.url}/station/sseStation/list?pageSize=1`;
    request(
      url,
      { headers: { 'x-access-token': token, 'user-agent': AGENT }, agent: new Agent({ keepAlive: false }), timeout: PATIENCE_MS },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    )
      .on('timeout', function (this: ReturnType<typeof request>) {
        this.destroy();
      })
      .on('error', () => resolve(0))
      .end();
  });
const PATIENCE_MS = 30_000;
