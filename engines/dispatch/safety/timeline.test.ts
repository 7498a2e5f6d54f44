import { describe, expect, it } from 'vitest';
import { settled, dispatched, inputOf } from './safety.fixture.ts';
import type { DispatchedGun } from './state.ts';

const A = dispatched('A', { ratedHw: 1_200, caps: [{ kind: 'rated', powerHw: 1_200 }], demandHw: 1_100, failSafeHw: 400 });
const B = dispatched('B', { demandHw: 0, failSafeHw: 300 });
const C = dispatched('C', { demandHw: 250, failSafeHw: 300, queue: { ...A.queue, pluggedAtMs: 1 } });
const plugged: DispatchedGun = { ...B, demandHw: 600, queue: { ...A.queue, pluggedAtMs: 2 } };
const S = 1_000;

/** A has 95.0 and C 25.0, and B is idle; then a car plugs in at B. `A` answers nothing. */
const plugIn = () => {
  const site = settled(inputOf(1_200, [A, B, C]));
  const before = site.setsOf('A').length;
  site.take({ kind: 'input', input: inputOf(1_200, [A, plugged, C]) });
  return {
    ...site,
    timesOfA: () =>
      site
        .setsOf('A')
        .slice(before)
        .map(({ atMs }) => (atMs - site.startMs) / S),
    at: (second: number) => site.startMs + second * S,
  };
};
const lastOf = (site: ReturnType<typeof plugIn>, id: string) => {
  const last = site.setsOf(id).at(-1);
  return last && [(last.atMs - site.startMs) / S, last.powerHw];
};

describe('the timeline of the golden example', () => {
  it('begins at 95.0 and 25.0', () => {
    const site = settled(inputOf(1_200, [A, B, C]));
    expect(['A', 'B', 'C'].map((id) => [site.gun(id).confirmed?.powerHw, site.worst(id)])).toEqual([
      [950, 950],
      [0, 0],
      [250, 250],
    ]);
    expect(site.alarms.filter(({ kind }) => kind !== 'violation')).toEqual([]);
  });

  it('reduces A at once, and B waits until that is proven', () => {
    const site = plugIn();
    expect([lastOf(site, 'A'), site.worst('A'), site.worst('B')]).toEqual([[0, 475], 950, 0]);
    site.runTo(site.at(2), site.all);
    site.obey('A');
    expect([site.worst('A'), lastOf(site, 'B'), site.worst('B')]).toEqual([475, [2, 475], 475]);
  });

  it('repeats after 5, 15 and 35 s, and takes the reply to the last', () => {
    const site = plugIn();
    for (let second = 1; second <= 36; second += 1) {
      site.runTo(site.at(second), site.all);
      expect(site.worst('A') + site.worst('B') + site.worst('C')).toBe(1_200);
    }
    expect(site.timesOfA()).toEqual([0, 5, 15, 35]);
    site.obey('A');
    expect(lastOf(site, 'B')).toEqual([36, 475]);
  });

  it('opens an exception at 65 s without a reply, and B waits at 0', () => {
    const site = plugIn();
    site.runTo(site.at(120), site.all);
    expect(site.alarms.filter(({ atMs }) => atMs >= site.startMs)).toEqual([{ kind: 'unproven', gunId: 'A', atMs: site.at(65) }]);
    expect([lastOf(site, 'B')?.[1], site.worst('A'), site.worst('B')]).toEqual([0, 950, 0]);
  });

  it('starts B at once with what was kept in reserve', () => {
    const site = settled(inputOf(1_200, [A, B, C], { startReserveHw: 100 }));
    site.take({ kind: 'input', input: inputOf(1_200, [A, plugged, C], { startReserveHw: 100 }) });
    // A has 84.0, because 1 kW more is not worth a command, and C has 25.0.
    expect(['A', 'B'].map((id) => site.setsOf(id).at(-1)).map((last) => [last?.atMs, last?.powerHw])).toEqual([
      [site.startMs, 425],
      [site.startMs, 110],
    ]);
  });

  it('keeps the worst case of a gun that falls silent above its fail-safe value', () => {
    const site = plugIn();
    site.obey('A');
    site.obey('B');
    site.runTo(site.at(80), ['B', 'C']);
    expect([site.gun('A').isSilent, site.worst('A')]).toEqual([true, 475]);
  });

  it('reduces the others at once when a silent gun may rise to its fail-safe value', () => {
    const low: DispatchedGun = { ...A, demandHw: 300 };
    const rest = [B, C].map((each): DispatchedGun => ({ ...each, demandHw: 450 }));
    const site = settled(inputOf(1_200, [low, ...rest]));
    expect(['A', 'B', 'C'].map(site.worst)).toEqual([300, 450, 450]);
    site.runTo(site.startMs + 45 * S, ['B', 'C']);
    expect(['A', 'B', 'C'].map((id) => [site.worst(id), site.setsOf(id).at(-1)?.powerHw])).toEqual([
      [400, 300],
      [450, 400],
      [450, 400],
    ]);
    const reserved = settled(inputOf(1_200, [low, ...rest], { silentPiles: 1 }));
    expect(['A', 'B', 'C'].map(reserved.worst)).toEqual([300, 400, 400]);
    reserved.runTo(reserved.startMs + 60 * S, ['B', 'C']);
    expect(['A', 'B', 'C'].map(reserved.worst)).toEqual([400, 400, 400]);
  });
});
