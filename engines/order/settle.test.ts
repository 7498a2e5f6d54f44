import { describe, expect, it } from 'vitest';
import type { EndRecord } from '#engines/protocol/device.ts';
import { admit, type OrderEvent } from './admit.ts';
import { decodeFact, encodeFact } from './codec.ts';
import type { OrderFacts } from './merge.ts';
import {
  at,
  bill,
  byHand,
  charging,
  command,
  created,
  does,
  facts,
  HOUR,
  mergeVerdict,
  afterHalfHour,
  MIN,
  playEvents,
  endRecord,
  S,
  sample,
  sent,
  situation,
  START_METER,
  T0,
} from './order.fixture.ts';
import { laterFacts, merge } from './merge.ts';
import { project } from './view.ts';

const ended = (more: Partial<EndRecord> = {}): OrderFacts => playEvents(charging(), [T0 + 30 * MIN, endRecord(more)]);
const settle = (grossCents = 1000n): OrderEvent => ({ kind: 'settle', billed: { amounts: bill, grossCents, minorDigits: 2 } });

describe('a settlement by itself', () => {
  it('names its basis and books exactly its amounts', () => {
    const verdict = admit(ended(), settle(), afterHalfHour);
    expect(verdict.effects).toEqual([{ do: 'bookSettlement', amounts: bill, basis: 'digest-a', method: 'auto' }]);
    expect(project(mergeVerdict(ended(), verdict)).settled).toMatchObject({ totalCents: 1000n, method: 'auto', basis: 'digest-a' });
  });

  it.each([
    ['noTariff', ended(), { kind: 'settle', billed: null }],
    ['implausible', ended({ energyDwh: 199_899 }), settle()],
    ['implausible', ended({ stageEnergyDwh: [199_799, 0, 0, 0] }), settle()],
    ['amountDiffers', ended({ deviceAmountE4: [0, 0, 0, 0, 100_501] }), settle()],
  ] as const)('is refused as %s: the order waits at 9 for a person', (flag, set, event) => {
    const verdict = admit(set, event, afterHalfHour);
    expect(verdict).toMatchObject({ ok: false, refusal: `settle.${flag}` });
    expect(does(verdict)).toEqual([`exception:${flag}`]);
    expect(project(mergeVerdict(set, verdict))).toMatchObject({ state: 9, abnormalReason: flag, settleDue: false });
  });

  it.each([
    ['a meter within 0.01 kWh', ended({ energyDwh: 199_900 })],
    ['stages within a thousandth', ended({ stageEnergyDwh: [199_800, 0, 0, 0] })],
    ['amounts the pile does not compute', ended({ deviceAmountE4: [0, 0, 0, 0, 0] })],
  ])('takes %s', (_name, set) => {
    expect(admit(set, settle(), afterHalfHour).ok).toBe(true);
  });

  it('is refused above the strategy amount, and without anybody to bill', () => {
    const capped = merge({ ...ended(), created: created({ strategy: { type: 2, capCents: 999n } }) }, []);
    expect(admit(capped, settle(), afterHalfHour)).toMatchObject({ refusal: 'settle.overCap' });
    const nobody = { ...ended(), created: created({ party: null }) };
    expect(admit(nobody, settle(), afterHalfHour)).toMatchObject({ refusal: 'settle.unknownParty' });
    const free = { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: 0n };
    expect(admit(nobody, { kind: 'settle', billed: { amounts: free, grossCents: 0n, minorDigits: 2 } }, afterHalfHour).ok).toBe(true);
  });

  it('notes a small difference and goes on; a large one makes the order a check-code exception', () => {
    const soft = ended({ deviceAmountE4: [0, 0, 0, 0, 100_400] });
    expect(project(mergeVerdict(soft, admit(soft, settle(), afterHalfHour)))).toMatchObject({ state: 4, orderType: 1, softFlags: ['moneyDiffers'] });
    const large = ended({ deviceAmountE4: [0, 0, 0, 0, 200_000] });
    const set = mergeVerdict(large, admit(large, settle(), afterHalfHour));
    expect(project(set)).toMatchObject({ state: 9, orderType: 4 });
    const cleared = playEvents(set, [T0 + HOUR, { kind: 'clearFlag', flag: 'amountDiffers', ...byHand }]);
    expect(project(playEvents(cleared, [T0 + HOUR, settle()]))).toMatchObject({ state: 4, orderType: 4 });
  });

  it('of energy nobody knows is implausible', () => {
    const { energyDwh: _energy, startMeterDwh: _meter, ...bare } = endRecord();
    const set = playEvents(facts(command(), sent), [T0 + 30 * MIN, bare]);
    expect(project(set).end?.energyDwh).toBeNull();
    expect(admit(set, settle(), afterHalfHour)).toMatchObject({ refusal: 'settle.implausible' });
  });

  it('of a record without energy uses the start meter that was told', () => {
    const { energyDwh: _energy, startMeterDwh: _meter, ...bare } = endRecord();
    expect(project(playEvents(charging(), [T0 + 30 * MIN, bare]))).toMatchObject({ energyDwh: 200_000, state: 3 });
  });
});

describe('by hand', () => {
  const flagged = (): OrderFacts => playEvents(ended(), [T0 + 31 * MIN, { kind: 'settle', billed: null }]);
  const manual = (more: object = {}): OrderEvent => ({ kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n, ...more });

  it.each([
    ['order.reasonMissing', manual({ reason: '  ' })],
    ['order.secondPersonSame', manual({ secondBy: 'op1' })],
    ['order.secondPersonNeeded', manual({ recomputedCents: null })],
    ['amount.aboveRecomputed', manual({ recomputedCents: 900n })],
    ['amount.totalMismatch', manual({ amounts: { ...bill, totalCents: 999n } })],
    ['amount.negative', manual({ amounts: { ...bill, srvCents: -300n, totalCents: 400n } })],
  ] as const)('a settlement is refused with %s', (refusal, event) => {
    expect(admit(flagged(), event, afterHalfHour)).toMatchObject({ ok: false, refusal, facts: [], effects: [] });
  });

  it('two persons may go above 110 %', () => {
    const verdict = admit(flagged(), manual({ recomputedCents: 1n, secondBy: 'op2' }), afterHalfHour);
    expect(verdict.effects).toEqual([{ do: 'bookSettlement', amounts: bill, basis: 'digest-a', method: 'manual' }]);
    expect(project(mergeVerdict(flagged(), verdict)).settled).toMatchObject({ by: 'op1', secondBy: 'op2', reason: 'on site' });
  });

  it('not above the strategy amount, even by two', () => {
    const capped = { ...flagged(), created: created({ strategy: { type: 2, capCents: 999n } }) };
    expect(admit(capped, manual({ secondBy: 'op2' }), afterHalfHour)).toMatchObject({
      refusal: 'amount.aboveStrategy',
      args: { totalCents: 1000n, capCents: 999n },
    });
  });

  it('an end needs a reason, and a second person above an amount', () => {
    const end = (more: object): OrderEvent => ({
      kind: 'manualEnd',
      ...byHand,
      gunChargingHeardMs: null,
      provisionalCents: 501n,
      secondPersonAboveCents: 500n,
      ...more,
    });
    expect(admit(charging(), end({ reason: '' }), at(T0 + HOUR))).toMatchObject({ refusal: 'order.reasonMissing' });
    expect(admit(charging(), end({}), at(T0 + HOUR))).toMatchObject({ refusal: 'order.secondPersonNeeded' });
    expect(admit(charging(), end({ secondBy: 'op2' }), at(T0 + HOUR)).ok).toBe(true);
    expect(admit(charging(), end({ provisionalCents: 500n }), at(T0 + HOUR)).ok).toBe(true);
    expect(admit(facts(), end({ provisionalCents: 0n }), at(T0 + HOUR))).toMatchObject({ refusal: 'order.notLive' });
    expect(admit(ended(), end({ provisionalCents: 0n }), at(T0 + HOUR))).toMatchObject({ refusal: 'order.alreadyEnded' });
  });

  it('an end takes what the samples showed', () => {
    const set = playEvents(
      charging(),
      [T0 + 4 * MIN, sample(T0 + 4 * MIN, 30_000)],
      [T0 + HOUR, { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 0n }],
    );
    expect(project(set).end).toMatchObject({ by: 'manual', energyDwh: 30_000, stopMeterDwh: START_METER + 30_000, stopAtMs: T0 + 4 * MIN });
  });

  it('only judged doubts can be cleared', () => {
    const clear = (flag: 'noTariff' | 'checkCode'): OrderEvent => ({ kind: 'clearFlag', flag, ...byHand });
    expect(admit(flagged(), clear('noTariff'), afterHalfHour)).toMatchObject({ refusal: 'order.flagNotClearable' });
    expect(admit(flagged(), clear('checkCode'), afterHalfHour)).toMatchObject({ refusal: 'order.flagNotOpen' });
    expect(admit(ended(), { kind: 'assignParty', party: { mainPartType: 1, mainPartId: '5' }, ...byHand }, afterHalfHour)).toMatchObject({
      refusal: 'order.partyKnown',
    });
  });
});

describe('a refund', () => {
  const settled = (): OrderFacts => playEvents(ended(), [T0 + 31 * MIN, settle()]);
  const ask = (more: object): OrderEvent => ({
    kind: 'requestRefund',
    refundId: 'F1',
    purpose: 'prepaidRest',
    amountCents: 500n,
    paidCents: 1500n,
    billedCents: 1000n,
    ...more,
  });

  it('never exceeds what was paid and not billed, or what was billed', () => {
    expect(admit(settled(), ask({}), afterHalfHour).effects).toEqual([{ do: 'refund', refundId: 'F1', amountCents: 500n, purpose: 'prepaidRest' }]);
    expect(admit(settled(), ask({ amountCents: 501n }), afterHalfHour)).toMatchObject({ refusal: 'refund.aboveLimit', args: { restCents: 500n } });
    expect(admit(settled(), ask({ amountCents: 0n }), afterHalfHour)).toMatchObject({ refusal: 'refund.notPositive' });
    const half = playEvents(settled(), [T0 + HOUR, ask({ amountCents: 300n })]);
    expect(admit(half, ask({ refundId: 'F2', amountCents: 201n }), afterHalfHour)).toMatchObject({
      refusal: 'refund.aboveLimit',
      args: { restCents: 200n },
    });
    expect(admit(half, ask({ refundId: 'F2', purpose: 'goodwill', amountCents: 1000n }), afterHalfHour).ok).toBe(true);
    expect(admit(half, ask({ refundId: 'F2', purpose: 'goodwill', amountCents: 1001n }), afterHalfHour)).toMatchObject({
      refusal: 'refund.aboveLimit',
    });
    expect(admit(ended(), ask({}), afterHalfHour)).toMatchObject({ refusal: 'order.wrongState' });
  });

  it('asked twice under one number is one; a failed one frees its amount', () => {
    const half = playEvents(settled(), [T0 + HOUR, ask({ amountCents: 300n })]);
    expect(admit(half, ask({ amountCents: 300n }), afterHalfHour)).toEqual({ ok: true, facts: [], effects: [], answer: 0 });
    const failed = playEvents(half, [T0 + HOUR, { kind: 'refundResult', refundId: 'F1', succeeded: false }]);
    expect(project(failed)).toMatchObject({ state: 4, refunds: { stat: 'failed', prepaidRestCents: 0n } });
    expect(admit(failed, ask({ refundId: 'F2' }), afterHalfHour).ok).toBe(true);
    expect(admit(half, { kind: 'refundResult', refundId: 'F9', succeeded: true }, afterHalfHour)).toMatchObject({ refusal: 'refund.unknown' });
  });
});

describe('money while charging', () => {
  const money = { accruedCents: 1500n, leadCents: 10n, aheadCents: 400n, heldCents: 2000n, availableCents: 3000n };
  const judge = (more: object, set = charging()) =>
    admit(set, sample(T0 + 5 * MIN, 40_000), situation({ nowMs: T0 + 5 * MIN, money: { ...money, ...more } }));

  it('enlarges the hold ahead of consumption, and stops when it cannot', () => {
    expect(judge({}).effects).toEqual([]);
    expect(judge({ accruedCents: 1700n }).effects).toEqual([{ do: 'hold', toCents: 2500n }]);
    expect(judge({ accruedCents: 4700n }).effects).toEqual([
      { do: 'hold', toCents: 5000n },
      { do: 'sendStop', cause: 'lowBalance' },
    ]);
    expect(judge({ accruedCents: 4700n, availableCents: 0n }).effects).toEqual([{ do: 'sendStop', cause: 'lowBalance' }]);
  });

  it('stops at the strategy amount, in time', () => {
    const capped = { ...charging(), created: created({ strategy: { type: 2, capCents: 1510n } }) };
    expect(judge({}, capped).effects).toEqual([{ do: 'sendStop', cause: 'amountReached' }]);
    expect(judge({ accruedCents: 1499n }, capped).effects).toEqual([]);
  });

  it('is no matter once the order has ended', () => {
    expect(judge({ accruedCents: 99_999n }, ended()).effects).toEqual([]);
  });

  it('limits of time and energy stop without any money', () => {
    const timed = { ...charging(), created: created({ strategy: { type: 5, durationMs: 10 * MIN } }) };
    expect(admit(timed, { kind: 'tick' }, at(T0 + 10 * MIN + 30 * S)).effects).toEqual([{ do: 'sendStop', cause: 'durationReached' }]);
    const full = { ...charging(), created: created({ strategy: { type: 3, energyDwh: 40_000 } }) };
    expect(admit(full, sample(T0 + 5 * MIN, 40_000), at(T0 + 5 * MIN)).effects).toEqual([{ do: 'sendStop', cause: 'energyReached' }]);
  });
});

it('every fact of a long life survives its storage', () => {
  const life = playEvents(
    ended(),
    [T0 + 31 * MIN, settle()],
    [T0 + HOUR, { kind: 'requestRefund', refundId: 'F1', purpose: 'goodwill', amountCents: 5n, paidCents: 1000n, billedCents: 1000n }],
  );
  for (const fact of [life.created, ...laterFacts(life)]) expect(decodeFact(encodeFact(fact))).toEqual(fact);
});
