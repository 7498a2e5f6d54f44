import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { endAction, type EndAction } from './codes.ts';
import { bordersBetween, monthProblem, periodAt, planProblems, type PowerMonth, type PowerPeriod, type PowerPlan } from './plan.ts';
import { limitOf, planOfSession, RAISE_SPREAD_MS, spreadMs, STOP_SPREAD_MS } from './session-limit.ts';

const HOUR_MS = 3_600_000;
const period = (startSlot: number, changingPowerHw = 0, more: Partial<PowerPeriod> = {}): PowerPeriod => ({
  startSlot,
  changingPowerHw,
  changingPowerMinHw: 0,
  changingSoc: 0,
  endAction: endAction.nextApplies,
  ...more,
});
const yearOf = (periodsOf: (month: number) => readonly PowerPeriod[]): PowerMonth[] =>
  Array.from({ length: 12 }, (_one, index) => ({ month: index + 1, periods: periodsOf(index + 1) }));
/** Each month has its own three periods, so that any wrong month or period shows. */
const differing = yearOf((month) => [period(0, 100 * month), period(month + 3, 100 * month + 1), period(30 + month, 100 * month + 2)]);
const planIn = (zone: string, more: Partial<PowerPlan> = {}): PowerPlan => ({ zone, months: differing, fromDay: null, toDay: null, ...more });

/** An oracle of its own: it reads a wall clock as text and walks through the day. */
const oracle = (atMs: number, zone: string): number => {
  const shown = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toString();
  const [month, hour, minute] = [shown.slice(5, 7), shown.slice(11, 13), shown.slice(14, 16)].map(Number);
  let power = -1;
  for (let minutes = 0; minutes <= (hour ?? 0) * 60 + (minute ?? 0); minutes += 30)
    for (const each of differing[(month ?? 0) - 1]?.periods ?? []) if (each.startSlot * 30 === minutes) power = each.changingPowerHw;
  return power;
};

describe('the period of a plan', () => {
  it.each(['Asia/Shanghai', 'Europe/Berlin', 'Pacific/Apia'])('is what the wall clock says in each quarter of each hour of a year in %s', (zone) => {
    const plan = planIn(zone);
    const wrong: string[] = [];
    // 2011 is the year in which Apia had no 30 December.
    for (const year of [2011, 2026])
      for (let atMs = Date.UTC(year, 0, 1); atMs < Date.UTC(year + 1, 0, 1); atMs += HOUR_MS / 4)
        if (periodAt(plan, atMs)?.changingPowerHw !== oracle(atMs, zone)) wrong.push(new Date(atMs).toISOString());
    expect(wrong).toEqual([]);
  });

  it('begins at the next valid instant when its time is skipped, and applies twice when its hour is repeated', () => {
    const plan = planIn('Europe/Berlin', { months: yearOf(() => [period(0, 1), period(5, 2), period(6, 3)]) });
    const at = (text: string) => periodAt(plan, Date.parse(text))?.changingPowerHw;
    // On 29 March 2026 02:00 to 03:00 is skipped: 02:30 never comes, and 03:00 is the next instant.
    expect([at('2026-03-29T00:59:59Z'), at('2026-03-29T01:00:00Z')]).toEqual([1, 3]);
    const autumn = ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z', '2026-10-25T02:00Z'];
    expect(autumn.map(at)).toEqual([1, 2, 1, 2, 3]);
    expect(
      bordersBetween(plan, Date.parse('2026-10-24T22:30Z'), Date.parse('2026-10-25T03:00Z')).map(({ atMs }) => new Date(atMs).toISOString()),
    ).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:00:00.000Z']);
  });

  it('applies on the days of the plan, the last excluded', () => {
    const plan = planIn('Asia/Shanghai', { fromDay: '2026-03-01', toDay: '2026-03-03' });
    const days = ['2026-02-28T15:59Z', '2026-02-28T16:00Z', '2026-03-02T15:59Z', '2026-03-02T16:00Z'];
    expect(days.map((text) => periodAt(plan, Date.parse(text)) !== null)).toEqual([false, true, true, false]);
  });
});

describe('problems of a plan', () => {
  it.each<[readonly PowerPeriod[], object | null]>([
    [[period(0)], null],
    [[period(0, 400, { changingPowerMinHw: 400, changingSoc: 100 }), period(47)], null],
    [[], { problem: 'noPeriod' }],
    [[period(1)], { problem: 'firstNotAtMidnight' }],
    [[period(0), period(9), period(9)], { problem: 'notAscending', index: 2 }],
    [[period(0), period(48)], { problem: 'startOutOfDay', index: 1 }],
    [[period(0, -1)], { problem: 'power', index: 0 }],
    [[period(0, 400, { changingPowerMinHw: 401 })], { problem: 'minAbovePower', index: 0 }],
    [[period(0, 0, { changingPowerMinHw: 401 })], null],
    [[period(0, 0, { changingSoc: 101 })], { problem: 'soc', index: 0 }],
  ])('%j', (periods, problem) => {
    expect(monthProblem({ month: 3, periods })).toEqual(problem && { month: 3, ...problem });
  });

  it('name the months that are missing', () => {
    const months = yearOf(() => [period(0)]).filter(({ month }) => month !== 2 && month !== 12);
    expect(planProblems(months)).toEqual([2, 12].map((month) => ({ problem: 'monthMissing', month })));
  });
});

describe('a session at the end of a period', () => {
  const zone = 'Asia/Shanghai';
  const startedAtMs = Date.parse('2026-06-01T01:00:00Z');
  const borderMs = Date.parse('2026-06-01T02:00:00Z');
  const planWith = (action: EndAction): PowerPlan =>
    planIn(zone, { months: yearOf(() => [period(0, 400, { endAction: action }), period(20, 200, { endAction: action }), period(24, 300)]) });
  const later = (action: EndAction, startMs = startedAtMs) =>
    planOfSession(planWith(action), { id: 'PL01-1', startedAtMs: startMs }, borderMs + HOUR_MS);

  it('follows the end action of the period that ends', () => {
    expect(later(endAction.nextApplies)).toMatchObject({ period: { changingPowerHw: 200 }, stopAtMs: null });
    expect(later(endAction.backToRated)).toMatchObject({ period: null, stopAtMs: null });
    expect(later(endAction.keepLimit)).toMatchObject({ period: { changingPowerHw: 400 }, stopAtMs: null });
    expect(later(endAction.stopSessions).stopAtMs).toBe(borderMs + spreadMs('PL01-1', STOP_SPREAD_MS));
  });

  it('has the limit of the present period when it began after the border', () => {
    for (const action of Object.values(endAction))
      expect(later(action, borderMs)).toMatchObject({ period: { changingPowerHw: 200 }, stopAtMs: null });
  });

  it('is raised at an instant of its own', () => {
    const spread = Array.from({ length: 200 }, (_one, index) => spreadMs(`PL${index}-1`, RAISE_SPREAD_MS));
    expect(new Set(spread).size).toBeGreaterThan(150);
    expect(Math.min(...spread) < 10_000 && Math.max(...spread) >= 50_000 && Math.max(...spread) < RAISE_SPREAD_MS).toBe(true);
    expect(later(endAction.nextApplies).raiseNotBeforeMs).toBe(borderMs + spreadMs('PL01-1', RAISE_SPREAD_MS));
  });
});

describe('the limit of a gun in a period', () => {
  const gun = { ratedHw: 600, technicalFloorHw: 100, soc: 50, wasAboveSoc: false };
  const lowest = (one: PowerPeriod | null, more: Partial<typeof gun> = {}) => {
    const { caps, floorHw } = limitOf(one, { ...gun, ...more });
    return [Math.min(...caps.map(({ powerHw }) => powerHw)), floorHw];
  };

  it('is the rated power for 0, and never more than it', () => {
    expect([lowest(period(0)), lowest(null), lowest(period(0, 400)), lowest(period(0, 700))]).toEqual([
      [600, 100],
      [600, 100],
      [400, 100],
      [600, 100],
    ]);
    expect(lowest(period(0, 400, { changingPowerMinHw: 200 }))).toEqual([400, 200]);
  });

  it('is the minimum from changingSoc on, until the state of charge is three points below', () => {
    const soc = period(0, 400, { changingPowerMinHw: 200, changingSoc: 80 });
    const above = (value: number | null, wasAboveSoc: boolean) => limitOf(soc, { ...gun, soc: value, wasAboveSoc }).isAboveSoc;
    expect([above(79, false), above(80, false), above(77, true), above(76, true), above(null, true)]).toEqual([false, true, true, false, false]);
    expect(lowest(soc, { soc: 80 })).toEqual([200, 200]);
  });
});
