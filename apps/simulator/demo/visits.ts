import type { Rng } from '#engines/protocol/codec/kind.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { between, pickOne, pickWeighted, wholeBetween } from '../model/random.ts';
import type { Pile } from '../pile/pile.ts';
import type { Driver } from './steps/people.ts';

/** How a driver starts a charge. */
export type StartMethod = 'card' | 'vin' | 'phone' | 'password' | 'platform';
/** How a visit ends if the car's own goal does not end it first. */
export type VisitEnding = 'goal' | 'card' | 'unplug' | 'remote';

/** The visit of one car, which is decided on its arrival. */
export interface Visit {
  readonly driver: Driver;
  readonly method: StartMethod;
  readonly socPercent: number;
  readonly wish: { readonly strategyType: 1 | 2 | 3 | 4 | 5; readonly strategyValE2: number };
  readonly ending: VisitEnding;
  /** The time from the start to the ending. */
  readonly endAfterMs: number;
  /** Between plugging in and starting. */
  readonly beforeMs: number;
  /** Between the end and driving away. */
  readonly lingerMs: number;
  /** The start fails with this start result; 0 for a successful start. */
  readonly failure: number;
  /** The driver uses an unknown account, or types a wrong password. */
  readonly mistake: 'none' | 'unknownCard' | 'wrongPassword';
}

/** The ways in which the driver of a car can start at a pile. */
export const methodsOf = (driver: Driver, pile: Pile): readonly StartMethod[] => {
  // A v1.0 pile has no message by which it could ask about an account.
  if (pile.facts.protocol === 'v1.0') return ['platform'];
  const native = pile.facts.protocol === 'native';
  switch (driver.by) {
    case 'card':
      return driver.password === undefined ? ['card', 'card', 'card', 'platform'] : native ? ['card', 'password'] : ['platform'];
    case 'phone':
      return native ? ['phone', 'platform', 'platform'] : ['platform'];
    case 'car':
      return native && pile.facts.kind === 'dc' ? ['vin', 'vin', 'vin', 'platform'] : ['platform'];
    case 'company':
      return ['platform'];
  }
};

/** Decides a visit. */
export const planVisit = (rng: Rng, { driver, pile }: { readonly driver: Driver; readonly pile: Pile }): Visit => {
  const method = pickOne(rng, methodsOf(driver, pile)) ?? 'platform';
  const isLong = rng() < LONG_SHARE;
  const minutes = isLong ? between(rng, 12, 35) : between(rng, 1.6, 4.8);
  const kwh = (wattsAt(pile, driver) / 1_000) * (minutes / 60);
  const goal = pickWeighted(rng, goalWeights) ?? 'energy';
  const socPercent = goal === 'full' ? between(rng, 96, 99) : isLong ? between(rng, 12, 45) : between(rng, 25, 76);
  const willFail = rng() < FAILURE_SHARE;
  return {
    driver,
    method,
    socPercent,
    wish: wishOf(goal, {
      kwh,
      minutes,
      socPercent,
      percent: (kwh * 100_000) / driver.model.capacityWh,
      centsPerKwh: driver.tenant === 'rhein' ? 50 : 130,
    }),
    ending: goal === 'open' ? (pickWeighted(rng, endingWeights) ?? 'card') : 'goal',
    endAfterMs: minutes * 60_000,
    beforeMs: between(rng, 2_000, 9_000),
    lingerMs: between(rng, 12_000, 55_000),
    failure: willFail && method !== 'platform' ? (pickOne(rng, startFaults) ?? 0) : 0,
    mistake: rng() >= MISTAKE_SHARE ? 'none' : method === 'password' ? 'wrongPassword' : method === 'card' ? 'unknownCard' : 'none',
  };
};

type GoalKind = 'energy' | 'amount' | 'soc' | 'duration' | 'full' | 'open';

const goalWeights: readonly (readonly [number, GoalKind])[] = [
  [30, 'energy'],
  [15, 'amount'],
  [15, 'soc'],
  [12, 'duration'],
  [8, 'full'],
  [20, 'open'],
];
const endingWeights: readonly (readonly [number, VisitEnding])[] = [
  [45, 'card'],
  [25, 'unplug'],
  [30, 'remote'],
];
const LONG_SHARE = 0.22;
/** In cents; a start for less would be refused. */
const AMOUNT_MIN_CENTS = 100;
const FAILURE_SHARE = 0.04;
const MISTAKE_SHARE = 0.05;
/** Results of starts that fail by a fault of BMS, insulation or contactors, which are 161 to 213. */
const startFaults = [161, 163, 170, 182] as const;

interface ChargeSize {
  readonly kwh: number;
  readonly minutes: number;
  readonly socPercent: number;
  /** The energy as a percent of the battery. */
  readonly percent: number;
  /** Roughly. */
  readonly centsPerKwh: number;
}

/** The strategy as the protocol transfers it, with values times 100. */
const wishOf = (goal: GoalKind, { kwh, minutes, socPercent, percent, centsPerKwh }: ChargeSize): Visit['wish'] => {
  switch (goal) {
    case 'energy':
      return { strategyType: strategies.byEnergy, strategyValE2: Math.max(10, Math.round(kwh * 10) * 10) };
    case 'amount':
      return { strategyType: strategies.byAmount, strategyValE2: Math.max(AMOUNT_MIN_CENTS, Math.round((kwh * centsPerKwh) / 10) * 10) };
    case 'soc':
      return { strategyType: strategies.bySoc, strategyValE2: Math.min(100, Math.ceil(socPercent + Math.max(1, percent))) * 100 };
    case 'duration':
      return { strategyType: strategies.byDuration, strategyValE2: Math.max(2, Math.round(minutes)) * 100 };
    case 'full':
    case 'open':
      return { strategyType: strategies.untilFull, strategyValE2: 0 };
  }
};

/** The power that the pile gives this car, roughly. */
const wattsAt = ({ facts, outlet }: Pile, { model }: Driver): number => {
  if (facts.kind === 'dc') return Math.min(facts.ratedW / facts.gunCount, Math.min(model.dcMaxA, outlet.maxA) * model.cells * 3.4);
  const phases = facts.kind === 'ac3' ? model.acPhases : 1;
  return Math.min(facts.ratedW, phases * Math.min(outlet.maxA, model.acMaxA) * 230);
};

export const unknownAccount = (rng: Rng): string => `7000${wholeBetween(rng, 10_000_000, 99_999_999)}`;
