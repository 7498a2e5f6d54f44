import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import { acFloorHw, budgetHw, demandOf, demandWindowHw, drawsLess } from './demand.ts';
import { gun, siteOf } from './site.fixture.ts';
import type { AllocatedGun, PowerSite } from './site.ts';

const A = gun('A', { caps: [{ kind: 'rated', powerHw: 1_200 }], demandHw: 1_100, floorHw: 100 });
const B = gun('B', { caps: [{ kind: 'rated', powerHw: 600 }], demandHw: 600, floorHw: 100 });
const C = gun('C', { caps: [{ kind: 'rated', powerHw: 600 }], demandHw: 250, floorHw: 100 });
const D = gun('D', {
  caps: [{ kind: 'rated', powerHw: 220 }],
  demandHw: 110,
  floorHw: acFloorHw(3, 230),
  supply: { kind: 'ac', phases: [1, 2, 3], voltageV: 230 },
});
const all = [A, B, C, D];
const capped = (guns: readonly AllocatedGun[], powerHw: number): AllocatedGun[] =>
  guns.map((each) => ({ ...each, caps: [...each.caps, { kind: 'schedule', powerHw }] }));
const weighted = (guns: readonly AllocatedGun[], weights: readonly number[]): AllocatedGun[] =>
  guns.map((each, place) => ({ ...each, queue: { ...each.queue, weight: weights[place] ?? 1 } }));
const dc95 = (guns: readonly AllocatedGun[]): AllocatedGun[] =>
  guns.map((each) => (each.supply.kind === 'dc' ? { ...each, supply: { kind: 'dc', efficiencyPermille: 950 } } : each));
const socCap: AllocatedGun = { ...C, caps: [...C.caps, { kind: 'soc', powerHw: 200 }] };

describe('the golden example: a site of 120 kW', () => {
  it.each<[string, PowerSite, readonly number[]]>([
    ['1 fair', siteOf(1_200, all), [420, 420, 250, 110]],
    ['2 weights 2:1:1:1', { ...siteOf(1_200, weighted(all, [2, 1, 1, 1])), mode: 'weighted' }, [560, 280, 250, 110]],
    ['3 C is above changingSoc', siteOf(1_200, [A, B, socCap, D]), [445, 445, 200, 110]],
    ['4 C tapers', siteOf(1_200, [A, B, { ...C, demandHw: 150 }, D]), [470, 470, 150, 110]],
    ['5 a command of the grid', siteOf(700, all), [197, 197, 196, 110]],
    ['6 floors do not fit', siteOf(280, all), [100, 100, 0, 80]],
    ['7 efficiency of DC', siteOf(1_200, dc95(all)), [393, 392, 250, 110]],
    ['8 changingPower 40', siteOf(1_200, capped(all, 400)), [400, 400, 250, 110]],
  ])('row %s', (_name, site, powers) => {
    expect(allocate(site).map(({ powerHw }) => powerHw)).toEqual(powers);
  });

  it('says why a gun is slow', () => {
    const reasons = (site: PowerSite) => allocate(site).map(({ reason }) => reason);
    const full = { kind: 'limit', nodeId: 'site', sharedBy: 4 };
    expect(reasons(siteOf(1_200, all))).toEqual([full, full, { kind: 'demand' }, { kind: 'demand' }]);
    expect(reasons(siteOf(1_200, [A, B, socCap, D]))[2]).toEqual({ kind: 'soc' });
    expect(reasons(siteOf(280, all))[2]).toEqual({ kind: 'queued', nodeId: 'site', sharedBy: 3 });
    expect(reasons(siteOf(1_200, capped(all, 400)))[0]).toEqual({ kind: 'schedule' });
    expect(reasons(siteOf(5_000, all))[1]).toEqual({ kind: 'rated' });
    expect(reasons(siteOf(1_200, capped([A], 90)))[0]).toEqual({ kind: 'capBelowFloor' });
    expect(reasons(siteOf(1_200, [{ ...A, demandHw: 0 }]))[0]).toEqual({ kind: 'idle' });
  });
});

describe('a tree of limits', () => {
  it('fills from the tightest node inwards', () => {
    const site: PowerSite = {
      mode: 'fair',
      nodes: [
        { id: 'grid', parentId: null, limitHw: 1_000 },
        { id: 'east', parentId: 'grid', limitHw: 300 },
        { id: 'west', parentId: 'grid', limitHw: Infinity },
      ],
      guns: [gun('a', { nodeId: 'east' }), gun('b', { nodeId: 'east' }), gun('c', { nodeId: 'west' }), gun('d', { nodeId: 'west', demandHw: 200 })],
    };
    const shares = allocate(site);
    expect(shares.map(({ powerHw }) => powerHw)).toEqual([150, 150, 500, 200]);
    expect(shares.map(({ reason }) => ('nodeId' in reason ? reason.nodeId : reason.kind))).toEqual(['east', 'east', 'grid', 'demand']);
  });

  it('counts a single-phase gun on its phase, a three-phase gun on all, and an unknown one on every phase', () => {
    const ac = (id: string, phases: readonly (1 | 2 | 3)[] | 'unknown', powerHw: number): AllocatedGun =>
      gun(id, { supply: { kind: 'ac', phases, voltageV: 230 }, caps: [{ kind: 'rated', powerHw }], demandHw: powerHw, floorHw: 14 });
    const site = (guns: readonly AllocatedGun[]): PowerSite => ({
      ...siteOf(Infinity, guns),
      nodes: [{ id: 'site', parentId: null, limitHw: Infinity, phaseLimitDa: 320 }],
    });
    // 32 A: 7.3 kW on one phase beside nothing; 22.0 kW on three.
    expect(allocate(site([ac('one', [1], 74)])).map(({ powerHw }) => powerHw)).toEqual([73]);
    expect(allocate(site([ac('three', [1, 2, 3], 300)])).map(({ powerHw }) => powerHw)).toEqual([220]);
    expect(allocate(site([ac('one', [1], 74), ac('two', [2], 74)])).map(({ powerHw }) => powerHw)).toEqual([73, 73]);
    expect(allocate(site([ac('one', [1], 74), ac('what', 'unknown', 74)])).map(({ powerHw }) => powerHw)).toEqual([37, 36]);
  });

  it('refuses a node that nobody knows', () => {
    expect(() => allocate(siteOf(1_200, [gun('a', { nodeId: 'nowhere' })]))).toThrow(RangeError);
  });
});

describe('modes', () => {
  const three = [
    gun('late', { queue: { pluggedAtMs: 3, soc: 10, laxityMs: 50 } }),
    gun('early', { queue: { pluggedAtMs: 1, soc: null, laxityMs: null } }),
    gun('middle', { queue: { pluggedAtMs: 2, soc: 90, laxityMs: 10 } }),
  ];
  it.each<[PowerSite['mode'], readonly number[]]>([
    ['firstCome', [100, 600, 300]],
    ['lowestSoc', [600, 100, 300]],
    ['departure', [300, 100, 600]],
    ['fair', [333, 333, 334]],
  ])('%s', (mode, powers) => {
    expect(allocate({ ...siteOf(1_000, three), mode }).map(({ powerHw }) => powerHw)).toEqual(powers);
  });

  it('let a class of priority pass the queue when floors do not fit', () => {
    const guns = [gun('a'), gun('b'), gun('vip', { queue: { priority: 1, pluggedAtMs: 99 } })];
    expect(allocate(siteOf(250, guns)).map(({ isPaused }) => isPaused)).toEqual([false, true, false]);
  });
});

describe('demand', () => {
  it('is what the car says, or what it draws after it has drawn less for a minute', () => {
    const history = { limitHw: 500, drawnHw: 200, belowSinceMs: 0 };
    expect(demandOf(321, history, 90_000)).toBe(321);
    expect(demandOf(null, history, 59_999)).toBe(Infinity);
    expect(demandOf(null, history, 60_000)).toBe(230);
    expect(demandOf(null, { ...history, belowSinceMs: null }, 60_000)).toBe(Infinity);
    expect(demandOf(null, null, 0)).toBe(Infinity);
    expect([449, 450].map((drawnHw) => drawsLess({ limitHw: 500, drawnHw }))).toEqual([true, false]);
  });

  it('has a floor of 6 A on each phase', () => {
    expect([acFloorHw(1, 230), acFloorHw(3, 230), acFloorHw(1, 220), acFloorHw(3, 220)]).toEqual([14, 42, 14, 40]);
  });

  it('leaves room for others behind the meter and for the margin', () => {
    expect(budgetHw(1_200, 30, { meterHw: null, gunsHw: 0 })).toBe(1_164);
    expect(budgetHw(1_200, 0, { meterHw: 500, gunsHw: 300 })).toBe(990);
    expect(budgetHw(1_200, 0, { meterHw: 200, gunsHw: 300 })).toBe(1_190);
    expect(budgetHw(100, 0, { meterHw: 500, gunsHw: 0 })).toBe(0);
  });

  it('keeps the mean of a demand window', () => {
    const target = { meanHw: 1_000, windowMs: 15 * 60_000, mostHw: 2_000 };
    // 18 kWh after 9 of 15 minutes leave 7 kWh for 6 minutes.
    expect(demandWindowHw(target, 180 * 3_600_000, 6 * 60_000)).toBe(700);
    expect(demandWindowHw(target, 0, 60_000)).toBe(2_000);
    expect(demandWindowHw(target, 300 * 3_600_000, 60_000)).toBe(0);
  });
});
