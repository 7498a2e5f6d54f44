import type { Rng } from '#engines/protocol/codec/kind.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { startRequestResult } from '#engines/protocol/codes.ts';
import { between, oneOf, seedOf } from '../model/chance.ts';
import { carModels, type Car } from '../model/car.ts';
import { NO_ANSWER, type Permission } from '../pile/facts.ts';
import type { JournalEntry } from '../pile/journal.ts';
import { askAndStart, type StartRequest, type StartMethod } from '../pile/ask.ts';
import type { Pile } from '../pile/pile.ts';
import { pause, realTime, type Time } from '../time.ts';

/** Who charges at a gun, and how they start. */
export interface Visitor extends StartRequest {
  readonly by: StartMethod;
}

export interface FleetOptions {
  readonly piles: readonly Pile[];
  /** Asked before each charge. Two guns must not get the same account at the same time. */
  readonly visitor: (pile: Pile, gunNumber: number) => Visitor;
  /** Charges in all; then the fleet rests. Default: until stopped. */
  readonly charges?: number;
  readonly chargeMs: readonly [number, number];
  readonly restMs: readonly [number, number];
  /** How a charge is ended. Default: with the card. */
  readonly endReason?: number;
  /** Wait until the platform has the record before the car leaves. Default: no. */
  readonly untilTaken?: boolean;
  readonly seed?: number;
  readonly time?: Time;
}

export interface FleetSum {
  /** Begun with the platform's permission. */
  readonly charges: number;
  /** By request-start result. */
  readonly refusals: ReadonlyMap<number, number>;
  /** Everything the piles know, pile by pile. */
  readonly journal: readonly (JournalEntry & { readonly cpCode: string })[];
}

export interface FleetRun {
  /** What has happened so far. */
  readonly sum: () => FleetSum;
  /** When all charges are done, or after `stop`. */
  readonly done: Promise<FleetSum>;
  /** No more charges begin; those under way end when they would have. */
  stop(): void;
}

/** Lets every gun of a fleet charge one car after the other: load, and histories to compare with the platform's books. */
export const runFleet = (options: FleetOptions): FleetRun => {
  const { piles, charges = Infinity, seed = 1, time = realTime } = options;
  const refusals = new Map<number, number>();
  const state = { begun: 0, left: charges, open: true };
  const rng = seededRng(seedOf('fleet', seed));
  const sum = (): FleetSum => ({
    charges: state.begun,
    refusals,
    journal: piles.flatMap((pile) => pile.journal.entries.map((entry) => ({ ...entry, cpCode: pile.facts.cpCode }))),
  });

  const serve = async (pile: Pile, gunNumber: number): Promise<void> => {
    await pause(time, between(rng, 0, options.restMs[1]));
    while (state.open && state.left > 0) {
      if (!pile.line.live) {
        await pause(time, LOOK_MS);
        continue;
      }
      state.left -= 1;
      const permission = await charge(options, { pile, gunNumber, rng, time, begun: () => (state.begun += 1) });
      if (permission.result !== startRequestResult.success) {
        state.left += 1;
        refusals.set(permission.result, (refusals.get(permission.result) ?? 0) + 1);
        // Whoever was refused for good must not ask without a pause.
        await pause(time, permission.result === NO_ANSWER ? LOOK_MS : REFUSED_MS);
      }
      await pause(time, between(rng, ...options.restMs));
    }
  };
  const done = Promise.all(piles.flatMap((pile) => pile.guns.map((gun) => serve(pile, gun.number)))).then(sum);
  return {
    sum,
    done,
    stop: () => {
      state.open = false;
    },
  };
};

const LOOK_MS = 100;
const START_LOOK_MS = 20;
const REFUSED_MS = 2_000;

const charge = async (
  options: FleetOptions,
  {
    pile,
    gunNumber,
    rng,
    time,
    begun,
  }: { readonly pile: Pile; readonly gunNumber: number; readonly rng: Rng; readonly time: Time; readonly begun: () => void },
): Promise<Permission> => {
  const visitor = options.visitor(pile, gunNumber);
  pile.plug(gunNumber, someCar(rng, visitor.by === 'vin' ? visitor.account : ''));
  const permission = await askAndStart(pile, gunNumber, visitor);
  if (permission.result === startRequestResult.success) {
    begun();
    while (pile.gun(gunNumber)?.phase === 'starting') await pause(time, START_LOOK_MS);
    await pause(time, between(rng, ...options.chargeMs));
    pile.stop(gunNumber, options.endReason ?? stopReason.card);
    const key = pile.journal.entries.findLast((entry) => entry.gunNumber === gunNumber)?.key;
    const isTaken = (): boolean => pile.journal.entries.findLast((entry) => entry.key === key)?.takenMs !== null;
    while (options.untilTaken && !isTaken()) await pause(time, LOOK_MS);
  }
  pile.unplug(gunNumber);
  return permission;
};

const someCar = (rng: Rng, vin: string): Car => {
  const model = oneOf(rng, carModels);
  if (!model) throw new Error('there is no model of car');
  return { model, vin, socPercent: between(rng, 10, 60), batteryC: 24 };
};
