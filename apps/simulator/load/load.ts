import { signIn } from '../demo/api.ts';
import { LatencyGauge } from '../fleet/gauge.ts';
import { runFleet, type Visitor } from '../fleet/fleet.ts';
import { setUpGround } from '../ground/ground.ts';
import { createPile } from '../pile/create.ts';
import type { PileFacts } from '../pile/facts.ts';
import type { Disturbance } from '../pile/faults.ts';
import type { Pile } from '../pile/pile.ts';
import { dialsOf, type Settings } from '../settings.ts';
import { pause, realTime } from '../time.ts';

export interface LoadOptions {
  readonly piles: number;
  readonly protocol: PileFacts['protocol'];
  /** Charges begun a minute in the whole fleet; 0 leaves the piles idle. */
  readonly ratePerMin: number;
  readonly seconds: number;
  /** What happens to messages on their way, both ways. */
  readonly faults: Disturbance;
  /** How far the clocks of the piles are ahead of the truth. */
  readonly clockErrorMs: number;
}

/** How long a charge of the load takes. */
const CHARGE_MS = [20_000, 40_000] as const;
const MINUTE_MS = 60_000;
const TELL_MS = 10_000;
/** Piles that begin to connect in the same moment, and the moment. */
const CROWD = 50;
const CROWD_MS = 20;
/** How long the last records may take. */
const FINISH_MS = 30_000;

/** Connects many piles to a real platform, lets cars come at a rate, and tells what it sees every ten seconds. */
export const runLoad = async (settings: Settings, options: LoadOptions, say: (line: string) => void): Promise<void> => {
  const ground = await setUpGround(await signIn({ url: settings.url, username: 'admin', password: settings.password }), { salt: settings.password });
  say(`load: setting up ${options.piles} piles`);
  const [facts, cards] = await Promise.all([ground.piles(options.piles, options.protocol), ground.cards(options.ratePerMin > 0 ? options.piles : 0)]);
  const gauge = new LatencyGauge();
  const dial = dialsOf(settings)[options.protocol];
  const { clockErrorMs } = options;
  const weather = { now: { ...options.faults, inbound: true } };
  const piles = facts.map((pile) => createPile({ ...pile, dial, gauge, seed: settings.seed, journalMax: 5, weather, clockErrorMs }));
  const begunMs = Date.now();
  for (const [index, pile] of piles.entries()) {
    if (index % CROWD === 0) await pause(realTime, CROWD_MS);
    pile.open();
  }
  const tell = setInterval(() => say(`load: ${sight(piles, gauge, begunMs)}`), TELL_MS);
  const cardOf = new Map(piles.map((pile, index) => [pile, cards[index] ?? '']));
  const visitor = (pile: Pile): Visitor => ({ by: 'card', account: cardOf.get(pile) ?? '' });
  const fleet = options.ratePerMin > 0 ? runFleet({ ...paceOf(options), piles, visitor, untilTaken: true }) : undefined;
  await pause(realTime, options.seconds * 1_000);
  fleet?.stop();
  clearInterval(tell);
  say(`load: ${sight(piles, gauge, begunMs)}`);
  const left = await finish(piles);
  const sum = fleet?.sum();
  if (sum)
    say(
      `load: ${sum.charges} charges, refused ${[...sum.refusals].map(([result, count]) => `${count} with ${result}`).join(', ') || 'none'}, ${left} records not taken`,
    );
  for (const pile of piles) pile.close();
};

/** Ends what charges and waits for the platform to have it; answers how many records it did not take. */
const finish = async (piles: readonly Pile[]): Promise<number> => {
  for (const pile of piles) for (const gun of pile.guns) pile.stop(gun.number);
  const waiting = (): number => piles.reduce((sum, pile) => sum + pile.memory.records.length, 0);
  for (const untilMs = Date.now() + FINISH_MS; waiting() > 0 && Date.now() < untilMs;) await pause(realTime, CROWD_MS);
  return waiting();
};

/** Rests between charges so long that the fleet begins as many charges as asked for. */
const paceOf = ({ piles, ratePerMin }: LoadOptions) => {
  const cycleMs = (piles * MINUTE_MS) / ratePerMin;
  const restMs = Math.max(0, cycleMs - (CHARGE_MS[0] + CHARGE_MS[1]) / 2);
  return { chargeMs: CHARGE_MS, restMs: [restMs * 0.8, restMs * 1.2] as const };
};

const sight = (piles: readonly Pile[], gauge: LatencyGauge, begunMs: number): string => {
  const live = piles.filter((pile) => pile.line.live).length;
  const charging = piles.filter((pile) => pile.guns.some((gun) => gun.phase === 'charging')).length;
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  const words = [
    `${Math.round((Date.now() - begunMs) / 1_000)} s`,
    `${live} of ${piles.length} live`,
    `${charging} charging`,
    `${gauge.count} answers (p50 ${gauge.within(0.5).toFixed(1)} ms, p95 ${gauge.within(0.95).toFixed(1)} ms), ${gauge.silent} missing`,
    `${megabytes} MB here`,
  ];
  gauge.reset();
  return words.join(', ');
};
