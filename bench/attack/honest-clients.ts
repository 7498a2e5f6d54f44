import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { openNative } from '../server/native-pile.ts';
import type { NativePileConnection } from '../server/native-pile.ts';
import { openOcpp } from '../server/ocpp-pile.ts';
import type { OcppPileConnection } from '../server/ocpp-pile.ts';
import { atMost, never } from './figures.ts';
import type { Figure } from './figures.ts';
import { PASSWORD, PILES } from './target.ts';
import type { Target } from './target.ts';

/** Clients that behave well during an attack: a person who calls, each time over a new connection, and one pile of either protocol. */
export interface HonestClients {
  /** Observes them from now until `figures` is called. */
  observe(): { figures(limit?: { readonly slowestMs: number }): readonly Figure[] };
  stop(): Promise<void>;
}

/** Without the time in which the product waited for a processor that other programs, the attackers among them, were using. */
const RESPONSE_MAX_MS = 3_000;
const CALL_INTERVAL_MS = 250;

interface HonestTotals {
  calls: number;
  failed: number;
  slowestCallMs: number;
  slowestPileMs: number;
  lost: number;
}

export const startHonestClients = async (target: Target): Promise<HonestClients> => {
  const token = await signIn(target);
  const native = await openNative({ port: target.ports.pile, index: 0 });
  const ocpp = await openOcpp({ port: target.ports.ocpp, index: PILES.native });
  let totals = nothing();
  let isStopped = false;
  for (const pile of [native, ocpp]) void pile.closed.then(() => (totals.lost += isStopped ? 0 : 1));
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!isStopped) {
      await work();
      await sleep(CALL_INTERVAL_MS);
    }
  };
  /** The duration of the work, without the time in which the product waited for a processor. */
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const begunMs = performance.now() - target.processorWaitMs();
    await work();
    return performance.now() - target.processorWaitMs() - begunMs;
  };
  const loops = [
    repeat(async () => {
      const tookMs = await timed(async () => {
        totals.failed += (await call(target, token)) === 200 ? 0 : 1;
      });
      totals.calls += 1;
      totals.slowestCallMs = Math.max(totals.slowestCallMs, tookMs);
    }),
    ...[() => report(native), () => heartbeat(ocpp)].map((send) =>
      repeat(async () => {
        totals.slowestPileMs = Math.max(totals.slowestPileMs, await timed(send));
      }),
    ),
  ];
  return {
    observe: () => {
      totals = nothing();
      return { figures: ({ slowestMs } = { slowestMs: RESPONSE_MAX_MS }) => figuresOf(totals, slowestMs) };
    },
    stop: async () => {
      isStopped = true;
      native.cut();
      ocpp.cut();
      await Promise.all(loops);
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

const report = (pile: NativePileConnection): Promise<void> =>
  pile.request(pileInfo).then(
    () => undefined,
    () => undefined,
  );
const heartbeat = (pile: OcppPileConnection): Promise<void> =>
  pile.call('Heartbeat', {}).then(
    () => undefined,
    () => undefined,
  );

/** Signs in the administrator, from a browser that the server recognizes from the second time on. */
export const signIn = async (target: Target): Promise<string> => {
  const response = await fetch(`${target.url}/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': AGENT },
    body: JSON.stringify({ username: 'admin', password: PASSWORD, deviceToken: deviceTokens.get(target) ?? 'none' }),
  });
  const { result, message } = (await response.json()) as { result?: { token?: string; deviceToken?: string | null }; message: string };
  if (!result?.token) throw new Error(`admin cannot sign in: ${message}`);
  if (result.deviceToken) deviceTokens.set(target, result.deviceToken);
  return result.token;
};
/** The device token in the browser of the administrator. */
const deviceTokens = new WeakMap<Target, string>();
/** A session is valid only for the user agent that opened it. */
export const AGENT = 'attack';

/** A read that queries the database, over a new connection; returns the status, 0 without a response. */
export const call = (target: Target, token: string): Promise<number> =>
  new Promise((resolve) => {
    const url = `${target.url}/station/sseStation/list?pageSize=1`;
    request(
      url,
      { headers: { 'x-access-token': token, 'user-agent': AGENT }, agent: new Agent({ keepAlive: false }), timeout: TIMEOUT_MS },
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
const TIMEOUT_MS = 30_000;
