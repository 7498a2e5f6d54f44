import type { Rng } from '#engines/protocol/codec/kind.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { startRequestResult } from '#engines/protocol/codes.ts';
import { between, pickOne, seedOf } from '../model/random.ts';
import { carModels, type Car } from '../model/car.ts';
import { NO_ANSWER, type Permission } from '../pile/facts.ts';
import type { JournalEntry } from '../pile/journal.ts';
import { requestAndStart, type StartRequest, type StartMethod } from '../pile/start-at-pile.ts';
import type { Pile } from '../pile/pile.ts';
import { pause, realTime, type Time } from '../time.ts';

/** The account that charges at a gun, and how it starts. */
export interface Visitor extends StartRequest {
  readonly by: StartMethod;
}

export interface FleetOptions {
  readonly piles: readonly Pile[];
  /** Called before each charge. Two guns must not get the same account at the same time. */
  readonly visitor: (pile: Pile, gunNumber: number) => Visitor;
  /** The number of charges, after which the fleet stays idle. Default: until stopped. */
  readonly charges?: number;
  readonly chargeMs: readonly [number, number];
  readonly restMs: readonly [number, number];
  /** How a charge is ended. Default: with the card. */
  readonly endReason?: number;
  /** Wait until the platform has acknowledged the record before the car leaves. Default: no. */
  readonly untilAcknowledged?: boolean;
  readonly seed?: number;
  readonly time?: Time;
}

export interface FleetResult {
  /** Started with the platform's permission. */
  readonly charges: number;
  /** By result of the start request. */
  readonly refusals: ReadonlyMap<number, number>;
  /** The journals of all piles. */
  readonly journal: readonly (JournalEntry & { readonly cpCode: string })[];
}

export interface FleetRun {
  /** The result so far. */
  readonly result: () => FleetResult;
  /** Resolves when all charges are done, or after `stop`. */
  readonly done: Promise<FleetResult>;
  /** Starts no more charges; running ones end as planned. */
  stop(): void;
}

/** Lets every gun of a fleet charge one car after another, for load and for histories that are compared with the platform's books. */
export const runFleet = (options: FleetOptions): FleetRun => {
  const { piles, charges = Infinity, seed = 1, time = realTime } = options;
  const refusals = new Map<number, number>();
  const state = { started: 0, remaining: charges, isRunning: true };
  const rng = seededRng(seedOf('fleet', seed));
  const result = (): FleetResult => ({
    charges: state.started,
    refusals,
    journal: piles.flatMap((pile) => pile.journal.entries.map((entry) => ({ ...entry, cpCode: pile.facts.cpCode }))),
  });

  const runGun = async (pile: Pile, gunNumber: number): Promise<void> => {
    await pause(time, between(rng, 0, options.restMs[1]));
    while (state.isRunning && state.remaining > 0) {
      if (!pile.connection.live) {
        await pause(time, CHECK_MS);
        continue;
      }
      state.remaining -= 1;
      const permission = await charge(options, { pile, gunNumber, rng, time, onStarted: () => (state.started += 1) });
      if (permission.result !== startRequestResult.success) {
        state.remaining += 1;
        refusals.set(permission.result, (refusals.get(permission.result) ?? 0) + 1);
        // An account that is refused must not ask again without a pause.
        await pause(time, permission.result === NO_ANSWER ? CHECK_MS : REFUSED_MS);
      }
      await pause(time, between(rng, ...options.restMs));
    }
  };
  const done = Promise.all(piles.flatMap((pile) => pile.guns.map((gun) => runGun(pile, gun.number)))).then(result);
  return {
    result,
    done,
    stop: () => {
      state.isRunning = false;
    },
  };
};

const CHECK_MS = 100;
const START_CHECK_MS = 20;
const REFUSED_MS = 2_000;

const charge = async (
  options: FleetOptions,
  {
    pile,
    gunNumber,
    rng,
    time,
    onStarted,
  }: { readonly pile: Pile; readonly gunNumber: number; readonly rng: Rng; readonly time: Time; readonly onStarted: () => void },
): Promise<Permission> => {
  const visitor = options.visitor(pile, gunNumber);
  pile.plug(gunNumber, randomCar(rng, visitor.by === 'vin' ? visitor.account : ''));
  const permission = await requestAndStart(pile, gunNumber, visitor);
  if (permission.result === startRequestResult.success) {
    onStarted();
    while (pile.gun(gunNumber)?.phase === 'starting') await pause(time, START_CHECK_MS);
    await pause(time, between(rng, ...options.chargeMs));
    pile.stop(gunNumber, options.endReason ?? stopReason.card);
    const key = pile.journal.entries.findLast((entry) => entry.gunNumber === gunNumber)?.key;
    const isAcknowledged = (): boolean => pile.journal.entries.findLast((entry) => entry.key === key)?.acknowledgedMs !== null;
    while (options.untilAcknowledged && !isAcknowledged()) await pause(time, CHECK_MS);
  }
  pile.unplug(gunNumber);
  return permission;
};

const randomCar = (rng: Rng, vin: string): Car => {
  const model = pickOne(rng, carModels);
  if (!model) throw new Error('there is no model of car');
  return { model, vin, socPercent: between(rng, 10, 60), batteryC: 24 };
};
