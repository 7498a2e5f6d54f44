import { describe, expect, it } from 'vitest';
import { admit, type OrderEvent } from './admit.ts';
import { STORED_MAX_MS } from './bounds.ts';
import { orderFactsOf } from './merge.ts';
import { openFromEndRecord, openFoundCharging, openOrder, openRefusedStart, type FoundCharging } from './open.ts';
import {
  at,
  bill,
  byHand,
  created,
  does,
  gun,
  HOUR,
  mergeVerdict,
  afterHalfHour,
  MIN,
  party,
  playEvents,
  refusedStart,
  endRecord,
  S,
  sample,
  sent,
  situation,
  startResult,
  T0,
} from './order.fixture.ts';
import { statePath } from './path.ts';
import type { Verdict } from './verdict.ts';
import { project } from './view.ts';

const none = { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: 0n };

describe('row 1 and the births of row 21', () => {
  const free = {
    pile: { cpWorkStat: 1, isPlaceOpen: true, hasRatePolicy: true, currency: 'CNY' },
    gun: { gunWorkStat: 3, reservedForParty: false, hasLiveOrder: false, isOutOfService: false },
    mustBePlugged: true,
    account: {
      isEnabled: true,
      isLockedByErrors: false,
      isLocked: false,
      passwordMatches: null,
      isAdmittedHere: true,
      hasLiveOrder: false,
      currency: 'CNY',
      availableCents: 5000n,
      owedCents: 0n,
    },
    neededCents: 1000n,
  };
  const terms = {
    chargingOrderNo: 'N1',
    cpCode: 'CP0001',
    gunNumber: 1,
    startSource: 4,
    party,
    strategy: { type: 2, capCents: 3000n } as const,
    ratedPowerW: 60_000,
  };
  const hold = { accountMinAmountCents: 1000n, availableCents: 5000n, prepaidCents: null };
  const born = (verdict: Verdict) => ({ state: project(orderFactsOf(verdict.facts)!).state, path: statePath(null, verdict.facts) });

  it('opens an order at 0 and holds its amount', () => {
    const verdict = openOrder(terms, { start: free, hold, nowMs: T0 });
    expect(verdict.ok && verdict.effects).toEqual([{ do: 'hold', toCents: 3000n }]);
    expect(born(verdict)).toEqual({ state: 0, path: [{ from: null, to: 0 }] });
  });

  it('names the obstacle, and what is missing', () => {
    expect(openOrder(terms, { start: { ...free, pile: null }, hold, nowMs: T0 })).toMatchObject({
      ok: false,
      refusal: 'start.refused',
      args: { result: 14, obstacle: 'pile.unknown' },
      facts: [],
    });
    expect(openOrder(terms, { start: free, hold: { ...hold, availableCents: 2999n }, nowMs: T0 })).toMatchObject({
      ok: false,
      refusal: 'money.insufficient',
      args: { result: 2, missingCents: 1n },
    });
  });

  it('a start of ages ago begins when it is told, one of months ago when it says', () => {
    const began = (startedAtMs: number) => openOrder({ ...terms, startedAtMs }, { start: free, hold, nowMs: T0 }).facts;
    expect(began(0)).toMatchObject([{ notBeforeMs: T0 }]);
    expect(began(T0 - STORED_MAX_MS - 1)).toMatchObject([{ notBeforeMs: T0 }]);
    expect(began(T0 - STORED_MAX_MS)).toMatchObject([{ notBeforeMs: T0 - STORED_MAX_MS }]);
    expect(began(T0 + MIN)).toMatchObject([{ notBeforeMs: T0 }]);
  });

  it('a record of ages ago ends when it is told, and lasted as long as it says', () => {
    const old = endRecord({ startAtMs: MIN, stopAtMs: 31 * MIN, fromStore: true });
    const verdict = openFromEndRecord(old, { chargingOrderNo: 'L1', party, ratedPowerW: 60_000 }, afterHalfHour);
    expect(project(orderFactsOf(verdict.facts)!)).toMatchObject({
      state: 3,
      start: { startAtMs: T0 + MIN },
      end: { stopAtMs: T0 + 31 * MIN, energyDwh: 200_000 },
      softFlags: ['clockOff', 'missingStartResult'],
    });
  });

  it('takes an offline record of a known card at 3, to be settled', () => {
    const verdict = openFromEndRecord(
      endRecord({ account: { accountType: 1, account: '8001' } }),
      { chargingOrderNo: 'L1', party, ratedPowerW: 60_000 },
      afterHalfHour,
    );
    expect(does(verdict)).toEqual(['settle']);
    expect(born(verdict)).toEqual({ state: 3, path: [{ from: null, to: 3 }] });
    expect(project(orderFactsOf(verdict.facts)!)).toMatchObject({ orderType: 2, terms: { startSource: 19 }, energyDwh: 200_000 });
  });

  it('takes an unidentifiable record at 9, to be billed to nobody, until somebody is found', () => {
    const verdict = openFromEndRecord(endRecord(), { chargingOrderNo: 'L2', party: null, ratedPowerW: 60_000 }, afterHalfHour);
    expect(does(verdict)).toEqual(['exception:orphan']);
    expect(born(verdict)).toEqual({ state: 9, path: [{ from: null, to: 9 }] });
    const found = mergeVerdict(
      orderFactsOf(verdict.facts)!,
      admit(orderFactsOf(verdict.facts)!, { kind: 'assignParty', party, ...byHand }, afterHalfHour),
    );
    expect(project(found)).toMatchObject({ state: 3, settleDue: true, party });
    expect(
      admit(orderFactsOf(verdict.facts)!, { kind: 'manualSettle', ...byHand, amounts: bill, recomputedCents: 1000n }, afterHalfHour),
    ).toMatchObject({
      ok: false,
      refusal: 'order.partyUnknown',
    });
    expect(admit(orderFactsOf(verdict.facts)!, { kind: 'manualSettle', ...byHand, amounts: none, recomputedCents: 1000n }, afterHalfHour).ok).toBe(
      true,
    );
  });

  it('refuses an offline record that cannot be true', () => {
    expect(
      openFromEndRecord(
        endRecord({ energyDwh: 2_000_000, stopMeterDwh: 3_000_000 }),
        { chargingOrderNo: 'L3', party, ratedPowerW: 60_000 },
        afterHalfHour,
      ),
    ).toMatchObject({ ok: false, refusal: 'record.undeliverable', facts: [] });
  });

  const ghost = { chargingOrderNo: 'G1', cpCode: 'CP0001', gunNumber: 1, ratedPowerW: 60_000, sinceMs: T0, lastMs: T0 + 5 * MIN, energyDwh: null };
  const stop = { cause: 'ghost', by: null } as const;
  const open = (more: Partial<FoundCharging> = {}) => openFoundCharging({ ...ghost, stop, ...more }, T0 + 5 * MIN);

  it('opens a ghost at 9 with a stop that repeats until obeyed', () => {
    const verdict = open();
    expect(does(verdict)).toEqual(['exception:ghost', 'sendStop']);
    expect(born(verdict)).toEqual({ state: 9, path: [{ from: null, to: 9 }] });
    expect(does(admit(orderFactsOf(verdict.facts)!, { kind: 'tick' }, at(T0 + 6 * MIN)))).toContain('sendStop');
  });

  it('believes no answer to a stop while the gun goes on, and asks for a record once', () => {
    let facts = orderFactsOf(open().facts)!;
    const tell = (event: OrderEvent, atMs: number) => {
      const verdict = admit(facts, event, at(atMs));
      facts = mergeVerdict(facts, verdict);
      return does(verdict);
    };
    expect(tell({ kind: 'tick' }, T0 + 5 * MIN + 5_000)).toContain('sendStop');
    expect(tell({ kind: 'stopReply', result: 3 }, T0 + 5 * MIN + 6_000)).toEqual(['recall']);
    expect(project(facts).pendingStop).toBeNull();
    expect(tell(gun(6, T0 + 6 * MIN), T0 + 6 * MIN)).toContain('sendStop');
    expect(tell({ kind: 'stopReply', result: 3 }, T0 + 6 * MIN + 1_000)).toEqual([]);
    expect(tell(gun(6, T0 + 7 * MIN), T0 + 7 * MIN)).toContain('sendStop');
    expect(tell({ kind: 'tick' }, T0 + 7 * MIN + 1)).toContain('exception:stopUnconfirmed');
    tell(gun(2, T0 + 8 * MIN), T0 + 8 * MIN);
    expect(project(facts)).toMatchObject({ state: 9, pendingStop: null });
  });

  it('lets what began offline go on, takes its samples, and stops it when an operator wants', () => {
    const verdict = open({ chargingOrderNo: 'L1', stop: null });
    expect(does(verdict)).toEqual(['exception:ghost']);
    const facts = orderFactsOf(verdict.facts)!;
    const told = admit(facts, sample(T0 + 6 * MIN, 400_000, { chargingOrderNo: 'L1' }), at(T0 + 6 * MIN));
    expect(does(told)).toEqual([]);
    expect(project(mergeVerdict(facts, told))).toMatchObject({ state: 9, energyDwh: 400_000 });
    expect(does(admit(facts, { kind: 'stop', cause: 'operator', by: 'op1' }, afterHalfHour))).toContain('sendStop');
  });
});

describe('a start that was refused', () => {
  const begun = () => orderFactsOf(refusedStart().facts)!;
  const payer = { kind: 'assignParty', party, ...byHand } as const;

  it('is an order at 9 that knows gun, meter, instant and why', () => {
    const verdict = refusedStart();
    expect(does(verdict)).toEqual(['exception:startRefused']);
    expect(statePath(null, verdict.facts)).toEqual([{ from: null, to: 9 }]);
    expect(project(begun())).toMatchObject({
      state: 9,
      party: null,
      abnormalReason: 'startRefused',
      orderType: 1,
      start: { startAtMs: T0 + 30 * S, startMeterDwh: 1_000_000, from: 'startResult' },
      pendingStop: null,
    });
  });

  it('of a pile that is gone is none, for it tells again what was not answered', () => {
    const told = openRefusedStart(
      { chargingOrderNo: 'N1', ratedPowerW: 60_000, startReport: startResult(), idTag: 'T', obstacle: 'account.unknown', result: 1 },
      situation({ pile: { epochIsCurrent: false } }),
    );
    expect(told).toMatchObject({ ok: false, refusal: 'device.staleEpoch' });
  });

  it('is stopped when energy flows, until somebody is found to pay', () => {
    const flowing = admit(begun(), sample(T0 + 2 * MIN, 10_000), at(T0 + 2 * MIN));
    expect(does(flowing)).toEqual(['sendStop']);
    const set = mergeVerdict(begun(), flowing);
    expect(project(set).pendingStop?.cause).toBe('startRefused');
    const paid = playEvents(begun(), [T0 + MIN, payer]);
    expect(project(paid)).toMatchObject({ state: 2, party });
    expect(does(admit(paid, sample(T0 + 2 * MIN, 10_000), at(T0 + 2 * MIN)))).toEqual([]);
  });

  it('waits with its end for somebody to pay, and settles then', () => {
    const ended = playEvents(begun(), [T0 + 30 * MIN, endRecord()]);
    expect(project(ended)).toMatchObject({ state: 9, abnormalReason: 'startRefused', energyDwh: 200_000 });
    const assigned = admit(ended, payer, afterHalfHour);
    expect(does(assigned)).toEqual(['settle']);
    expect(project(mergeVerdict(ended, assigned)).state).toBe(3);
  });

  it.each([0, 100])('settles by itself when it ends with %i dWh', (energyDwh) => {
    const nothing = endRecord({ startMeterDwh: 1_000_000, stopMeterDwh: 1_000_000 + energyDwh, energyDwh });
    expect(project(playEvents(begun(), [T0 + 2 * MIN, nothing]))).toMatchObject({ state: 3, settleDue: true });
  });

  it('is ended by hand where its record never comes', () => {
    const end = { kind: 'manualEnd', ...byHand, gunChargingHeardMs: null, provisionalCents: 0n, secondPersonAboveCents: 0n } as const;
    expect(project(playEvents(begun(), [T0 + HOUR, end])).state).toBe(3);
  });
});

it('an order that nobody made is no order', () => {
  expect(orderFactsOf([sent])).toBeNull();
  expect(project(orderFactsOf([created()])!).state).toBe(0);
});
