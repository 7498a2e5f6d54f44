import { describe, expect, it } from 'vitest';
import { dispatched, driver, inputOf, settled } from './safety.fixture.ts';
import type { CommandLink, DispatchedGun } from './state.ts';

const S = 1_000;
const links: Readonly<Record<'ordered' | 'unordered', CommandLink>> = {
  ordered: { isOrdered: true, dropsRepeats: true },
  unordered: { isOrdered: false, dropsRepeats: true },
};

describe('proof', () => {
  /** One gun that was told 60.0 and then, before it answered, 30.0. */
  const twoOutstanding = (link: CommandLink) => {
    const gun = dispatched('A', { link });
    const site = settled(inputOf(1_200, [{ ...gun, demandHw: 0 }]));
    site.take({ kind: 'input', input: inputOf(1_200, [gun]) });
    site.take({ kind: 'input', input: inputOf(300, [gun]) });
    const [high, low] = site.setsOf('A').slice(-2);
    const reply = (one: typeof high): void => {
      if (one) site.take({ kind: 'reply', gunId: 'A', epoch: one.epoch, commandId: one.commandId, isDone: true });
    };
    return { ...site, high, low, reply };
  };

  it('of the later value is enough on a link that keeps its order', () => {
    const site = twoOutstanding(links.ordered);
    expect([site.high?.powerHw, site.low?.powerHw, site.worst('A')]).toEqual([600, 300, 600]);
    site.reply(site.low);
    expect(site.worst('A')).toBe(300);
    site.reply(site.high);
    expect(site.worst('A')).toBe(300);
  });

  it('of the earlier value leaves the later one open', () => {
    const site = twoOutstanding(links.ordered);
    site.reply(site.high);
    expect([site.worst('A'), site.gun('A').sent.map(({ powerHw }) => powerHw)]).toEqual([600, [300]]);
  });

  it('needs a read-back where the order may change, and nothing under way', () => {
    const site = twoOutstanding(links.unordered);
    site.reply(site.low);
    expect(site.worst('A')).toBe(600);
    site.reply(site.high);
    expect(site.worst('A')).toBe(600);
    site.runTo(site.startMs + 1 * S, site.all);
    expect(site.sent.at(-1)).toEqual({ kind: 'read', gunId: 'A', atMs: site.startMs + 1 * S });
    const readBack = (askedAtMs: number): void => site.take({ kind: 'readBack', gunId: 'A', epoch: 1, powerHw: 300, askedAtMs });
    readBack(site.startMs - 1);
    expect(site.worst('A')).toBe(600);
    readBack(site.startMs + 1 * S);
    expect(site.worst('A')).toBe(300);
  });

  it('of an earlier connection, or of a command that nobody knows, proves nothing', () => {
    const site = twoOutstanding(links.ordered);
    site.login('A', 2);
    site.reply(site.low);
    site.take({ kind: 'reply', gunId: 'A', epoch: 2, commandId: 'A#999', isDone: true });
    expect(site.worst('A')).toBe(600);
  });

  it('counts values of an earlier connection until they are too old to come into force', () => {
    const site = twoOutstanding(links.ordered);
    site.login('A', 2);
    site.obey('A');
    expect([site.gun('A').unprovenSinceMs, site.worst('A')]).toEqual([null, 600]);
    site.runTo(site.startMs + 31 * S, site.all);
    expect(site.sent.some(({ kind }) => kind === 'read')).toBe(true);
    site.take({ kind: 'readBack', gunId: 'A', epoch: 2, powerHw: 300, askedAtMs: site.startMs + 31 * S });
    expect([site.worst('A'), site.gun('A').sent]).toEqual([300, []]);
  });

  it('is not given by an unasked report that may be older than the last proof', () => {
    const site = settled(inputOf(1_200, [dispatched('A')]));
    site.take({ kind: 'input', input: inputOf(300, [dispatched('A')]) });
    site.obey('A');
    const report = (): void => site.take({ kind: 'readBack', gunId: 'A', epoch: 1, powerHw: 200, askedAtMs: null });
    report();
    expect(site.worst('A')).toBe(300);
    site.runTo(site.startMs + 31 * S, site.all);
    report();
    expect(site.gun('A').confirmed?.powerHw).toBe(200);
  });
});

describe('a login', () => {
  it('lets the fail-safe value count until something is proven anew', () => {
    const site = settled(inputOf(300, [dispatched('A', { failSafeHw: 400 })]));
    expect(site.worst('A')).toBe(300);
    site.login('A', 2);
    expect([site.worst('A'), site.setsOf('A').at(-1)?.epoch]).toEqual([400, 2]);
    site.obey('A');
    expect(site.worst('A')).toBe(300);
    site.login('A', 1);
    expect(site.gun('A').epoch).toBe(2);
  });

  it('of a site of which nothing is known counts everything with its rated power', () => {
    const site = driver(inputOf(1_200, [dispatched('A'), dispatched('B')]));
    expect([site.worst('A'), site.worst('B')]).toEqual([600, 600]);
  });
});

describe('a pile that may fall before its silence is noticed', () => {
  it('counts with its fail-safe value all the time', () => {
    const hasty = dispatched('A', { failSafe: { powerHw: 400, afterMs: 30_000, silenceMs: 45_000 } });
    expect(settled(inputOf(300, [hasty])).worst('A')).toBe(400);
  });
});

describe('a device that disobeys', () => {
  const guns = [dispatched('A', { failSafeHw: 100 }), dispatched('B', { failSafeHw: 100 })];

  it('is found by its second sample, its rated power counts, and the others give way at once', () => {
    const site = settled(inputOf(800, guns));
    const measure = (powerHw: number): void => site.take({ kind: 'measured', gunId: 'A', powerHw, takenMs: site.startMs });
    measure(421);
    measure(420);
    measure(421);
    expect(site.alarms.some(({ kind }) => kind === 'disobeys')).toBe(false);
    measure(421);
    expect(site.alarms.at(-2)).toEqual({ kind: 'disobeys', gunId: 'A', atMs: site.startMs });
    site.runTo(site.startMs + 1 * S, site.all);
    expect([site.worst('A'), site.setsOf('B').at(-1)?.powerHw]).toEqual([600, 200]);
    site.obey('B');
    // Proof and two samples that obey.
    site.runTo(site.startMs + 2 * S, site.all);
    site.obey('A');
    const settledMs = site.startMs + 20 * S;
    site.runTo(settledMs, site.all);
    for (const powerHw of [400, 400]) site.take({ kind: 'measured', gunId: 'A', powerHw, takenMs: settledMs });
    expect(site.gun('A').isDisobeying).toBe(false);
  });

  it('is stopped after 30 s over the limit, and disabled after 120 s', () => {
    const site = settled(inputOf(500, guns));
    for (const powerHw of [600, 600]) site.take({ kind: 'measured', gunId: 'A', powerHw, takenMs: site.startMs });
    for (let second = 1; second <= 125; second += 1) {
      site.runTo(site.startMs + second * S, site.all);
      site.obey('B');
    }
    const late = site.sent.filter(({ kind, atMs }) => (kind === 'stop' || kind === 'disable') && atMs >= site.startMs);
    expect(late[0]).toEqual({ kind: 'stop', gunId: 'A', atMs: site.startMs + 30 * S });
    expect(late.find(({ kind }) => kind === 'disable')).toEqual({ kind: 'disable', gunId: 'A', atMs: site.startMs + 120 * S });
    expect(late.filter(({ kind, gunId }) => kind === 'disable' && gunId === 'B')).toEqual([]);
  });

  it('is read when it refuses, and nothing is raised on its word', () => {
    const site = settled(inputOf(800, guns));
    site.take({ kind: 'input', input: inputOf(400, guns) });
    const last = site.setsOf('A').at(-1);
    site.take({ kind: 'reply', gunId: 'A', epoch: 1, commandId: last?.commandId ?? '', isDone: false });
    expect([site.worst('A'), site.alarms.at(-1)]).toEqual([400, { kind: 'refused', gunId: 'A', atMs: site.startMs }]);
    site.runTo(site.startMs + 1 * S, site.all);
    expect(site.sent.some(({ kind, gunId }) => kind === 'read' && gunId === 'A')).toBe(true);
  });
});

describe('the pace', () => {
  it('raises a running session by a fifth of the rated power in 30 s, and no first limit', () => {
    const A = dispatched('A', { caps: [{ kind: 'rated', powerHw: 600 }], demandHw: 0 });
    const low: DispatchedGun = { ...A, demandHw: 200 };
    const site = settled(inputOf(1_200, [A]));
    site.take({ kind: 'input', input: inputOf(1_200, [low]) });
    expect(site.setsOf('A').at(-1)?.powerHw).toBe(200);
    site.obey('A');
    const from = site.setsOf('A').length;
    site.take({ kind: 'input', input: inputOf(1_200, [{ ...low, demandHw: 600 }]) });
    for (let second = 1; second <= 200; second += 1) {
      site.runTo(site.startMs + second * S, site.all);
      site.obey('A');
    }
    const raises = site.setsOf('A').slice(from);
    expect(raises.map(({ powerHw }) => powerHw)).toEqual([320, 440, 560, 600]);
    expect(raises.slice(1).every(({ atMs }, index) => atMs - (raises[index]?.atMs ?? 0) >= 30 * S)).toBe(true);
  });

  it('leaves a change of less than 1 kW alone, unless somebody needs it', () => {
    const A = dispatched('A', { ratedHw: 300, demandHw: 205 });
    const B = dispatched('B', { demandHw: 0 });
    const site = settled(inputOf(400, [A, B]));
    const before = site.sent.length;
    site.take({ kind: 'input', input: inputOf(400, [{ ...A, demandHw: 198 }, B]) });
    site.runTo(site.startMs + 20 * S, site.all);
    expect(site.sent.length).toBe(before);
    site.take({
      kind: 'input',
      input: inputOf(400, [
        { ...A, demandHw: 198 },
        { ...B, demandHw: 600 },
      ]),
    });
    expect(site.setsOf('A').at(-1)?.powerHw).toBe(198);
  });

  it('waits for the spread of a period border before it raises', () => {
    const A = dispatched('A', { caps: [{ kind: 'schedule', powerHw: 200 }] });
    const site = settled(inputOf(1_200, [A]));
    const free = { ...A, caps: dispatched('A').caps, raiseNotBeforeMs: site.startMs + 25 * S };
    const before = site.sent.length;
    site.take({ kind: 'input', input: inputOf(1_200, [free]) });
    site.runTo(site.startMs + 24 * S, site.all);
    expect(site.sent.length).toBe(before);
    site.runTo(site.startMs + 25 * S, site.all);
    expect(site.setsOf('A').at(-1)?.powerHw).toBe(320);
  });
});

describe('more guns than floors', () => {
  it('take turns: each charges within an hour, runs for ten minutes and rests for five', () => {
    const guns = ['A', 'B', 'C', 'D', 'E', 'F'].map((id, place) => dispatched(id, { queue: { ...dispatched(id).queue, pluggedAtMs: place } }));
    const site = settled(inputOf(250, guns));
    for (let second = 1; second <= 3_600; second += 5) {
      site.runTo(site.startMs + second * S, site.all);
      for (const id of site.all) site.obey(id);
    }
    for (const { id } of guns) {
      const switches = site.setsOf(id).filter(({ powerHw }, index, all) => powerHw > 0 !== (all[index - 1]?.powerHw ?? 0) > 0);
      expect(switches.length).toBeGreaterThan(0);
      const lengths = switches.slice(1).map(({ atMs, powerHw }, index) => [powerHw > 0, (atMs - (switches[index]?.atMs ?? 0)) / S] as const);
      expect(lengths.filter(([isRest, seconds]) => seconds < (isRest ? 300 : 600))).toEqual([]);
    }
  });
});
