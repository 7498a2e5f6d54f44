import { describe, expect, it } from 'vitest';
import { admit } from './admit.ts';
import { laterFacts } from './merge.ts';
import type { OrderFacts } from './merge.ts';
import {
  at,
  bill,
  byHand,
  does,
  ended,
  facts,
  gun,
  HOUR,
  mergeVerdict,
  afterHalfHour,
  MIN,
  playEvents,
  endRecord,
  S,
  sample,
  sampled,
  situation,
  START_METER,
  starting,
  startResult,
  T0,
} from './order.fixture.ts';
import { project } from './view.ts';

describe('witnesses against each other', () => {
  const endMissing = (): OrderFacts => playEvents(sampled(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)], [T0 + 16 * MIN, { kind: 'tick' }]);

  it('only a sample newer than the rest brings an order of missing end back', () => {
    const old = situation({ nowMs: T0 + 17 * MIN, pile: { marksStored: false } });
    expect(project(mergeVerdict(endMissing(), admit(endMissing(), sample(T0 + 5 * MIN - 1, 12_000), old))).state).toBe(9);
    expect(project(playEvents(endMissing(), [T0 + 17 * MIN, sample(T0 + 17 * MIN, 12_000)]))).toMatchObject({ state: 2, quietSinceMs: null });
  });

  it('a late sample older than the rest leaves the clock of the missing end running', () => {
    const resting = playEvents(sampled(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)]);
    expect(project(playEvents(resting, [T0 + 6 * MIN, sample(T0 + 4 * MIN, 12_000)])).quietSinceMs).toBe(T0 + 5 * MIN);
    expect(project(playEvents(resting, [T0 + 6 * MIN, sample(T0 + 6 * MIN, 12_000)])).quietSinceMs).toBeNull();
  });

  it('a gun seen at rest again adds nothing', () => {
    const set = playEvents(sampled(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)]);
    expect(project(set).quietSinceMs).toBe(T0 + 5 * MIN);
    expect(admit(set, gun(7, T0 + 6 * MIN), at(T0 + 6 * MIN)).facts).toEqual([]);
    expect(admit(ended(), gun(7, T0 + 32 * MIN), at(T0 + 32 * MIN)).facts).toEqual([]);
  });

  it('of rest and absence, the earlier decides', () => {
    const set = playEvents(sampled(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)]);
    const away = (offlineSinceMs: number, nowMs: number) =>
      admit(set, { kind: 'tick' }, situation({ nowMs, pile: { liveEpoch: null, offlineSinceMs } }));
    expect(away(T0 + 6 * MIN, T0 + 15 * MIN).facts).toMatchObject([{ flag: 'endMissing', detail: { says: 'gunAtRest' } }]);
    expect(away(T0 - 48 * HOUR + 8 * MIN, T0 + 8 * MIN).facts).toMatchObject([{ flag: 'endMissing', detail: { says: 'pileOffline' } }]);
  });

  const backward = endRecord({ startMeterDwh: START_METER, stopMeterDwh: START_METER - 1, stopAtMs: T0 + 5 * MIN });
  const unbelieved = (): OrderFacts => playEvents(sampled(), [T0 + 5 * MIN, backward]);

  it('a record that is not believed is outdated by one that is, whichever comes first', () => {
    const good = endRecord({ digest: 'digest-b', energyDwh: 50_000, stopMeterDwh: START_METER + 50_000, stopAtMs: T0 + 6 * MIN });
    expect(project(unbelieved())).toMatchObject({ state: 9, abnormalReason: 'recordRefused' });
    const mended = admit(unbelieved(), good, at(T0 + 7 * MIN));
    expect([project(mergeVerdict(unbelieved(), mended)).state, does(mended)]).toEqual([3, ['settle']]);
    expect(project(playEvents(sampled(), [T0 + 7 * MIN, good], [T0 + 8 * MIN, backward])).state).toBe(3);
  });

  it('an operator ends it by what was metered', () => {
    const end = {
      kind: 'manualEnd',
      ...byHand,
      gunChargingHeardMs: T0 + 6 * MIN,
      provisionalCents: 1n,
      secondPersonAboveCents: 100n,
    } as const;
    expect(project(playEvents(unbelieved(), [T0 + 7 * MIN, end]))).toMatchObject({ state: 3, energyDwh: 10_000 });
  });

  it('only current that goes on after it brings its order back', () => {
    const state = (atMs: number, energyDwh: number): number => project(playEvents(unbelieved(), [T0 + 6 * MIN, sample(atMs, energyDwh)])).state;
    expect([state(T0 + 4 * MIN, 20_000), state(T0 + 6 * MIN, 0), state(T0 + 6 * MIN, 20_000)]).toEqual([9, 9, 2]);
  });

  it('a record that is not believed leaves no other owed, no limit to reach, and the stop before it obeyed', () => {
    const rested = playEvents(
      unbelieved(),
      [T0 + 6 * MIN, gun(7, T0 + 6 * MIN)],
      [T0 + 20 * MIN, { kind: 'tick' }],
      [T0 + 50 * HOUR, { kind: 'tick' }],
    );
    expect(project(rested)).toMatchObject({ state: 9, openFlags: ['recordRefused'], pendingStop: null });
    const stopped = playEvents(sampled(), [T0 + 4 * MIN, { kind: 'stop', cause: 'user', by: 'u' }]);
    expect(project(stopped).pendingStop).not.toBeNull();
    expect(project(playEvents(stopped, [T0 + 5 * MIN, backward])).pendingStop).toBeNull();
    expect(project(playEvents(stopped, [T0 + 5 * MIN, backward], [T0 + 6 * MIN, sample(T0 + 6 * MIN, 20_000)])).pendingStop).not.toBeNull();
  });

  it('a manual end settles a contradiction', () => {
    const set = playEvents(starting(), [T0 + 40 * S, startResult({ startResult: 161 })], [T0 + 2 * MIN, sample(T0 + 2 * MIN, 10_000)]);
    expect(project(set).abnormalReason).toBe('contradiction');
    const end = { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 0n } as const;
    expect(project(playEvents(set, [T0 + HOUR, end]))).toMatchObject({ state: 3, energyDwh: 10_000 });
  });

  it('a cancelled order has no manual end, flagged or not', () => {
    const cancelled = playEvents(facts(), [T0 + S, { kind: 'cancel', cause: 'user', by: 'u' }], [T0 + 2 * S, { kind: 'settle', billed: null }]);
    expect(project(cancelled).state).toBe(9);
    const end = { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 0n } as const;
    expect(admit(cancelled, end, afterHalfHour)).toMatchObject({ refusal: 'order.alreadyEnded' });
  });

  it('a start after the manual end is stopped, one before it is only late', () => {
    const end = { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 0n } as const;
    const manual = playEvents(starting(), [T0 + HOUR, end]);
    expect(does(admit(manual, startResult({ startAtMs: T0 + HOUR + S }), at(T0 + HOUR + 2 * S)))).toContain('exception:startAfterEnd');
    expect(does(admit(manual, startResult({ fromStore: true }), at(T0 + HOUR + 2 * S)))).not.toContain('exception:startAfterEnd');
  });

  it('a consent after the deadline buys no time; "exists" is a consent', () => {
    const reply = (result: number) => ({ kind: 'startReply', commandId: 'C000000000000001', result }) as const;
    expect(project(playEvents(starting(), [T0 + 62 * S, reply(0)])).requestedStart).toMatchObject({ accepted: null, timeoutAtMs: T0 + 61 * S });
    expect(project(playEvents(starting(), [T0 + 61 * S, reply(2)])).requestedStart).toMatchObject({ accepted: true, timeoutAtMs: T0 + 151 * S });
    expect(project(playEvents(starting(), [T0 + 3 * S, reply(3)])).state).toBe(3);
  });

  it('a clock within tolerance makes no sample impossible', () => {
    expect(admit(starting(), sample(T0 - 4 * MIN, 5_000), at(T0 + MIN)).ok).toBe(true);
    expect(admit(starting(), sample(T0 - 4 * MIN, 11_000), at(T0 + MIN))).toMatchObject({ refusal: 'sample.undeliverable' });
  });

  it('the record settled on stays the one that counts', () => {
    const first = playEvents(ended(), [T0 + 31 * MIN, endRecord({ digest: 'digest-b', energyDwh: 150_000, stopMeterDwh: START_METER + 150_000 })]);
    const settled = {
      kind: 'settled',
      method: 'auto',
      basis: 'digest-b',
      by: null,
      secondBy: null,
      reason: null,
      atMs: T0 + 31 * MIN,
      ...bill,
    } as const;
    expect(project(facts(...laterFacts(first), settled))).toMatchObject({
      energyDwh: 150_000,
      adjustDueBasis: null,
      conflictDigests: ['digest-a'],
    });
  });
});
