import { describe, expect, it } from 'vitest';
import { admit } from './admit.ts';
import type { OrderFacts } from './merge.ts';
import {
  at,
  bill,
  byHand,
  command,
  does,
  ended,
  facts,
  gun,
  HOUR,
  mergeVerdict,
  afterHalfHour,
  MIN,
  orderNo,
  playEvents,
  endRecord,
  S,
  sample,
  sampled,
  settled,
  situation,
  START_METER,
  starting,
  startResult,
  T0,
} from './order.fixture.ts';
import { project } from './view.ts';

const slots = (...values: readonly number[]): readonly number[] => Array.from({ length: 48 }, (_, index) => values[index] ?? 0);

describe('an end record that cannot be used is refused and named', () => {
  it.each([
    ['of another pile', endRecord(), situation({ pile: { cpCode: 'CP0002' } }), 'order.otherPile', 3],
    ['of nobody', endRecord(), situation({ pile: { authenticated: false } }), 'device.unauthenticated', 1],
    ['over an old connection', endRecord(), situation({ pile: { epochIsCurrent: false } }), 'device.staleEpoch', 1],
    ['with a negative meter', endRecord({ startMeterDwh: -1 }), afterHalfHour, 'value.invalid', 1],
    ['with a fractional energy', endRecord({ energyDwh: 0.5 }), afterHalfHour, 'value.invalid', 1],
    ['with no number', endRecord({ stopMeterDwh: Number.NaN }), afterHalfHour, 'value.invalid', 1],
    ['with a negative amount', endRecord({ deviceAmountE4: [0, 0, 0, 0, -1] }), afterHalfHour, 'value.invalid', 1],
    ['that stops before it starts', endRecord({ stopAtMs: T0 + 30 * S - 1 }), afterHalfHour, 'record.stopBeforeStart', 1],
    ['whose meter runs backwards', endRecord({ stopMeterDwh: START_METER - 1 }), afterHalfHour, 'record.meterBackward', 1],
    ['whose slots miss 0.1 %', endRecord({ slotEnergyDwh: slots(199_799) }), afterHalfHour, 'record.slotsDisagree', 1],
    [
      'beyond the rated power',
      endRecord({ stopAtMs: T0 + 10 * MIN + 30 * S, energyDwh: 105_176, stopMeterDwh: START_METER + 105_176 }),
      at(T0 + 11 * MIN),
      'record.undeliverable',
      1,
    ],
  ] as const)('%s', (...[, event, when, refusal, answer]) => {
    const verdict = admit(sampled(), event, when);
    expect(verdict).toMatchObject({ ok: false, refusal, answer });
    expect(does(verdict)).toEqual([`exception:${refusal}`]);
  });

  it.each([
    ['with a negative meter', endRecord({ startMeterDwh: -1 }), 'valueInvalid'],
    ['with no instant', endRecord({ stopAtMs: Number.NaN }), 'valueInvalid'],
    ['that stops before it starts', endRecord({ stopAtMs: T0 + 30 * S - 1 }), 'stopBeforeStart'],
    ['whose meter runs backwards', endRecord({ stopMeterDwh: START_METER - 1 }), 'meterBackward'],
    ['whose slots miss 0.1 %', endRecord({ slotEnergyDwh: slots(199_799) }), 'slotsDisagree'],
    ['beyond the rated power', endRecord({ energyDwh: 900_000, stopMeterDwh: START_METER + 900_000 }), 'energyUndeliverable'],
  ] as const)('and its order waits at once for a better one or an operator: %s', (_name, event, says) => {
    const verdict = admit(sampled(), event, afterHalfHour);
    expect(verdict.facts).toMatchObject([{ kind: 'flagOpened', flag: 'recordRefused', detail: { says } }]);
    const set = mergeVerdict(sampled(), verdict);
    expect(project(set)).toMatchObject({ state: 9, abnormalReason: 'recordRefused', end: null });
    expect(admit(set, event, at(T0 + 2 * HOUR)).facts).toEqual([]);
  });

  it('an order that nobody let start, or that has ended, is none of its business', () => {
    const backward = endRecord({ stopMeterDwh: START_METER - 1 });
    expect(admit(facts(), backward, afterHalfHour).facts).toEqual([]);
    expect(admit(ended(), endRecord({ stopMeterDwh: START_METER - 1, digest: 'digest-b' }), afterHalfHour).facts).toEqual([]);
    expect(admit(settled(), endRecord({ stopMeterDwh: START_METER - 1, digest: 'digest-b' }), afterHalfHour).facts).toEqual([]);
  });

  it.each([
    ['slots within 0.1 %', endRecord({ slotEnergyDwh: slots(199_800) })],
    ['slots one unit off a small total', endRecord({ energyDwh: 10, stopMeterDwh: START_METER + 10, slotEnergyDwh: slots(11) })],
    // 60 kW for 10 min at 105 % is 105,000; the second that whole-second instants may hide adds 175.
    ['just what the rated power gives', endRecord({ stopAtMs: T0 + 10 * MIN + 30 * S, energyDwh: 105_175, stopMeterDwh: START_METER + 105_175 })],
    ['no time, one unit', endRecord({ stopAtMs: T0 + 30 * S, energyDwh: 1, stopMeterDwh: START_METER + 1 })],
  ])('but not with %s', (_name, event) => {
    expect(admit(sampled(), event, afterHalfHour)).toMatchObject({ ok: true, answer: 0 });
  });
});

describe('an end record with a doubt is taken and flagged', () => {
  const soft = (set: OrderFacts): readonly string[] => project(set).softFlags;

  it('a wrong clock: the time of receipt counts, the duration stays', () => {
    const verdict = admit(sampled(), endRecord({ startAtMs: T0 - 3 * HOUR, stopAtMs: T0 - 3 * HOUR + 29 * MIN }), afterHalfHour);
    const view = project(mergeVerdict(sampled(), verdict));
    expect(view.softFlags).toContain('clockOff');
    expect(view.end?.stopAtMs).toBe(T0 + 31 * MIN);
    expect(does(verdict)).toContain('exception:clockOff');
  });

  it('5 minutes off are none, and a stored record is late by nature', () => {
    expect(soft(mergeVerdict(sampled(), admit(sampled(), endRecord(), at(T0 + 35 * MIN))))).not.toContain('clockOff');
    expect(soft(mergeVerdict(sampled(), admit(sampled(), endRecord(), at(T0 + 35 * MIN + 1))))).toContain('clockOff');
    const stored = mergeVerdict(sampled(), admit(sampled(), endRecord({ fromStore: true }), at(T0 + 40 * HOUR)));
    expect([soft(stored), project(stored).end?.stopAtMs]).toEqual([[], T0 + 30 * MIN]);
    const unmarked = situation({ nowMs: T0 + 40 * HOUR, pile: { marksStored: false } });
    expect(soft(mergeVerdict(sampled(), admit(sampled(), endRecord(), unmarked)))).toEqual([]);
  });

  it('a record from the future has a wrong clock even when stored', () => {
    expect(soft(mergeVerdict(sampled(), admit(sampled(), endRecord({ fromStore: true }), at(T0 + 20 * MIN))))).toContain('clockOff');
  });

  it('a meter that does not continue where the last order stopped', () => {
    const gap = situation({ nowMs: T0 + 31 * MIN, lastStopMeterDwh: START_METER - 101 });
    expect(soft(mergeVerdict(sampled(), admit(sampled(), endRecord(), gap)))).toContain('meterGap');
    const none = situation({ nowMs: T0 + 31 * MIN, lastStopMeterDwh: START_METER - 100 });
    expect(soft(mergeVerdict(sampled(), admit(sampled(), endRecord(), none)))).toEqual([]);
  });

  it('another gun, and no start result', () => {
    const set = mergeVerdict(starting(), admit(starting(), endRecord({ gunNumber: 2 }), afterHalfHour));
    expect([project(set).state, soft(set)]).toEqual([3, ['missingStartResult', 'gunDiffers']]);
  });
});

describe('a record told again', () => {
  it('with the same digest does nothing', () => {
    const again = admit(ended(), endRecord(), at(T0 + 5 * HOUR));
    expect(again).toEqual({ ok: true, facts: [], effects: [], answer: 0 });
    expect(admit(settled(), endRecord(), at(T0 + 5 * HOUR))).toEqual(again);
  });

  it('as a recalled copy does nothing either', () => {
    expect(admit(settled(), endRecord({ orderType: 3, digest: 'other', fromStore: true, checkCode: 'absent' }), at(T0 + 5 * HOUR))).toEqual({
      ok: true,
      facts: [],
      effects: [],
      answer: 0,
    });
  });

  it('with other content is kept as a conflict, answered with success, and changes nothing', () => {
    const other = endRecord({ digest: 'digest-b', energyDwh: 150_000, stopMeterDwh: START_METER + 150_000 });
    const verdict = admit(ended(), other, afterHalfHour);
    expect([verdict.ok, verdict.answer, does(verdict)]).toEqual([true, 0, ['exception:endConflict']]);
    const set = mergeVerdict(ended(), verdict);
    expect(project(set)).toMatchObject({ state: 3, energyDwh: 200_000, conflictDigests: ['digest-b'] });
    expect(admit(set, other, afterHalfHour).facts).toEqual([]);
  });

  it('may be adopted by an operator, and then a settled order owes an adjustment, once', () => {
    const other = endRecord({ digest: 'digest-b', energyDwh: 150_000, stopMeterDwh: START_METER + 150_000 });
    const conflicting = mergeVerdict(settled(), admit(settled(), other, afterHalfHour));
    const adopted = admit(conflicting, { kind: 'adoptRecord', digest: 'digest-b', ...byHand }, afterHalfHour);
    expect(adopted.effects).toContainEqual({ do: 'adjust', basis: 'digest-b' });
    const set = mergeVerdict(conflicting, adopted);
    expect(project(set)).toMatchObject({ state: 4, energyDwh: 150_000, adjustDueBasis: 'digest-b' });
    const adjust = { kind: 'adjusted', basis: 'digest-b', outcome: 'booked', differenceCents: 1n, by: null, reason: null } as const;
    expect(admit(set, adjust, afterHalfHour)).toMatchObject({ ok: false, refusal: 'order.adjustmentAgainstCustomer' });
    expect(admit(set, { ...adjust, by: 'op1', reason: 'seen the meter' }, afterHalfHour).ok).toBe(true);
    const done = mergeVerdict(set, admit(set, { ...adjust, differenceCents: -250n }, afterHalfHour));
    expect(project(done).adjustDueBasis).toBeNull();
    expect(admit(done, adjust, afterHalfHour)).toMatchObject({ ok: false, refusal: 'order.adjustmentNotDue' });
    expect(admit(set, { kind: 'adoptRecord', digest: 'nothing', ...byHand }, afterHalfHour)).toMatchObject({
      ok: false,
      refusal: 'order.recordUnknown',
    });
  });

  it('may be left again for the first, and a difference against the customer may be declined', () => {
    const other = endRecord({ digest: 'digest-b', energyDwh: 250_000, stopMeterDwh: START_METER + 250_000 });
    const conflicting = mergeVerdict(settled(), admit(settled(), other, afterHalfHour));
    const adopt = (set: OrderFacts, digest: string, now: number) =>
      mergeVerdict(set, admit(set, { kind: 'adoptRecord', digest, ...byHand }, at(now)));
    expect(admit(conflicting, { kind: 'adoptRecord', digest: 'digest-a', ...byHand }, afterHalfHour)).toMatchObject({
      refusal: 'order.noOtherRecord',
    });
    const adjust = { kind: 'adjusted', basis: 'digest-b', outcome: 'booked', differenceCents: 5n, by: 'op1', reason: 'seen the meter' } as const;
    const adopted = adopt(conflicting, 'digest-b', T0 + 3 * HOUR);
    expect(admit(adopted, { ...adjust, reason: ' ' }, afterHalfHour)).toMatchObject({ ok: false, refusal: 'order.reasonMissing' });
    expect(admit(adopted, { ...adjust, differenceCents: null }, afterHalfHour)).toMatchObject({ ok: false, refusal: 'order.adjustmentUnknown' });
    expect(admit(adopted, { ...adjust, outcome: 'declined', differenceCents: -5n }, afterHalfHour)).toMatchObject({
      refusal: 'order.adjustmentForCustomer',
    });
    const booked = mergeVerdict(adopted, admit(adopted, adjust, at(T0 + 4 * HOUR)));
    const back = adopt(booked, 'digest-a', T0 + 5 * HOUR);
    expect(project(back)).toMatchObject({ energyDwh: 200_000, adjustDueBasis: 'digest-a' });
    const given = mergeVerdict(back, admit(back, { ...adjust, basis: 'digest-a', differenceCents: -5n, by: null, reason: null }, at(T0 + 6 * HOUR)));
    const again = adopt(given, 'digest-b', T0 + 7 * HOUR);
    expect(project(again).adjustDueBasis).toBe('digest-b');
    const declined = mergeVerdict(again, admit(again, { ...adjust, outcome: 'declined' }, at(T0 + 8 * HOUR)));
    expect(project(declined)).toMatchObject({ state: 4, adjustDueBasis: null });
  });

  it('with a wrong check code waits for a person; cleared, it settles by itself', () => {
    const verdict = admit(sampled(), endRecord({ checkCode: 'wrong' }), afterHalfHour);
    expect([verdict.answer, does(verdict)]).toEqual([0, ['exception:checkCode']]);
    const set = mergeVerdict(sampled(), verdict);
    expect(project(set)).toMatchObject({ state: 9, abnormalReason: 'checkCode', orderType: 4, settleDue: false });
    const cleared = admit(set, { kind: 'clearFlag', flag: 'checkCode', ...byHand }, afterHalfHour);
    expect([project(mergeVerdict(set, cleared)).state, does(cleared)]).toEqual([3, ['settle']]);
  });
});

describe('a late record', () => {
  const manual = (): OrderFacts =>
    playEvents(sampled(), [T0 + HOUR, { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 1n }]);

  it('after a manual end replaces the provisional figures', () => {
    expect(project(manual())).toMatchObject({ state: 3, energyDwh: 10_000, end: { by: 'manual' } });
    const set = mergeVerdict(manual(), admit(manual(), endRecord({ fromStore: true }), at(T0 + 2 * HOUR)));
    expect(project(set)).toMatchObject({ state: 3, energyDwh: 200_000, end: { by: 'device' }, adjustDueBasis: null });
  });

  it('after settlement asks for an adjustment and leaves the state', () => {
    const set = playEvents(manual(), [T0 + HOUR, { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } }]);
    const verdict = admit(set, endRecord({ fromStore: true }), at(T0 + 2 * HOUR));
    expect(does(verdict)).toEqual(['adjust']);
    expect(project(mergeVerdict(set, verdict))).toMatchObject({ state: 4, adjustDueBasis: 'digest-a', settled: { basis: 'manual' } });
  });
});

describe('samples', () => {
  it('only ever add', () => {
    const set = playEvents(sampled(), [T0 + 3 * MIN, sample(T0 + 90 * S, 5_000, { soc: 19 })]);
    expect(project(set)).toMatchObject({ energyDwh: 10_000, soc: 21, lastAtMs: T0 + 2 * MIN, heardMs: T0 + 3 * MIN });
  });

  it('without energy do not reset the total, and a meter alone is enough', () => {
    const { energyDwh: _energy, meterDwh: _meter, ...bare } = sample(T0 + 3 * MIN, 0);
    const set = playEvents(sampled(), [T0 + 3 * MIN, bare]);
    expect(project(set).energyDwh).toBe(10_000);
    const { energyDwh: _none, ...metered } = sample(T0 + 4 * MIN, 25_000);
    expect(project(playEvents(set, [T0 + 4 * MIN, metered])).energyDwh).toBe(25_000);
  });

  it('with a whole odometer as energy are refused; with one as meter, disbelieved', () => {
    expect(admit(sampled(), sample(T0 + 3 * MIN, 9_100_000), at(T0 + 3 * MIN))).toMatchObject({
      ok: false,
      refusal: 'sample.undeliverable',
      facts: [],
    });
    const set = playEvents(sampled(), [T0 + 3 * MIN, sample(T0 + 3 * MIN, 15_000, { meterDwh: 90_000_000 })]);
    expect(project(set)).toMatchObject({ energyDwh: 15_000, softFlags: ['meterImplausible'] });
  });

  it('of another gun or pile, or with nonsense, are refused', () => {
    expect(admit(sampled(), sample(T0 + 3 * MIN, 1, { gunNumber: 2 }), at(T0 + 3 * MIN))).toMatchObject({ refusal: 'order.otherGun', answer: 4 });
    expect(admit(sampled(), sample(T0 + 3 * MIN, -1), at(T0 + 3 * MIN))).toMatchObject({ refusal: 'value.invalid' });
    expect(admit(sampled(), sample(T0 + 3 * MIN, 1), situation({ pile: { cpCode: 'CP0009' } }))).toMatchObject({
      refusal: 'order.otherPile',
      answer: 3,
    });
  });

  it('after the end are telemetry; beyond its meter they alarm and stop', () => {
    const calm = admit(ended(), sample(T0 + 29 * MIN, 190_000), afterHalfHour);
    expect(does(calm)).toEqual([]);
    const growing = admit(ended(), sample(T0 + 31 * MIN, 200_101), afterHalfHour);
    expect(does(growing)).toEqual(['exception:energyAfterEnd', 'sendStop']);
    expect(project(mergeVerdict(ended(), growing))).toMatchObject({ state: 3, energyDwh: 200_000, softFlags: ['energyAfterEnd'] });
    expect(does(admit(ended(), sample(T0 + 31 * MIN, 200_100), afterHalfHour))).toEqual([]);
    const after = mergeVerdict(settled(), admit(settled(), sample(T0 + 32 * MIN, 201_000), at(T0 + 32 * MIN)));
    expect(project(after)).toMatchObject({ state: 4, energyDwh: 200_000 });
  });

  it('of a gun thought dead, while another order lives on it, do not bring the order back', () => {
    const timedOut = playEvents(starting(), [T0 + 62 * S, { kind: 'tick' }]);
    const verdict = admit(timedOut, sample(T0 + 3 * MIN, 5_000), situation({ nowMs: T0 + 3 * MIN, gunTaken: true }));
    expect(project(mergeVerdict(timedOut, verdict))).toMatchObject({ state: 9, abnormalReason: 'contradiction' });
    expect(does(verdict)).toEqual(['exception:contradiction', 'sendStop']);
  });
});

describe('a start', () => {
  it('that failed after current was seen, or the reverse, is a contradiction: stopped, hold kept', () => {
    const failed = startResult({ startResult: 161 });
    const first = playEvents(starting(), [T0 + 40 * S, failed]);
    const flowing = admit(first, sample(T0 + 2 * MIN, 10_000), at(T0 + 2 * MIN));
    expect(does(flowing)).toEqual(['exception:contradiction', 'sendStop']);
    const reverse = playEvents(starting(), [T0 + 2 * MIN, sample(T0 + 2 * MIN, 10_000)]);
    const failing = admit(reverse, failed, at(T0 + 3 * MIN));
    expect(does(failing)).toEqual(['exception:contradiction', 'sendStop']);
    for (const set of [mergeVerdict(first, flowing), mergeVerdict(reverse, failing)])
      expect(project(set)).toMatchObject({ state: 9, abnormalReason: 'contradiction', settleDue: false });
  });

  it('that failed after a sample without current is a plain failure', () => {
    const set = playEvents(starting(), [T0 + 35 * S, sample(T0 + 35 * S, 0)], [T0 + 40 * S, startResult({ startResult: 3 })]);
    expect(project(set)).toMatchObject({ state: 3, startResult: 3, energyDwh: 0 });
  });

  it('never allowed is refused with "order status abnormal" and stopped', () => {
    for (const event of [startResult(), sample(T0 + 40 * S, 100)]) {
      const verdict = admit(facts(), event, at(T0 + 40 * S));
      expect(verdict).toMatchObject({ ok: false, refusal: 'order.notCommanded', answer: 5 });
      expect(does(verdict)).toEqual(['exception:order.notCommanded', 'sendStop']);
      expect(project(mergeVerdict(facts(), verdict)).state).toBe(0);
    }
  });

  it('accepted after its deadline is stopped at once and shown as abnormal', () => {
    const verdict = admit(starting(), { kind: 'startReply', commandId: 'C000000000000001', result: 0 }, at(T0 + 61 * S + 1));
    expect(does(verdict)).toEqual(['exception:lateStart', 'exception:startTimeout', 'queryStatus', 'sendStop']);
    expect(project(mergeVerdict(starting(), verdict))).toMatchObject({
      state: 9,
      abnormalReason: 'startTimeout',
      pendingStop: { cause: 'lateStart' },
    });
  });

  it('made after its deadline by the clocks of both is stopped, and waits for its record', () => {
    const verdict = admit(starting(), startResult({ startAtMs: T0 + 62 * S }), at(T0 + 63 * S));
    const set = mergeVerdict(starting(), verdict);
    expect(project(set)).toMatchObject({ state: 9, abnormalReason: 'lateStart' });
    expect(does(verdict)).toEqual(['exception:lateStart', 'sendStop']);
    expect(project(playEvents(set, [T0 + 30 * MIN, endRecord({ startAtMs: T0 + 62 * S })])).state).toBe(3);
  });

  it('accepted in time may take its time', () => {
    const accepted = playEvents(starting(), [T0 + 3 * S, { kind: 'startReply', commandId: 'C000000000000001', result: 0 }]);
    expect(project(playEvents(accepted, [T0 + 150 * S, { kind: 'tick' }])).state).toBe(6);
    expect(project(playEvents(accepted, [T0 + 151 * S, { kind: 'tick' }])).state).toBe(9);
  });

  it('after a cancellation is stopped, and billed by its record', () => {
    const cancelled = playEvents(facts(command()), [T0 + 61 * S, { kind: 'tick' }]);
    const verdict = admit(cancelled, startResult(), at(T0 + 62 * S));
    expect(does(verdict)).toEqual(['exception:startAfterEnd', 'sendStop']);
    expect(project(mergeVerdict(cancelled, verdict)).state).toBe(3);
  });

  it('answered for an unknown command is counted and ignored', () => {
    expect(admit(starting(), { kind: 'startReply', commandId: 'other', result: 0 }, at(T0 + 3 * S))).toMatchObject({
      ok: false,
      refusal: 'command.unknown',
      facts: [],
      effects: [{ do: 'count', counter: 'unknownReply' }],
    });
  });

  it('is evident when the gun says it charges this order', () => {
    const timedOut = playEvents(starting(), [T0 + 62 * S, { kind: 'tick' }]);
    expect(project(playEvents(timedOut, [T0 + 70 * S, gun(6, T0 + 70 * S, { chargingOrderNo: 'another' })])).state).toBe(9);
    expect(project(playEvents(timedOut, [T0 + 70 * S, gun(6, T0 + 70 * S, { chargingOrderNo: orderNo })])).state).toBe(2);
  });
});
