import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import { compileSite } from './load.ts';
import { gun } from './site.fixture.ts';
import { ceilToStep, floorToStep, lowestCap, type AllocatedGun, type AllocationMode, type PowerNode, type PowerSite } from './site.ts';

const runs = { numRuns: 400 };
const modes: readonly AllocationMode[] = ['fair', 'weighted', 'firstCome', 'lowestSoc', 'departure'];

/** A tree of up to four nodes below a root, some without a limit. */
const anyNodes: fc.Arbitrary<readonly PowerNode[]> = fc
  .tuple(
    fc.integer({ min: 100, max: 3_000 }),
    fc.array(fc.tuple(fc.nat(3), fc.oneof(fc.integer({ min: 0, max: 1_500 }), fc.constant(Infinity))), { maxLength: 4 }),
  )
  .map(([limitHw, below]) => [
    { id: 'n0', parentId: null, limitHw },
    ...below.map(([parent, limit], index) => ({ id: `n${index + 1}`, parentId: `n${Math.min(parent, index)}`, limitHw: limit })),
  ]);

const plainGun = fc.record({
  demandHw: fc.integer({ min: 0, max: 1_500 }),
  ratedHw: fc.integer({ min: 100, max: 1_200 }),
  node: fc.nat(4),
  priority: fc.nat(1),
});
const oddGun = fc.record({
  floorHw: fc.integer({ min: 10, max: 150 }),
  stepHw: fc.constantFrom(1, 1, 7, 12),
  weight: fc.integer({ min: 1, max: 4 }),
  efficiencyPermille: fc.constantFrom(1_000, 950, 930),
  heldHw: fc.constantFrom(0, 0, 50, 300),
  soc: fc.option(fc.nat(100), { nil: null }),
  laxityMs: fc.option(fc.nat(9), { nil: null }),
  isBeyondControl: fc.boolean(),
});

const placed = (node: number, nodes: readonly PowerNode[]): string => `n${node % nodes.length}`;
/** Guns of every kind. */
const anySite: fc.Arbitrary<PowerSite> = fc
  .tuple(anyNodes, fc.array(fc.tuple(plainGun, oddGun), { maxLength: 12 }), fc.constantFrom(...modes))
  .map(([nodes, guns, mode]) => ({
    mode,
    nodes,
    guns: guns.map(([{ ratedHw, node, priority, demandHw }, { weight, soc, laxityMs, efficiencyPermille, ...odd }], index) =>
      gun(`g${index}`, {
        ...odd,
        demandHw,
        nodeId: placed(node, nodes),
        supply: { kind: 'dc', efficiencyPermille },
        caps: [{ kind: 'rated', powerHw: ratedHw }],
        queue: { priority, weight, soc, laxityMs, pluggedAtMs: (index * 7) % 5 },
      }),
    ),
  }));
/** Guns that differ in nothing but demand, rating and place. */
const evenSite: fc.Arbitrary<PowerSite> = fc.tuple(anyNodes, fc.array(plainGun, { minLength: 1, maxLength: 12 })).map(([nodes, guns]) => ({
  mode: 'fair',
  nodes,
  guns: guns.map(({ ratedHw, node, demandHw }, index) =>
    gun(`g${index}`, { demandHw, nodeId: placed(node, nodes), caps: [{ kind: 'rated', powerHw: ratedHw }], floorHw: 14 }),
  ),
}));

/** What all guns take of each constraint, in the constraint's own unit. */
const usage = (site: PowerSite, powers: readonly number[]) => {
  const { constraints, costs } = compileSite(site.nodes, site.guns);
  const used = constraints.map(() => 0);
  for (const [place, { heldHw }] of site.guns.entries())
    for (const { constraint, perHw } of costs[place] ?? []) used[constraint] = (used[constraint] ?? 0) + perHw * Math.max(heldHw, powers[place] ?? 0);
  return constraints.map(({ capacity }, index) => ({ capacity, used: used[index] ?? 0 }));
};
const powersOf = (site: PowerSite): readonly number[] => allocate(site).map(({ powerHw }) => powerHw);
const wants = ({ demandHw, caps, stepHw, floorHw }: AllocatedGun): number =>
  Math.min(floorToStep(lowestCap(caps).powerHw, stepHw), Math.max(ceilToStep(demandHw, stepHw), ceilToStep(floorHw, stepHw)));
const isAnyPaused = (site: PowerSite): boolean => allocate(site).some(({ isPaused }) => isPaused);

describe('an allocation', () => {
  it('passes no limit that what is held does not pass already, and no cap; and gives nothing between zero and the floor', () => {
    fc.assert(
      fc.property(anySite, (site) => {
        const powers = powersOf(site);
        const held = usage(
          site,
          site.guns.map(() => 0),
        );
        for (const [index, { used, capacity }] of usage(site, powers).entries())
          expect(used).toBeLessThanOrEqual(Math.max(capacity, held[index]?.used ?? 0));
        for (const [place, each] of site.guns.entries()) {
          const power = powers[place] ?? -1;
          expect(power === 0 || (power >= each.floorHw && power <= lowestCap(each.caps).powerHw && power % each.stepHw === 0)).toBe(true);
          expect((each.demandHw === 0 || each.isBeyondControl) && power > 0).toBe(false);
        }
      }),
      runs,
    );
  });

  it('is the same for the same site, and names why each gun gets no more', () => {
    fc.assert(
      fc.property(anySite, (site) => {
        const shares = allocate(site);
        expect(allocate(structuredClone(site))).toEqual(shares);
        for (const [place, { powerHw, isPaused, reason }] of shares.entries()) {
          const each = site.guns[place] ?? gun('');
          expect(isPaused && powerHw > 0).toBe(false);
          expect(reason.kind === 'demand' && powerHw < Math.min(each.demandHw, lowestCap(each.caps).powerHw)).toBe(false);
          expect(reason.kind === 'limit' && powerHw >= wants(each)).toBe(false);
        }
      }),
      runs,
    );
  });

  it('wastes nothing: nobody who wants more could have one more step', () => {
    fc.assert(
      fc.property(anySite, (site) => {
        const shares = allocate(site);
        const powers = shares.map(({ powerHw }) => powerHw);
        for (const [place, each] of site.guns.entries()) {
          const power = powers[place] ?? 0;
          if (shares[place]?.reason.kind !== 'limit') continue;
          const more = usage(
            site,
            powers.map((one, index) => (index === place ? power + each.stepHw : one)),
          );
          expect(more.some(({ used, capacity }) => used > capacity)).toBe(true);
        }
      }),
      runs,
    );
  });

  it('is max-min fair within one step: what a gun lacks, nobody beside it has more than a step above it', () => {
    fc.assert(
      fc.property(evenSite, (site) => {
        const shares = allocate(site);
        const { costs } = compileSite(site.nodes, site.guns);
        const powers = shares.map(({ powerHw }) => powerHw);
        for (const [place, share] of shares.entries()) {
          if (share.reason.kind !== 'limit') continue;
          const more = usage(
            site,
            powers.map((one, index) => (index === place ? one + 1 : one)),
          );
          // Some full constraint has only guns that have no more, but for a step or their floor.
          const isBlockedFairly = more.some(
            ({ used, capacity }, constraint) =>
              used > capacity &&
              powers.every(
                (power, other) => !costs[other]?.some((cost) => cost.constraint === constraint) || power <= Math.max(share.powerHw + 1, 14),
              ),
          );
          expect(isBlockedFairly).toBe(true);
        }
      }),
      runs,
    );
  });

  it('raises nobody when a gun is added or a limit falls, as long as nobody is paused', () => {
    fc.assert(
      fc.property(evenSite, fc.nat(11), fc.integer({ min: 1, max: 600 }), (site, left, lessHw) => {
        fc.pre(!isAnyPaused(site));
        const powers = powersOf(site);
        const out = left % site.guns.length;
        const without = powersOf({ ...site, guns: site.guns.filter((_gun, place) => place !== out) });
        for (const [index, power] of without.entries()) expect(powers[index < out ? index : index + 1]).toBeLessThanOrEqual(power);

        // Of a limit inside the tree, guns of other branches take what its own can no longer use.
        const lowered = {
          ...site,
          nodes: site.nodes.map((each, index) => (index === 0 ? { ...each, limitHw: Math.max(0, each.limitHw - lessHw) } : each)),
        };
        fc.pre(!isAnyPaused(lowered));
        for (const [place, power] of powersOf(lowered).entries()) expect(power).toBeLessThanOrEqual(powers[place] ?? 0);
      }),
      runs,
    );
  });
});
