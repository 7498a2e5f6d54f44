import type { Rng } from '#engines/protocol/codec/kind.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { between, oneOf, weighted, wholeBetween } from '../model/chance.ts';
import type { Pile } from '../pile/pile.ts';
import type { Driver } from './steps/people.ts';

/** How a driver starts. */
export type StartMethod = 'card' | 'vin' | 'phone' | 'password' | 'platform';
/** How a visit ends when the car's own goal does not end it first. */
export type Ending = 'goal' | 'card' | 'unplug' | 'remote';

/** One car's stay: decided when it arrives. */
export interface Visit {
  readonly driver: Driver;
  readonly way: StartMethod;
  readonly socPercent: number;
  readonly wish: { readonly strategyType: 1 | 2 | 3 | 4 | 5; readonly strategyValE2: number };
  readonly ending: Ending;
  /** After the start; the ending counts from there. */
  readonly endAfterMs: number;
  /** Between plugging in and starting. */
  readonly beforeMs: number;
  /** Between the end and driving away. */
  readonly lingerMs: number;
  /** The start fails with this code of section 8; 0 for a good one. */
  readonly failure: number;
  /** Shows an account nobody knows, or types a wrong password. */
  readonly mistake: 'none' | 'unknownCard' | 'wrongPassword';
}

/** What the driver of a car may do at a pile. */
export const waysOf = (driver: Driver, pile: Pile): readonly StartMethod[] => {
  const native = pile.facts.protocol === 'native';
  switch (driver.by) {
    case 'card':
      return driver.password === undefined ? ['card', 'card', 'card', 'platform'] : native ? ['card', 'password'] : ['platform'];
    case 'phone':
      return native ? ['phone', 'phone', 'platform'] : ['platform'];
    case 'car':
      return native && pile.facts.kind === 'dc' ? ['vin', 'vin', 'vin', 'platform'] : ['platform'];
    case 'company':
      return ['platform'];
  }
};

/** Decides a visit. `money`: amounts in cents per kWh that are about right for the place. */
export const planVisit = (rng: Rng, { driver, pile }: { readonly driver: Driver; readonly pile: Pile }): Visit => {
  const way = oneOf(rng, waysOf(driver, pile)) ?? 'platform';
  const long = rng() < LONG_SHARE;
  const minutes = long ? between(rng, 12, 35) : between(rng, 1.6, 4.8);
  const kwh = (wattsAt(pile, driver) / 1_000) * (minutes / 60);
  const shape = weighted(rng, shapes) ?? 'energy';
  const socPercent = shape === 'full' ? between(rng, 96, 99) : long ? between(rng, 12, 45) : between(rng, 25, 76);
  const failing = rng() < FAILURE_SHARE;
  return {
    driver,
    way,
    socPercent,
    wish: wishOf(shape, { kwh, minutes, socPercent, percent: (kwh * 100_000) / driver.model.capacityWh, dear: driver.tenant === 'rhein' ? 50 : 130 }),
    ending: shape === 'open' ? (weighted(rng, endings) ?? 'card') : 'goal',
    endAfterMs: minutes * 60_000,
    beforeMs: between(rng, 2_000, 9_000),
    lingerMs: between(rng, 12_000, 55_000),
    failure: failing && way !== 'platform' ? (oneOf(rng, startFaults) ?? 0) : 0,
    mistake: rng() >= MISTAKE_SHARE ? 'none' : way === 'password' ? 'wrongPassword' : way === 'card' ? 'unknownCard' : 'none',
  };
};

type GoalKind = 'energy' | 'amount' | 'soc' | 'duration' | 'full' | 'open';

const shapes: readonly (readonly [number, GoalKind])[] = [
  [30, 'energy'],
  [15, 'amount'],
  [15, 'soc'],
  [12, 'duration'],
  [8, 'full'],
  [20, 'open'],
];
const endings: readonly (readonly [number, Ending])[] = [
  [45, 'card'],
  [25, 'unplug'],
  [30, 'remote'],
];
const LONG_SHARE = 0.22;
/** Cents; less would not be let start. */
const AMOUNT_LEAST = 100;
const FAILURE_SHARE = 0.04;
const MISTAKE_SHARE = 0.05;
/** Start results of section 8: faults of BMS, insulation and contactors lie from 161 to 213. */
const startFaults = [161, 163, 170, 182] as const;

interface Size {
  readonly kwh: number;
  readonly minutes: number;
  readonly socPercent: number;
  /** Of the battery, that the energy is. */
  readonly percent: number;
  /** Cents a kWh, roughly. */
  readonly dear: number;
}

/** The strategy as the wire says it: section 9, values times 100. */
const wishOf = (shape: GoalKind, { kwh, minutes, socPercent, percent, dear }: Size): Visit['wish'] => {
  switch (shape) {
    case 'energy':
      return { strategyType: strategies.byEnergy, strategyValE2: Math.max(10, Math.round(kwh * 10) * 10) };
    case 'amount':
      return { strategyType: strategies.byAmount, strategyValE2: Math.max(AMOUNT_LEAST, Math.round((kwh * dear) / 10) * 10) };
    case 'soc':
      return { strategyType: strategies.bySoc, strategyValE2: Math.min(100, Math.ceil(socPercent + Math.max(1, percent))) * 100 };
    case 'duration':
      return { strategyType: strategies.byDuration, strategyValE2: Math.max(2, Math.round(minutes)) * 100 };
    case 'full':
    case 'open':
      return { strategyType: strategies.untilFull, strategyValE2: 0 };
  }
};

/** What the pile gives this car, roughly. */
const wattsAt = ({ facts, outlet }: Pile, { model }: Driver): number => {
  if (facts.kind === 'dc') return Math.min(facts.ratedW / facts.gunCount, Math.min(model.dcMaxA, outlet.maxA) * model.cells * 3.4);
  const phases = facts.kind === 'ac3' ? model.acPhases : 1;
  return Math.min(facts.ratedW, phases * Math.min(outlet.maxA, model.acMaxA) * 230);
};

export const someoneUnknown = (rng: Rng): string => `7000${wholeBetween(rng, 10_000_000, 99_999_999)}`;
