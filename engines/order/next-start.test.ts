import { describe, expect, it } from 'vitest';
import { admit, type OrderEvent } from './admit.ts';
import type { OrderFacts } from './merge.ts';
import {
  at,
  charging,
  command,
  does,
  ended,
  facts,
  gun,
  mergeVerdict,
  MIN,
  playEvents,
  endRecord,
  S,
  sample,
  sampled,
  situation,
  starting,
  startResult,
  T0,
} from './order.fixture.ts';
import { nextWakeMs } from './next-tick.ts';
import { project } from './view.ts';

const next = (atMs: number, isAnew = false): OrderEvent => ({ kind: 'nextStart', atMs, isAnew });
const resting = (state: number): OrderFacts => playEvents(sampled(), [T0 + 5 * MIN, gun(state, T0 + 5 * MIN)]);
const other = (nowMs: number) => situation({ nowMs, gunTaken: true });

describe('the next start on the gun of an order', () => {
  it.each([2, 3, 7, 8])('ends the wait for its record where the gun is at rest (state %i)', (state) => {
    const verdict = admit(resting(state), next(T0 + 6 * MIN), at(T0 + 6 * MIN));
    expect(verdict.facts).toMatchObject([{ flag: 'endMissing', detail: { says: 'nextStart' } }]);
    expect(does(verdict)).toEqual(['exception:endMissing', 'queryStatus', 'recall']);
    expect(project(mergeVerdict(resting(state), verdict))).toMatchObject({ state: 9, abnormalReason: 'endMissing' });
  });

  it('ends it where the pile has booted, also by a fast clock of the pile', () => {
    const fast = playEvents(charging(), [T0 + 2 * MIN, sample(T0 + 5 * MIN, 10_000)], [T0 + 3 * MIN, { kind: 'pileBoot', atMs: T0 + 3 * MIN }]);
    expect(project(mergeVerdict(fast, admit(fast, next(T0 + 4 * MIN), at(T0 + 4 * MIN)))).state).toBe(9);
    expect(project(playEvents(fast, [T0 + 3 * MIN + 30 * S, { kind: 'tick' }])).state).toBe(9);
  });

  it('leaves a gun alone that is charging, and an order that has ended or only starts', () => {
    expect(admit(sampled(), next(T0 + 6 * MIN), at(T0 + 6 * MIN)).facts).toEqual([]);
    expect(admit(ended(), next(T0 + 40 * MIN, true), at(T0 + 40 * MIN)).facts).toEqual([]);
    expect(admit(starting(), next(T0 + 30 * S), at(T0 + 30 * S)).facts).toEqual([]);
  });

  it('of the same party takes its place, whatever the gun has told', () => {
    const after = (set: OrderFacts) => project(playEvents(set, [T0 + 6 * MIN, next(T0 + 6 * MIN, true)]));
    expect(after(sampled())).toMatchObject({ state: 9, abnormalReason: 'endMissing' });
    expect(after(starting())).toMatchObject({ state: 9, abnormalReason: 'startTimeout' });
    expect(after(facts(command()))).toMatchObject({ state: 3, end: { by: 'cancelled' } });
  });

  it('is none where it is the start that is known, told in other words', () => {
    expect(admit(sampled(), next(T0 + 30 * S, true), at(T0 + 6 * MIN)).facts).toEqual([]);
    expect(admit(sampled(), next(T0 + 31 * S, true), at(T0 + 6 * MIN)).facts).toHaveLength(1);
  });

  it('is followed by a late record, which settles the order before', () => {
    const given = playEvents(resting(2), [T0 + 6 * MIN, next(T0 + 6 * MIN)]);
    const verdict = admit(given, endRecord({ stopAtMs: T0 + 5 * MIN + 1 * S, energyDwh: 20_000, stopMeterDwh: 1_020_000 }), other(T0 + 8 * MIN));
    expect(does(verdict)).toEqual(['settle']);
    expect(project(mergeVerdict(given, verdict)).state).toBe(3);
  });

  it('is not contradicted by the last sample of the charge before', () => {
    const given = playEvents(resting(2), [T0 + 5 * MIN + 2 * S, next(T0 + 5 * MIN + 2 * S)]);
    const last = admit(given, sample(T0 + 5 * MIN + 3 * S, 12_000), other(T0 + 8 * MIN));
    expect(does(last)).toEqual([]);
    expect(project(mergeVerdict(given, last)).state).toBe(9);
  });
});

describe('a gun at rest', () => {
  const dueMs = (...states: readonly (readonly [number, number])[]) =>
    project(playEvents(sampled(), ...states.map(([state, atMs]) => [atMs, gun(state, atMs)] as const))).recordDueMs;

  it('owes the record sooner when it is free', () => {
    expect(dueMs([7, T0 + 5 * MIN])).toBe(T0 + 15 * MIN);
    expect(dueMs([7, T0 + 5 * MIN], [2, T0 + 6 * MIN])).toBe(T0 + 6 * MIN + 30 * S);
    expect(dueMs([7, T0 + 5 * MIN], [2, T0 + 5 * MIN])).toBe(T0 + 5 * MIN + 30 * S);
    expect(dueMs([2, T0 + 5 * MIN], [7, T0 + 5 * MIN])).toBe(T0 + 5 * MIN + 30 * S);
    expect(dueMs([7, T0 + 5 * MIN], [2, T0 + 20 * MIN])).toBe(T0 + 15 * MIN);
  });

  it('stays at rest though the last sample came a moment after it', () => {
    const late = (ms: number) => project(playEvents(resting(2), [T0 + 5 * MIN + ms, sample(T0 + 5 * MIN + ms, 11_000)])).quietSinceMs;
    expect([late(1 * S), late(4 * S), late(5 * S)]).toEqual([T0 + 5 * MIN, T0 + 5 * MIN, null]);
  });

  it('before its start was never at rest', () => {
    const set = playEvents(starting(), [T0 + 29 * S, gun(3, T0 + 29 * S)], [T0 + 40 * S, startResult()], [T0 + 41 * S, sample(T0 + 31 * S, 10)]);
    expect(project(set).quietSinceMs).toBeNull();
  });
});

describe('a start that is never answered', () => {
  const dueMs = T0 + 61 * S;
  const timedOut = (): OrderFacts => playEvents(starting(), [T0 + 62 * S, { kind: 'tick' }]);
  const looks = (...states: readonly (number | null)[]): OrderFacts =>
    states.reduce<OrderFacts>((set, gunWorkStat) => {
      const atMs = nextWakeMs(project(set), { liveEpoch: 1, offlineSinceMs: null }) ?? NaN;
      return mergeVerdict(set, admit(set, { kind: 'tick' }, at(atMs, { gunWorkStat })));
    }, timedOut());
  const [IDLE, PLUGGED, CHARGING, ENDED, FAULT] = [2, 3, 6, 7, 9];

  it('is given up when the gun is found at rest, and is asked about until then', () => {
    expect(project(starting()).unanswered).toBeNull();
    expect(project(timedOut()).unanswered).toEqual({ lookAtMs: dueMs + 3 * MIN, giveUpMs: dueMs + 24 * 60 * MIN, mayHaveCharged: false });
    for (const state of [IDLE, PLUGGED])
      expect(project(looks(FAULT, null, state))).toMatchObject({ state: 3, end: { by: 'cancelled', energyDwh: 0 } });
    expect(project(looks(FAULT, null)).unanswered).toMatchObject({ lookAtMs: dueMs + 9 * MIN, mayHaveCharged: false });
    expect(does(admit(timedOut(), { kind: 'tick' }, at(dueMs + 3 * MIN)))).toEqual(['queryStatus']);
    expect(does(admit(timedOut(), { kind: 'tick' }, at(dueMs + 2 * MIN)))).toEqual([]);
  });

  it('is not given up by a gun at rest that was found at work before, but after a day', () => {
    for (const state of [CHARGING, ENDED]) {
      const set = looks(state, IDLE);
      expect(project(set)).toMatchObject({ state: 9, unanswered: { mayHaveCharged: true } });
      expect(project(playEvents(set, [dueMs + 24 * 60 * MIN, { kind: 'tick' }]))).toMatchObject({ state: 3, abnormalReason: null });
    }
  });

  it('is given up when another order is at the gun', () => {
    const verdict = admit(timedOut(), { kind: 'tick' }, at(dueMs + 3 * MIN, { gunWorkStat: CHARGING, gunTaken: true }));
    expect(does(verdict)).toEqual(['releaseHold', 'settle']);
  });

  it('and a charge that begins after all is stopped, and billed by its record', () => {
    const late = playEvents(looks(PLUGGED), [T0 + 20 * MIN, startResult({ startAtMs: T0 + 20 * MIN })]);
    expect(project(late)).toMatchObject({ state: 9, abnormalReason: 'lateStart', pendingStop: { cause: 'startAfterEnd' } });
    const [startAtMs, stopAtMs] = [T0 + 20 * MIN, T0 + 21 * MIN];
    expect(project(playEvents(late, [stopAtMs, endRecord({ startAtMs, stopAtMs, energyDwh: 1_000 })])).end).toMatchObject({ by: 'device' });
  });
});

describe('a pile that boots', () => {
  const boot = (atMs: number): OrderEvent => ({ kind: 'pileBoot', atMs });

  it('has forgotten what it was told to start, until it tells that it started', () => {
    const booted = playEvents(starting(), [T0 + 20 * S, boot(T0 + 20 * S)]);
    expect(project(booted)).toMatchObject({ state: 9, abnormalReason: 'startTimeout' });
    expect(project(playEvents(booted, [T0 + 40 * S, startResult()])).state).toBe(2);
  });

  it('knows what it is told afterwards', () => {
    expect(admit(starting(), boot(T0 + 1 * S), at(T0 + 1 * S)).facts).toEqual([]);
    expect(admit(facts(command()), boot(T0 + 20 * S), at(T0 + 20 * S)).facts).toEqual([]);
  });
});
