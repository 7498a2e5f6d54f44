import { signIn } from '../demo/api.ts';
import { LatencyHistogram } from '../fleet/latency-histogram.ts';
import { runFleet, type Visitor } from '../fleet/fleet.ts';
import { setUpTestNetwork } from '../test-network/test-network.ts';
import { createPile } from '../pile/create.ts';
import type { PileFacts } from '../pile/facts.ts';
import type { MessageFaults } from '../pile/faults.ts';
import type { Pile } from '../pile/pile.ts';
import { dialsOf, type Settings } from '../settings.ts';
import { pause, realTime } from '../time.ts';

export interface LoadOptions {
  readonly piles: number;
  readonly protocol: PileFacts['protocol'];
  /** Charges started per minute in the whole fleet; 0 leaves the piles idle. */
  readonly ratePerMin: number;
  readonly seconds: number;
  /** Faults of messages, in both directions. */
  readonly faults: MessageFaults;
  /** How far the clocks of the piles are ahead of the true time. */
  readonly clockErrorMs: number;
}

/** How long a charge of the load takes. */
const CHARGE_MS = [20_000, 40_000] as const;
const MINUTE_MS = 60_000;
const REPORT_MS = 10_000;
/** The number of piles that begin to connect together, and the pause after them. */
const CONNECT_BATCH = 50;
const CONNECT_PAUSE_MS = 20;
/** The time for the last records to be acknowledged. */
const FINISH_MS = 30_000;

/** Connects many piles to a real platform, starts charges at a rate, and reports the state every ten seconds. */
export const runLoad = async (settings: Settings, options: LoadOptions, log: (line: string) => void): Promise<void> => {
  const network = await setUpTestNetwork(await signIn({ url: settings.url, username: 'admin', password: settings.password }), {
    salt: settings.password,
  });
  log(`load: setting up ${options.piles} piles`);
  const [facts, cards] = await Promise.all([
    network.piles(options.piles, options.protocol),
    network.cards(options.ratePerMin > 0 ? options.piles : 0),
  ]);
  const latencies = new LatencyHistogram();
  const dial = dialsOf(settings)[options.protocol];
  const { clockErrorMs } = options;
  const conditions = { now: { ...options.faults, inbound: true } };
  const piles = facts.map((pile) => createPile({ ...pile, dial, latencies, seed: settings.seed, journalMax: 5, conditions, clockErrorMs }));
  const begunMs = Date.now();
  for (const [index, pile] of piles.entries()) {
    if (index % CONNECT_BATCH === 0) await pause(realTime, CONNECT_PAUSE_MS);
    pile.open();
  }
  const reportTimer = setInterval(() => log(`load: ${statusText(piles, latencies, begunMs)}`), REPORT_MS);
  const cardOf = new Map(piles.map((pile, index) => [pile, cards[index] ?? '']));
  const visitor = (pile: Pile): Visitor => ({ by: 'card', account: cardOf.get(pile) ?? '' });
  const fleet = options.ratePerMin > 0 ? runFleet({ ...paceOf(options), piles, visitor, untilAcknowledged: true }) : undefined;
  await pause(realTime, options.seconds * 1_000);
  fleet?.stop();
  clearInterval(reportTimer);
  log(`load: ${statusText(piles, latencies, begunMs)}`);
  const unacknowledged = await finish(piles);
  const fleetResult = fleet?.result();
  if (fleetResult)
    log(
      `load: ${fleetResult.charges} charges, refused ${[...fleetResult.refusals].map(([result, count]) => `${count} with ${result}`).join(', ') || 'none'}, ${unacknowledged} records not acknowledged`,
    );
  for (const pile of piles) pile.close();
};

/** Ends all charges and waits until the platform has acknowledged them; returns the number of records that it did not acknowledge. */
const finish = async (piles: readonly Pile[]): Promise<number> => {
  for (const pile of piles) for (const gun of pile.guns) pile.stop(gun.number);
  const waiting = (): number => piles.reduce((sum, pile) => sum + pile.memory.records.length, 0);
  for (const untilMs = Date.now() + FINISH_MS; waiting() > 0 && Date.now() < untilMs;) await pause(realTime, CONNECT_PAUSE_MS);
  return waiting();
};

/** The pauses between charges that make the fleet start as many charges as requested. */
const paceOf = ({ piles, ratePerMin }: LoadOptions) => {
  const cycleMs = (piles * MINUTE_MS) / ratePerMin;
  const restMs = Math.max(0, cycleMs - (CHARGE_MS[0] + CHARGE_MS[1]) / 2);
  return { chargeMs: CHARGE_MS, restMs: [restMs * 0.8, restMs * 1.2] as const };
};

const statusText = (piles: readonly Pile[], latencies: LatencyHistogram, begunMs: number): string => {
  const live = piles.filter((pile) => pile.connection.live).length;
  const charging = piles.filter((pile) => pile.guns.some((gun) => gun.phase === 'charging')).length;
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  const parts = [
    `${Math.round((Date.now() - begunMs) / 1_000)} s`,
    `${live} of ${piles.length} live`,
    `${charging} charging`,
    `${latencies.count} answers (p50 ${latencies.quantileMs(0.5).toFixed(1)} ms, p95 ${latencies.quantileMs(0.95).toFixed(1)} ms), ${latencies.unansweredCount} missing`,
    `${megabytes} MB here`,
  ];
  latencies.reset();
  return parts.join(', ');
};
