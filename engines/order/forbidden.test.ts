import { describe, expect, it } from 'vitest';
import { admit, type OrderEvent } from './admit.ts';
import { orderFactsOf, type OrderFacts } from './merge.ts';
import {
  at,
  bill,
  byHand,
  charging,
  does,
  ended,
  facts,
  gun,
  HOUR,
  mergeVerdict,
  MIN,
  orderNo,
  party,
  playEvents,
  refusedStart,
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
import { isAllowed } from './transitions.ts';
import { project } from './view.ts';

const refunded = (): OrderFacts =>
  playEvents(
    settled(),
    [T0 + HOUR, { kind: 'requestRefund', refundId: 'F1', purpose: 'goodwill', amountCents: 500n, paidCents: 1000n, billedCents: 1000n }],
    [T0 + HOUR, { kind: 'refundResult', refundId: 'F1', succeeded: true }],
  );
const stages = {
  created: facts(),
  reserving: facts({ kind: 'reserved', atMs: T0, reservationOrderNo: 'R1', untilMs: T0 + 30 * MIN }),
  starting: starting(),
  charging: charging(),
  ended: ended(),
  settled: settled(),
  refunded: refunded(),
  missing: playEvents(charging(), [T0 + 5 * MIN, gun(2, T0 + 5 * MIN)], [T0 + 16 * MIN, { kind: 'tick' }]),
  refusedStart: orderFactsOf(refusedStart().facts) ?? facts(),
  orphanless: playEvents(ended(), [T0 + 31 * MIN, { kind: 'settle', billed: null }]),
};

/** Every event and action, including those that nobody should attempt. */
const events: readonly OrderEvent[] = [
  startResult(),
  startResult({ startResult: 161 }),
  sample(T0 + 2 * MIN, 10_000),
  sample(T0 + 50 * MIN, 900_000),
  gun(2, T0 + HOUR),
  gun(6, T0 + HOUR, { chargingOrderNo: orderNo }),
  endRecord(),
  endRecord({ digest: 'digest-b', stopReason: 160 }),
  endRecord({ checkCode: 'wrong', digest: 'digest-c', stopReason: 1 }),
  { kind: 'startReply', commandId: 'C000000000000001', result: 0 },
  { kind: 'startReply', commandId: 'C000000000000001', result: 1 },
  { kind: 'stopReply', result: 0 },
  { kind: 'pileBoot', atMs: T0 + HOUR },
  { kind: 'pileOnline' },
  { kind: 'nextStart', atMs: T0 + HOUR, isAnew: false },
  { kind: 'nextStart', atMs: T0 + HOUR, isAnew: true },
  { kind: 'tick' },
  { kind: 'startSending' },
  { kind: 'startUnsent' },
  {
    kind: 'reserve',
    reservationOrderNo: 'R1',
    fromMs: T0,
    untilMs: T0 + 9 * HOUR,
    payByMs: null,
    canBeReservation: true,
    confEnabled: true,
    slotFree: true,
  },
  { kind: 'start', by: 'command', commandId: 'C000000000000001', deadlineMs: T0 + HOUR + 50 * S, party },
  { kind: 'cancel', cause: 'operator', by: 'op1' },
  { kind: 'stop', cause: 'operator', by: 'op1' },
  { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 1n },
  { kind: 'settle', billed: null },
  { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } },
  { kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n },
  { kind: 'adoptRecord', digest: 'digest-b', ...byHand },
  { kind: 'assignParty', party, ...byHand },
  { kind: 'clearFlag', flag: 'checkCode', ...byHand },
  { kind: 'clearFlag', flag: 'endMissing', ...byHand },
  { kind: 'requestRefund', refundId: 'F1', purpose: 'goodwill', amountCents: 1n, paidCents: 1000n, billedCents: 1000n },
  { kind: 'refundResult', refundId: 'F1', succeeded: true },
  { kind: 'adjusted', basis: 'digest-b', outcome: 'booked', differenceCents: -1n, by: null, reason: null },
  { kind: 'delete', by: 'op1', hasOpenInvoice: false },
];

describe('no two events in a row', () => {
  it.each(Object.entries(stages))('lead an order that is %s off the table, or back', (_name, set) => {
    for (const first of events)
      for (const second of events) {
        let now = set;
        for (const event of [first, second]) {
          const verdict = admit(now, event, at(T0 + HOUR));
          const path = statePath(now, verdict.facts);
          for (const { from, to } of path) expect(isAllowed(from, to), `${from} to ${to} by ${first.kind}, ${second.kind}`).toBe(true);
          const before = project(now).state;
          now = mergeVerdict(now, verdict);
          // Each transition begins in the state in which the previous one ended.
          expect([before, ...path.map(({ to }) => to)]).toEqual([...path.map(({ from }) => from), project(now).state]);
        }
      }
  });
});

describe('forbidden', () => {
  const stateAfter = (set: OrderFacts, event: OrderEvent): number => project(mergeVerdict(set, admit(set, event, at(T0 + HOUR)))).state;

  it('3 to 2 by a late sample, start result or status', () => {
    for (const event of [sample(T0 + 2 * MIN, 10_000), startResult(), gun(6, T0 + 2 * MIN, { chargingOrderNo: orderNo })])
      expect(stateAfter(ended(), event)).toBe(3);
  });

  it('4 to 3, or to 9, or a second settlement', () => {
    for (const event of events.filter(({ kind }) => kind !== 'refundResult')) expect(stateAfter(settled(), event)).toBe(4);
    expect(admit(settled(), { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } }, at(T0 + HOUR))).toMatchObject({
      refusal: 'order.alreadySettled',
      effects: [],
    });
    expect(admit(settled(), { kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n }, at(T0 + HOUR))).toMatchObject({
      refusal: 'order.alreadySettled',
      effects: [],
    });
  });

  it('5 to anything', () => {
    for (const event of events) expect(stateAfter(refunded(), event)).toBe(5);
  });

  it('0 or 1 to 2 without a start command, or by another pile or gun', () => {
    for (const set of [stages.created, stages.reserving])
      for (const event of [startResult(), sample(T0 + 40 * S, 100)])
        expect(project(mergeVerdict(set, admit(set, event, at(T0 + 40 * S)))).state).toBe(project(set).state);
    const elsewhere = situation({ pile: { cpCode: 'CP0002' } });
    for (const event of [startResult(), sample(T0 + 40 * S, 100), endRecord()])
      expect(admit(starting(), event, elsewhere)).toMatchObject({ ok: false, refusal: 'order.otherPile', facts: [] });
    expect(admit(starting(), startResult({ gunNumber: 2 }), at(T0 + 40 * S))).toMatchObject({
      ok: false,
      refusal: 'order.otherGun',
      answer: 4,
      facts: [],
    });
  });

  it('manual end of a gun that reports current now', () => {
    const end = (gunChargingHeardMs: number | null): OrderEvent => ({
      kind: 'manualEnd',
      ...byHand,
      gunChargingHeardMs,
      provisionalCents: 0n,
      secondPersonAboveCents: 1n,
    });
    expect(admit(charging(), end(T0 + 55 * MIN + 1), at(T0 + HOUR))).toMatchObject({ ok: false, refusal: 'order.gunCharging' });
    expect(admit(charging(), end(T0 + 55 * MIN), at(T0 + HOUR)).ok).toBe(true);
    const flowing = playEvents(charging(), [T0 + 56 * MIN, sample(T0 + 56 * MIN, 10_000)]);
    expect(admit(flowing, end(null), at(T0 + HOUR))).toMatchObject({ ok: false, refusal: 'order.gunCharging' });
    expect(admit(flowing, end(null), situation({ nowMs: T0 + HOUR, pile: { liveEpoch: null, offlineSinceMs: T0 + 57 * MIN } })).ok).toBe(true);
  });

  it('settling what has not ended or is flagged', () => {
    expect(admit(charging(), { kind: 'settle', billed: null }, at(T0 + HOUR))).toMatchObject({ refusal: 'order.notEnded' });
    expect(admit(stages.orphanless, { kind: 'settle', billed: { amounts: bill, grossCents: 1000n, minorDigits: 2 } }, at(T0 + HOUR))).toMatchObject({
      refusal: 'settle.flagged',
      args: { flag: 'noTariff' },
    });
    expect(admit(stages.missing, { kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n }, at(T0 + HOUR))).toMatchObject({
      refusal: 'order.notEnded',
    });
    expect(admit(ended(), { kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n }, at(T0 + HOUR))).toMatchObject({
      refusal: 'order.wrongState',
    });
  });

  it('deleting what is not settled, or has something open', () => {
    expect(admit(ended(), { kind: 'delete', by: 'op1', hasOpenInvoice: false }, at(T0 + HOUR))).toMatchObject({ refusal: 'order.wrongState' });
    expect(admit(settled(), { kind: 'delete', by: 'op1', hasOpenInvoice: true }, at(T0 + HOUR))).toMatchObject({ refusal: 'order.openInvoice' });
    const pending = playEvents(settled(), [
      T0 + HOUR,
      { kind: 'requestRefund', refundId: 'F1', purpose: 'goodwill', amountCents: 1n, paidCents: 1000n, billedCents: 1000n },
    ]);
    expect(admit(pending, { kind: 'delete', by: 'op1', hasOpenInvoice: false }, at(T0 + HOUR))).toMatchObject({ refusal: 'order.openRefund' });
  });

  it('a message over an old connection', () => {
    const old = situation({ nowMs: T0 + HOUR, pile: { epochIsCurrent: false } });
    for (const event of [startResult(), sample(T0 + 2 * MIN, 1), endRecord(), gun(2, T0 + 2 * MIN)])
      expect(does(admit(starting(), event, old))).toEqual(['exception:device.staleEpoch']);
  });
});
