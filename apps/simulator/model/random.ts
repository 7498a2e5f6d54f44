import type { Rng } from '#engines/protocol/codec/kind.ts';

/** A number in [0, 1) that depends only on its arguments, so that a curve is the same each time it is calculated. */
export const noiseAt = (seed: number, step: number): number => {
  let mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(step + 1, 0xc2b2ae35)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
};

export const between = (rng: Rng, from: number, to: number): number => from + rng() * (to - from);
export const wholeBetween = (rng: Rng, from: number, to: number): number => from + Math.floor(rng() * (to - from + 1));
/** A random element of a list; undefined for an empty list. */
export const pickOne = <T>(rng: Rng, list: readonly T[]): T | undefined => list[Math.floor(rng() * list.length)];
/** 32 random bits. */
export const bits32 = (rng: Rng): number => Math.floor(rng() * 2 ** 32);
/** A random wait of a process that happens every `meanMs` on average. */
export const exponentialWait = (rng: Rng, meanMs: number): number => -Math.log(1 - rng()) * meanMs;

/** A random choice by weights. */
export const pickWeighted = <T>(rng: Rng, choices: readonly (readonly [weight: number, value: T])[]): T | undefined => {
  let remaining = rng() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) {
    remaining -= weight;
    if (remaining < 0) return value;
  }
  return choices.at(-1)?.[1];
};

/** A different seed for each name. */
export const seedOf = (name: string, seed: number): number => {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};
