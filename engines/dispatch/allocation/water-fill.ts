import type { CompiledSite } from './load.ts';

/** A gun that takes part in the filling; all powers in hectowatts, not yet rounded. */
export interface FilledGun {
  readonly place: number;
  readonly floorHw: number;
  readonly demandHw: number;
  readonly weight: number;
}

export interface FilledLevel {
  /** By place. */
  readonly powerHw: ReadonlyMap<number, number>;
  /** By place: the constraint that was full when the gun still wanted more. */
  readonly fullAt: ReadonlyMap<number, number>;
}

/**
 * Weighted water-filling under nested limits. One level rises for all guns, each of which takes min(demand, max(floor, weight × level)). Where a
 * constraint is full, its guns are frozen, and the level rises further for the others. `free` is what each constraint has for these guns.
 *
 * The level at which a constraint is full only rises when guns inside it freeze earlier, so it is computed again only when it is the lowest.
 */
export const waterFill = (guns: readonly FilledGun[], site: CompiledSite, free: readonly number[]): FilledLevel => {
  const powerHw = new Map<number, number>();
  const fullAt = new Map<number, number>();
  const open = new Map(guns.map((gun) => [gun.place, gun]));
  const left = [...free];
  const members = membersOf(guns, site);
  const levels = members.map(([constraint, inside]) => ({ constraint, inside, level: levelOf(inside, left[constraint]!), isStale: false }));
  const levelsOf = new Map(levels.map((level) => [level.constraint, level]));

  const freeze = (place: number, power: number): void => {
    powerHw.set(place, power);
    open.delete(place);
    for (const { constraint, perHw } of site.costs[place]!) {
      left[constraint]! -= perHw * power;
      const level = levelsOf.get(constraint);
      if (level) level.isStale = true;
    }
  };
  const lowest = () => levels.reduce<(typeof levels)[number] | undefined>((min, each) => (min && min.level <= each.level ? min : each), undefined);

  for (let next = lowest(); next && next.level !== Infinity; next = lowest()) {
    if (next.isStale) {
      next.inside = next.inside.filter(({ gun }) => open.has(gun.place));
      next.level = levelOf(next.inside, left[next.constraint]!);
      next.isStale = false;
      continue;
    }
    for (const { gun } of next.inside)
      if (open.has(gun.place)) {
        const power = Math.min(gun.demandHw, Math.max(gun.floorHw, gun.weight * next.level));
        if (power < gun.demandHw) fullAt.set(gun.place, next.constraint);
        freeze(gun.place, power);
      }
    next.level = Infinity;
    next.isStale = false;
  }
  for (const { place, demandHw } of open.values()) powerHw.set(place, demandHw);
  return { powerHw, fullAt };
};

interface Member {
  readonly gun: FilledGun;
  readonly perHw: number;
}

const membersOf = (guns: readonly FilledGun[], site: CompiledSite): readonly (readonly [constraint: number, inside: readonly Member[]])[] => {
  const members = new Map<number, Member[]>();
  for (const gun of guns)
    for (const { constraint, perHw } of site.costs[gun.place]!) {
      const inside = members.get(constraint);
      if (inside) inside.push({ gun, perHw });
      else members.set(constraint, [{ gun, perHw }]);
    }
  return [...members];
};

/** The level at which these guns take the whole capacity; Infinity when all their demands fit. The slope changes where a gun leaves its floor or has enough. */
const levelOf = (inside: readonly Member[], capacity: number): number => {
  let used = 0;
  let most = 0;
  for (const { gun, perHw } of inside) {
    used += perHw * Math.min(gun.floorHw, gun.demandHw);
    most += perHw * gun.demandHw;
  }
  if (most <= capacity) return Infinity;
  const bends = inside
    .filter(({ gun }) => gun.demandHw > gun.floorHw)
    .flatMap(({ gun, perHw }) => [
      { level: gun.floorHw / gun.weight, slope: perHw * gun.weight },
      { level: gun.demandHw / gun.weight, slope: -perHw * gun.weight },
    ])
    .sort((one, other) => one.level - other.level);
  let level = 0;
  let slope = 0;
  for (const bend of bends) {
    const needed = slope * (bend.level - level);
    if (used + needed >= capacity) break;
    used += needed;
    level = bend.level;
    slope += bend.slope;
  }
  return slope > 0 ? level + Math.max(0, capacity - used) / slope : level;
};
