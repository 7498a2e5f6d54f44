import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeIncident, MESSAGES_BEFORE_END_MAX } from './incident.ts';
import type { IncidentState } from './incident.ts';
import { covers, GATHERED_MS, incidentsOf, isLoss } from './storm.ts';
import type { StationLosses } from './storm.ts';

const station = (id: number, more: Partial<StationLosses> = {}): StationLosses => ({
  tenantId: 1n,
  agentId: BigInt(Math.floor(id / 100)),
  stationId: BigInt(id),
  lostLately: more.lost ?? 0,
  lost: 0,
  oldestMs: GATHERED_MS,
  piles: 10,
  online: 10,
  ...more,
});

describe('the place of an incident', () => {
  test('is a station from three piles and 30 %, when the first loss has waited for others', () => {
    expect(incidentsOf([station(101, { lost: 2, piles: 3 })])).toEqual([]);
    expect(incidentsOf([station(101, { lost: 3, piles: 11 })])).toEqual([]);
    expect(incidentsOf([station(101, { lost: 3, oldestMs: GATHERED_MS - 1 })])).toEqual([]);
    expect(incidentsOf([station(101, { lost: 3 })])).toEqual([{ scope: 1, tenantId: 1n, agentId: 1n, stationId: 101n }]);
    // Losses that are spread over two minutes are not one of a station.
    expect(incidentsOf([station(101, { lost: 3, lostLately: 2 })])).toEqual([]);
  });

  test('is an agent when several of its stations are lost, and the network when several agents are', () => {
    const ofAgent = [station(101, { lost: 8 }), station(102, { lost: 8 })];
    expect(incidentsOf(ofAgent)).toEqual([{ scope: 2, tenantId: 1n, agentId: 1n, stationId: null }]);
    expect(incidentsOf([...ofAgent, station(201, { lost: 8 })])).toEqual([{ scope: 3, tenantId: 1n, agentId: null, stationId: null }]);
  });

  test('is as narrow as the losses: a stray one elsewhere does not widen it', () => {
    const big = station(101, { lost: 60, piles: 60, online: 60 });
    expect(incidentsOf([big, station(201, { lost: 1 })])).toEqual([{ scope: 1, tenantId: 1n, agentId: 1n, stationId: 101n }]);
    expect(incidentsOf([big, station(201, { lost: 3 })])).toHaveLength(2);
  });

  test('5,000 piles of one network are one incident', () => {
    const stations = Array.from({ length: 250 }, (_none, n) => station(100 * (1 + (n % 10)) + n, { lost: 20, piles: 20, online: 20 }));
    expect(incidentsOf(stations)).toEqual([{ scope: 3, tenantId: 1n, agentId: null, stationId: null }]);
  });
});

test('only a pile that is lost as a whole takes part; an emergency stop never does', () => {
  expect([isLoss(5, 1), isLoss(1, 3), isLoss(1, 2), isLoss(2, 3), isLoss(8, 1)]).toEqual([true, true, false, false, false]);
});

const anyStations = fc
  .array(
    fc.record({
      tenantId: fc.bigInt(1n, 3n),
      agentId: fc.bigInt(1n, 3n),
      lost: fc.integer({ min: 0, max: 40 }),
      lately: fc.integer({ min: 0, max: 40 }),
      others: fc.integer({ min: 0, max: 400 }),
      oldestMs: fc.integer({ min: 0, max: 120_000 }),
    }),
    { maxLength: 12 },
  )
  .map((drafts) =>
    drafts.map(({ tenantId, agentId, lost, lately, others, oldestMs }, n): StationLosses => ({
      tenantId,
      agentId: tenantId * 10n + agentId,
      stationId: BigInt(1_000 + n),
      lost,
      lostLately: Math.min(lost, lately),
      oldestMs,
      piles: lost + others,
      online: lost + others,
    })),
  );

test('whatever is lost, each station is in one incident at most, every station that is lost is in one, and the order does not matter', () => {
  fc.assert(
    fc.property(anyStations, (stations) => {
      const places = incidentsOf(stations);
      const explained = stations.map((losses) => places.filter((place) => covers(place, losses)).length);
      expect(Math.max(0, ...explained)).toBeLessThanOrEqual(1);
      const isStationLost = ({ lostLately, piles, oldestMs }: StationLosses) =>
        lostLately >= 3 && lostLately / piles >= 0.3 && oldestMs >= GATHERED_MS;
      expect(stations.filter((losses, n) => isStationLost(losses) && explained[n] === 0)).toEqual([]);
      const keys = (list: readonly unknown[]) =>
        list.map((place) => JSON.stringify(place, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).toSorted();
      expect(keys(incidentsOf(stations.toReversed()))).toEqual(keys(places));
    }),
    { numRuns: 500 },
  );
});

test('a place has as many losses as its level asks for', () => {
  fc.assert(
    fc.property(anyStations, (stations) => {
      for (const place of incidentsOf(stations)) {
        const inside = stations.filter((losses) => covers(place, losses));
        const lost = inside.reduce((total, losses) => total + losses.lost, 0);
        expect(lost).toBeGreaterThanOrEqual(place.scope === 1 ? 3 : 9);
        expect(inside.filter((losses) => losses.lost > 0).length).toBeGreaterThanOrEqual(place.scope === 1 ? 1 : 2);
      }
    }),
    { numRuns: 500 },
  );
});

const MINUTE_MS = 60_000;
interface Count {
  readonly afterMs: number;
  readonly joined: number;
  readonly left: number;
}

/** Plays counts of members, judged every ten seconds: what is told, and when it is over. */
const play = (first: number, counts: readonly Count[]) => {
  let state: IncidentState = {
    openedMs: 0,
    members: first,
    lasting: first,
    toldMembers: first,
    isGrowthTold: false,
    isHalfTold: false,
    halfSinceMs: null,
    calmSinceMs: null,
  };
  const told: string[] = ['opening'];
  const changes = [...counts];
  for (let nowMs = 0; nowMs < 100 * MINUTE_MS; nowMs += 10_000) {
    while (changes[0] && changes[0].afterMs <= nowMs) {
      const { joined = 0, left = 0 } = changes.shift() ?? {};
      state = { ...state, members: state.members + joined, lasting: Math.max(0, state.lasting + joined - left) };
    }
    const { tells, isOver, halfSinceMs, calmSinceMs, releases } = judgeIncident(state, nowMs);
    state = {
      ...state,
      halfSinceMs,
      calmSinceMs,
      isGrowthTold: state.isGrowthTold || tells === 'growth',
      isHalfTold: state.isHalfTold || tells === 'half',
    };
    if (tells) told.push(tells);
    if (isOver) return { told, overMs: nowMs, releases, state };
  }
  return { told, overMs: undefined, releases: false, state };
};

describe('the life of an incident', () => {
  test('a full recovery is one message, two minutes after the last pile is back', () => {
    const { told, overMs } = play(5_000, [{ afterMs: 3 * MINUTE_MS, joined: 0, left: 5_000 }]);
    expect([told, overMs]).toEqual([['opening', 'end'], 5 * MINUTE_MS]);
  });

  test('growth is told once, after five minutes, and a half that stays away is told', () => {
    const { told, overMs } = play(100, [
      { afterMs: MINUTE_MS, joined: 100, left: 0 },
      { afterMs: 10 * MINUTE_MS, joined: 1_000, left: 0 },
      { afterMs: 20 * MINUTE_MS, joined: 0, left: 600 },
      { afterMs: 24 * MINUTE_MS, joined: 0, left: 600 },
    ]);
    expect([told, overMs]).toEqual([['opening', 'growth', 'half', 'end'], 26 * MINUTE_MS]);
  });

  test('a line that comes and goes every minute is one incident', () => {
    const counts = Array.from({ length: 21 }, (_none, n) => ({ afterMs: n * MINUTE_MS, joined: 0, left: n % 2 === 0 ? 50 : -50 }));
    expect(play(50, counts).told.filter((what) => what === 'end')).toHaveLength(1);
  });

  test('stragglers leave half an hour after the others, and the incident is over', () => {
    const { told, releases, overMs } = play(50, [{ afterMs: MINUTE_MS, joined: 0, left: 48 }]);
    expect([told, releases, overMs]).toEqual([['opening', 'half', 'end'], true, 31 * MINUTE_MS]);
  });

  test('whatever joins and leaves, it has four messages at most, the last one is its end, and it lasts no longer than its members', () => {
    const anyCounts = fc
      .array(
        fc.record({
          gapMs: fc.integer({ min: 0, max: 8 * MINUTE_MS }),
          joined: fc.integer({ min: 0, max: 400 }),
          left: fc.integer({ min: 0, max: 400 }),
        }),
        { maxLength: 12 },
      )
      .map((gaps) => {
        let afterMs = 0;
        return gaps.map(({ gapMs, joined, left }) => ({ afterMs: (afterMs += gapMs), joined, left }));
      });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 300 }), anyCounts, (first, counts) => {
        const { told, overMs, state } = play(first, counts);
        expect(told.length).toBeLessThanOrEqual(MESSAGES_BEFORE_END_MAX + 1);
        expect(new Set(told).size).toBe(told.length);
        expect(told.includes('end')).toBe(overMs !== undefined);
        expect(overMs !== undefined || state.lasting * 2 > state.members || counts.length > 0).toBe(true);
        expect(overMs === undefined && state.lasting === 0).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
