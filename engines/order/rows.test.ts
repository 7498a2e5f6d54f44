import { describe, expect, it } from 'vitest';
import { admit, type OrderEvent } from './admit.ts';
import type { OrderState } from './codes.ts';
import type { OrderFacts } from './merge.ts';
import {
  at,
  bill,
  byHand,
  charging,
  command,
  does,
  ended,
  facts,
  gun,
  HOUR,
  mergeVerdict,
  afterHalfHour,
  MIN,
  party,
  playEvents,
  endRecord,
  S,
  sample,
  settled,
  situation,
  starting,
  startResult,
  T0,
} from './order.fixture.ts';
import { statePath } from './path.ts';
import type { Situation } from './situation.ts';
import { isAllowed, transitions } from './transitions.ts';
import { project } from './view.ts';

const reserving = (): OrderFacts => facts({ kind: 'reserved', atMs: T0, reservationOrderNo: 'R1', untilMs: T0 + 30 * MIN });
const missing = (): OrderFacts => playEvents(charging(), [T0 + 5 * MIN, gun(2, T0 + 5 * MIN)], [T0 + 16 * MIN, { kind: 'tick' }]);
const flagged = (): OrderFacts => playEvents(ended(), [T0 + 31 * MIN, { kind: 'settle', billed: null }]);
const timedOut = (): OrderFacts => playEvents(starting(), [T0 + 62 * S, { kind: 'tick' }]);
const start: OrderEvent = { kind: 'start', by: 'command', commandId: 'C000000000000001', deadlineMs: T0 + 40 * S, party };
const reserve: OrderEvent = {
  kind: 'reserve',
  reservationOrderNo: 'R1',
  fromMs: T0,
  untilMs: T0 + 30 * MIN,
  payByMs: null,
  canBeReservation: true,
  confEnabled: true,
  slotFree: true,
};
const manualEnd: OrderEvent = { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 10_000n };
const refunding = (): OrderFacts =>
  playEvents(settled(), [
    T0 + HOUR,
    { kind: 'requestRefund', refundId: 'F1', purpose: 'prepaidRest', amountCents: 500n, paidCents: 1500n, billedCents: 1000n },
  ]);

interface Row {
  readonly row: number;
  readonly name: string;
  readonly before: () => OrderFacts;
  readonly event: OrderEvent;
  readonly when: Situation;
  readonly from: OrderState;
  readonly to: OrderState;
  readonly effects: readonly string[];
}

const rows: readonly Row[] = [
  { row: 2, name: 'reservation', before: () => facts(), event: reserve, when: at(T0 + S), from: 0, to: 1, effects: ['startOccupancy'] },
  { row: 3, name: 'arrival', before: reserving, event: start, when: at(T0 + S), from: 1, to: 6, effects: ['sendStart', 'fixOccupancy'] },
  {
    row: 4,
    name: 'reservation cancelled',
    before: reserving,
    event: { kind: 'cancel', cause: 'user', by: 'u1' },
    when: at(T0 + MIN),
    from: 1,
    to: 3,
    effects: ['fixOccupancy', 'releaseHold', 'settle'],
  },
  {
    row: 4,
    name: 'reservation expired',
    before: reserving,
    event: { kind: 'tick' },
    when: at(T0 + 30 * MIN),
    from: 1,
    to: 3,
    effects: ['fixOccupancy', 'releaseHold', 'settle'],
  },
  { row: 5, name: 'start command', before: () => facts(), event: start, when: at(T0 + S), from: 0, to: 6, effects: ['sendStart'] },
  { row: 5, name: 'start by answer', before: () => facts(), event: { ...start, by: 'answer' }, when: at(T0 + S), from: 0, to: 6, effects: [] },
  {
    row: 6,
    name: 'cancelled',
    before: () => facts(),
    event: { kind: 'cancel', cause: 'user', by: 'u1' },
    when: at(T0 + S),
    from: 0,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  {
    row: 6,
    name: 'unpaid',
    before: () => facts(),
    event: { kind: 'tick' },
    when: at(T0 + 15 * MIN),
    from: 0,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  { row: 7, name: 'start result', before: starting, event: startResult(), when: at(T0 + 40 * S), from: 6, to: 2, effects: [] },
  { row: 7, name: 'first sample', before: starting, event: sample(T0 + 45 * S, 500), when: at(T0 + 46 * S), from: 6, to: 2, effects: [] },
  {
    row: 8,
    name: 'start failed',
    before: starting,
    event: startResult({ startResult: 161 }),
    when: at(T0 + 40 * S),
    from: 6,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  {
    row: 8,
    name: 'command refused',
    before: starting,
    event: { kind: 'startReply', commandId: 'C000000000000001', result: 1 },
    when: at(T0 + 3 * S),
    from: 6,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  {
    row: 8,
    name: 'never sent',
    before: () => facts(command()),
    event: { kind: 'tick' },
    when: at(T0 + 61 * S),
    from: 6,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  {
    row: 8,
    name: 'failure after the deadline',
    before: timedOut,
    event: startResult({ startResult: 2 }),
    when: at(T0 + 2 * MIN),
    from: 9,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  {
    row: 8,
    name: 'never answered, and the gun is at rest',
    before: timedOut,
    event: { kind: 'tick' },
    when: at(T0 + 5 * MIN, { gunWorkStat: 3 }),
    from: 9,
    to: 3,
    effects: ['releaseHold', 'settle'],
  },
  {
    row: 9,
    name: 'no answer',
    before: starting,
    event: { kind: 'tick' },
    when: at(T0 + 61 * S),
    from: 6,
    to: 9,
    effects: ['exception:startTimeout', 'queryStatus'],
  },
  { row: 10, name: 'sample', before: charging, event: sample(T0 + 2 * MIN, 10_000), when: at(T0 + 2 * MIN), from: 2, to: 2, effects: [] },
  {
    row: 11,
    name: 'stop',
    before: charging,
    event: { kind: 'stop', cause: 'user', by: 'u1' },
    when: at(T0 + 2 * MIN),
    from: 2,
    to: 2,
    effects: ['sendStop'],
  },
  { row: 12, name: 'record while charging', before: charging, event: endRecord(), when: afterHalfHour, from: 2, to: 3, effects: ['settle'] },
  {
    row: 12,
    name: 'record while starting',
    before: starting,
    event: endRecord(),
    when: afterHalfHour,
    from: 6,
    to: 3,
    effects: ['exception:missingStartResult', 'settle'],
  },
  {
    row: 12,
    name: 'record while created',
    before: () => facts(),
    event: endRecord(),
    when: afterHalfHour,
    from: 0,
    to: 3,
    effects: ['exception:missingStartResult', 'settle'],
  },
  {
    row: 12,
    name: 'record while reserved',
    before: reserving,
    event: endRecord(),
    when: afterHalfHour,
    from: 1,
    to: 3,
    effects: ['exception:missingStartResult', 'fixOccupancy', 'settle'],
  },
  {
    row: 12,
    name: 'recalled record',
    before: missing,
    event: endRecord({ orderType: 3, fromStore: true }),
    when: afterHalfHour,
    from: 9,
    to: 3,
    effects: ['settle'],
  },
  {
    row: 13,
    name: 'end missing',
    before: () => playEvents(charging(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)]),
    event: { kind: 'tick' },
    when: at(T0 + 15 * MIN),
    from: 2,
    to: 9,
    effects: ['exception:endMissing', 'queryStatus', 'recall'],
  },
  {
    row: 13,
    name: 'rebooted',
    before: () => playEvents(charging(), [T0 + 5 * MIN, { kind: 'pileBoot', atMs: T0 + 5 * MIN }]),
    event: { kind: 'tick' },
    when: at(T0 + 15 * MIN),
    from: 2,
    to: 9,
    effects: ['exception:endMissing', 'queryStatus', 'recall'],
  },
  {
    row: 14,
    name: 'manual end of a missing end',
    before: missing,
    event: manualEnd,
    when: at(T0 + HOUR),
    from: 9,
    to: 3,
    effects: ['settle', 'sendStop'],
  },
  {
    row: 14,
    name: 'manual end while charging',
    before: charging,
    event: manualEnd,
    when: at(T0 + HOUR),
    from: 2,
    to: 3,
    effects: ['settle', 'sendStop'],
  },
  {
    row: 14,
    name: 'manual end while starting',
    before: starting,
    event: manualEnd,
    when: at(T0 + HOUR),
    from: 6,
    to: 3,
    effects: ['settle', 'sendStop'],
  },
  {
    row: 15,
    name: 'settle',
    before: ended,
    event: { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } },
    when: afterHalfHour,
    from: 3,
    to: 4,
    effects: ['bookSettlement'],
  },
  {
    row: 16,
    name: 'settle refused',
    before: ended,
    event: { kind: 'settle', billed: null },
    when: afterHalfHour,
    from: 3,
    to: 9,
    effects: ['exception:noTariff'],
  },
  {
    row: 17,
    name: 'manual settle',
    before: flagged,
    event: { kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n },
    when: afterHalfHour,
    from: 9,
    to: 4,
    effects: ['bookSettlement'],
  },
  { row: 18, name: 'evidence of charging', before: timedOut, event: startResult(), when: at(T0 + 2 * MIN), from: 9, to: 2, effects: [] },
  {
    row: 19,
    name: 'refunded',
    before: refunding,
    event: { kind: 'refundResult', refundId: 'F1', succeeded: true },
    when: afterHalfHour,
    from: 4,
    to: 5,
    effects: [],
  },
  {
    row: 20,
    name: 'soft delete',
    before: settled,
    event: { kind: 'delete', by: 'op1', hasOpenInvoice: false },
    when: afterHalfHour,
    from: 4,
    to: 4,
    effects: [],
  },
];

describe('each row of the table', () => {
  it.each(rows)('$row $name: $from to $to', ({ before, event, when, from, to, effects }) => {
    const set = before();
    expect(project(set).state).toBe(from);
    const verdict = admit(set, event, when);
    expect(project(mergeVerdict(set, verdict)).state).toBe(to);
    expect(does(verdict)).toEqual(effects);
    for (const step of statePath(set, verdict.facts)) expect(isAllowed(step.from, step.to)).toBe(true);
  });

  it('has an example of every row, and every source state of it', () => {
    const shown = new Set(rows.map(({ row, from }) => `${row}:${from}`));
    const wanted = transitions.filter(({ row }) => row !== 1 && row !== 21).flatMap(({ row, from }) => from.map((state) => `${row}:${state}`));
    const elsewhere = new Set(['11:6', '11:9', '20:5']);
    expect(wanted.filter((name) => !shown.has(name) && !elsewhere.has(name))).toEqual([]);
  });

  it('11 stops a starting and an abnormal order too', () => {
    for (const set of [starting(), missing(), timedOut()])
      expect(does(admit(set, { kind: 'stop', cause: 'operator', by: 'op1' }, at(T0 + HOUR)))).toContain('sendStop');
  });

  it('13 gives an order up 48 hours after its pile went silent, not before', () => {
    const offline = (nowMs: number): Situation => situation({ nowMs, pile: { liveEpoch: null, offlineSinceMs: T0 + HOUR } });
    expect(admit(charging(), { kind: 'tick' }, offline(T0 + 49 * HOUR - 1)).facts.filter(({ kind }) => kind === 'flagOpened')).toEqual([]);
    expect(project(mergeVerdict(charging(), admit(charging(), { kind: 'tick' }, offline(T0 + 49 * HOUR)))).abnormalReason).toBe('endMissing');
  });

  it('19 waits for the last refund under way', () => {
    const two = playEvents(refunding(), [
      T0 + HOUR,
      { kind: 'requestRefund', refundId: 'F2', purpose: 'goodwill', amountCents: 100n, paidCents: 1500n, billedCents: 1000n },
    ]);
    const first = playEvents(two, [T0 + HOUR, { kind: 'refundResult', refundId: 'F1', succeeded: true }]);
    expect([project(first).state, project(first).refunds.stat]).toEqual([4, 'pending']);
    expect(project(playEvents(first, [T0 + HOUR, { kind: 'refundResult', refundId: 'F2', succeeded: false }])).state).toBe(5);
  });

  it('20 hides a refunded order too', () => {
    const refunded = playEvents(refunding(), [T0 + HOUR, { kind: 'refundResult', refundId: 'F1', succeeded: true }]);
    expect(project(playEvents(refunded, [T0 + HOUR, { kind: 'delete', by: 'op1', hasOpenInvoice: false }]))).toMatchObject({
      state: 5,
      isDelete: true,
    });
  });
});
