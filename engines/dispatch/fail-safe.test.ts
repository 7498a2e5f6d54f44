import { describe, expect, it } from 'vitest';
import { failSafeProblems } from './fail-safe.ts';
import { explain, explainSite } from './safety/explain.ts';
import { dispatched, inputOf, settled } from './safety/safety.fixture.ts';
import { ROUND_MS } from './safety/step.ts';

describe('the checks of a site that nobody can reach', () => {
  const guns = [40, 30, 30, 11].map((kw, place) => dispatched(`g${place}`, { failSafeHw: kw * 10 }));

  it('R1: all fail-safe values together fit below each limit', () => {
    expect(failSafeProblems(inputOf(1_110, guns))).toEqual([]);
    expect(failSafeProblems(inputOf(1_109, guns))).toEqual([{ rule: 'R1', nodeId: 'site', sum: 1_110, limit: 1_109 }]);
    const east = guns.map((gun, place) => (place < 2 ? { ...gun, nodeId: 'east' } : gun));
    const nodes = [
      { id: 'site', parentId: null, limitHw: 1_200 },
      { id: 'east', parentId: 'site', limitHw: 699 },
    ];
    expect(failSafeProblems(inputOf(0, east, { nodes }))).toEqual([{ rule: 'R1', nodeId: 'east', sum: 700, limit: 699 }]);
  });

  it('R1 counts what the grid delivers', () => {
    const dc = guns.map((gun) => ({ ...gun, supply: { kind: 'dc', efficiencyPermille: 950 } as const }));
    expect(failSafeProblems(inputOf(1_168, dc))).toEqual([{ rule: 'R1', nodeId: 'site', sum: 1_169, limit: 1_168 }]);
    expect(failSafeProblems(inputOf(1_169, dc))).toEqual([]);
  });

  it('R2: one gun can charge while the piles that may fall silent do', () => {
    const idle = [50, 50].map((kw, place) => dispatched(`g${place}`, { failSafeHw: kw * 10, floorHw: 200 }));
    expect(failSafeProblems(inputOf(1_000, idle, { silentPiles: 1 }))).toEqual([]);
    const hungry = idle.map((gun) => ({ ...gun, floorHw: 600 }));
    expect(failSafeProblems(inputOf(1_000, hungry, { silentPiles: 1 }))).toEqual([{ rule: 'R2', nodeId: 'site', sum: 1_100, limit: 1_000 }]);
    expect(failSafeProblems(inputOf(1_000, hungry))).toEqual([]);
  });
});

describe('a limit below the fail-safe values together', () => {
  const guns = [40, 30, 30].map((kw, place) => dispatched(`g${place}`, { failSafeHw: kw * 10, floorHw: 100 }));
  it.each([1, 2, Infinity])('is kept while all piles can be reached, when %j of them may fall silent', (silentPiles) => {
    const site = settled(inputOf(1_200, guns, { silentPiles }));
    for (const [place, limitHw] of [800, 600, 400].entries()) {
      site.take({ kind: 'input', input: inputOf(limitHw, guns, { silentPiles }) });
      for (const id of site.all) site.obey(id);
      site.runTo(site.startMs + (place + 1) * ROUND_MS, site.all);
      expect(explainSite(site.state(), {}, 0).worstHw).toBeLessThanOrEqual(limitHw);
    }
  });
});

describe('a gun on the page of its site', () => {
  it('has its limit, what counts for it, how far that is proven, and why it is not more', () => {
    const site = settled(inputOf(800, [dispatched('A'), dispatched('B', { demandHw: 300 })]));
    const at = site.startMs;
    expect(explain(site.state(), at)).toEqual([
      { gunId: 'A', ratedHw: 600, capHw: 600, limitHw: 500, worstHw: 500, proof: 'proven', reason: { kind: 'limit', nodeId: 'site', sharedBy: 2 } },
      { gunId: 'B', ratedHw: 600, capHw: 600, limitHw: 300, worstHw: 300, proof: 'proven', reason: { kind: 'demand' } },
    ]);
    expect(explainSite(site.state(), { A: 480 }, at)).toEqual({ limitHw: 800, worstHw: 800, drawnHw: 480, violationSinceMs: null });
    site.take({ kind: 'input', input: inputOf(800, [dispatched('A'), dispatched('B')]) });
    site.runTo(at + ROUND_MS, site.all);
    expect(explain(site.state(), at + ROUND_MS).map(({ proof, reason }) => [proof, reason])).toEqual([
      ['waiting', { kind: 'limit', nodeId: 'site', sharedBy: 2 }],
      ['proven', { kind: 'rising', targetHw: 400 }],
    ]);
    site.take({ kind: 'lost', pileId: 'pile B', epoch: 1 });
    expect(explain(site.state(), at + ROUND_MS)[1]).toMatchObject({ proof: 'silent', reason: { kind: 'beyondControl' } });
  });
});
