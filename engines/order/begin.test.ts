import { describe, expect, it } from 'vitest';
import { admit, type OrderEvent } from './admit.ts';
import type { OrderFacts } from './merge.ts';
import {
  at,
  charging,
  command,
  does,
  facts,
  gun,
  mergeVerdict,
  MIN,
  party,
  playEvents,
  endRecord,
  S,
  sample,
  sent,
  situation,
  starting,
  T0,
} from './order.fixture.ts';
import { project } from './view.ts';
import { isStale, nextWakeMs } from './next-tick.ts';

const start = (more: object = {}): OrderEvent => ({
  kind: 'start',
  by: 'command',
  commandId: 'C000000000000001',
  deadlineMs: T0 + 61 * S,
  party,
  ...more,
});
const reserve = (more: object = {}): OrderEvent => ({
  kind: 'reserve',
  reservationOrderNo: 'R1',
  fromMs: T0,
  untilMs: T0 + 30 * MIN,
  payByMs: null,
  canBeReservation: true,
  confEnabled: true,
  slotFree: true,
  ...more,
});
const online = { liveEpoch: 7, offlineSinceMs: null };

describe('a reservation', () => {
  it.each([
    [{ canBeReservation: false }, 'reservation.notOffered'],
    [{ confEnabled: false }, 'reservation.confDisabled'],
    [{ untilMs: T0 + S }, 'reservation.windowInvalid'],
    [{ slotFree: false }, 'reservation.slotTaken'],
  ])('%j is refused: %s', (more, refusal) => {
    expect(admit(facts(), reserve(more), at(T0 + S))).toMatchObject({ ok: false, refusal });
  });

  it('belongs to its party, and to its window', () => {
    const set = playEvents(facts(), [T0, reserve()]);
    expect(admit(set, start({ party: { mainPartType: 2, mainPartId: '78' } }), at(T0 + S))).toMatchObject({ refusal: 'order.otherParty' });
    expect(admit(set, start({ deadlineMs: T0 + 31 * MIN }), at(T0 + 30 * MIN))).toMatchObject({ refusal: 'reservation.expired' });
    expect(admit(set, reserve(), at(T0 + S))).toMatchObject({ refusal: 'order.wrongState' });
    // The job that ends expired reservations finds the order.
    expect(nextWakeMs(project(set), online)).toBeNull();
  });

  it('stops costing at the end of its window, even if the timer comes late', () => {
    const set = playEvents(facts(), [T0, reserve()]);
    expect(admit(set, { kind: 'tick' }, at(T0 + 45 * MIN)).effects).toContainEqual({ do: 'fixOccupancy', untilMs: T0 + 30 * MIN });
    expect(admit(set, { kind: 'cancel', cause: 'user', by: 'u1' }, at(T0 + 5 * MIN)).effects).toContainEqual({
      do: 'fixOccupancy',
      untilMs: T0 + 5 * MIN,
    });
  });
});

describe('a start command', () => {
  it.each([
    ['too long a deadline', start({ deadlineMs: T0 + 61 * S + 1 }), at(T0 + S), 'start.deadlineTooLong'],
    ['a deadline that has passed', start({ deadlineMs: T0 + S }), at(T0 + S), 'start.deadlinePast'],
    ['a pile that is away', start(), situation({ nowMs: T0 + S, pile: { liveEpoch: null } }), 'start.staleEpoch'],
  ] as const)('is refused with %s', (...[, event, when, refusal]) => {
    expect(admit(facts(), event, when)).toMatchObject({ ok: false, refusal, facts: [] });
  });

  it('is given once', () => {
    const set = playEvents(facts(), [T0 + S, start()]);
    expect(admit(set, start({ commandId: 'C000000000000002' }), at(T0 + S))).toMatchObject({ refusal: 'order.alreadyCommanded' });
    expect(admit(playEvents(facts(), [T0 + S, { kind: 'cancel', cause: 'user', by: 'u' }]), start(), at(T0 + S))).toMatchObject({
      refusal: 'order.wrongState',
    });
  });

  it('goes out at most once, and only before its deadline and over the connection it was meant for', () => {
    const set = playEvents(facts(), [T0 + S, start()]);
    const ask: OrderEvent = { kind: 'startSending' };
    const yes = admit(set, ask, at(T0 + 61 * S - 1));
    expect(yes).toMatchObject({ ok: true, facts: [{ kind: 'startSent' }] });
    expect(admit(mergeVerdict(set, yes), ask, at(T0 + 3 * S))).toMatchObject({ refusal: 'start.alreadySent' });
    expect(admit(set, ask, at(T0 + 61 * S))).toMatchObject({ refusal: 'start.deadlinePast' });
    expect(admit(set, ask, situation({ nowMs: T0 + 3 * S, pile: { liveEpoch: 8 } }))).toMatchObject({ refusal: 'start.staleEpoch' });
    expect(admit(set, ask, situation({ nowMs: T0 + 3 * S, pile: { liveEpoch: null } }))).toMatchObject({ refusal: 'start.staleEpoch' });
    expect(admit(facts(), ask, at(T0 + 3 * S))).toMatchObject({ refusal: 'start.notWanted' });
    expect(admit(playEvents(facts(), [T0 + S, start({ by: 'answer' })]), ask, at(T0 + 3 * S))).toMatchObject({ refusal: 'start.notWanted' });
    expect(admit(playEvents(set, [T0 + 2 * S, { kind: 'stop', cause: 'user', by: 'u' }]), ask, at(T0 + 3 * S))).toMatchObject({
      refusal: 'start.notWanted',
    });
  });

  it('is never sent again, whatever happens afterwards', () => {
    const timedOut = playEvents(starting(), [T0 + 62 * S, { kind: 'tick' }]);
    for (const set of [starting(), timedOut])
      for (const event of [{ kind: 'pileOnline' }, { kind: 'tick' }, { kind: 'startSending' }] as const) {
        const verdict = admit(set, event, at(T0 + 65 * S));
        expect(does(verdict)).not.toContain('sendStart');
        expect(verdict.ok).toBe(event.kind !== 'startSending');
      }
  });

  it('that the gateway never took ends the order and frees its money', () => {
    const set = playEvents(facts(), [T0 + S, start()], [T0 + 2 * S, { kind: 'startSending' }]);
    const verdict = admit(set, { kind: 'startUnsent' }, at(T0 + 2 * S));
    expect(does(verdict)).toEqual(['releaseHold', 'settle']);
    expect(project(mergeVerdict(set, verdict)).state).toBe(3);
    expect(admit(charging(), { kind: 'startUnsent' }, at(T0 + MIN))).toMatchObject({ refusal: 'order.wrongState' });
    expect(admit(playEvents(facts(), [T0 + S, start({ by: 'answer' })]), { kind: 'startUnsent' }, at(T0 + MIN))).toMatchObject({
      refusal: 'order.wrongState',
    });
  });

  it('that may have gone out can only be stopped, not cancelled', () => {
    expect(admit(starting(), { kind: 'cancel', cause: 'user', by: 'u' }, at(T0 + 3 * S))).toMatchObject({ refusal: 'order.alreadyCommanded' });
    expect(admit(playEvents(charging(), [T0 + 30 * MIN, endRecord()]), { kind: 'cancel', cause: 'user', by: 'u' }, at(T0 + 31 * MIN))).toMatchObject({
      refusal: 'order.alreadyEnded',
    });
  });
});

describe('a stop', () => {
  const stop: OrderEvent = { kind: 'stop', cause: 'operator', by: 'op1' };
  const stopping = (): OrderFacts => playEvents(charging(), [T0 + 2 * MIN, stop]);
  const tick = (set: OrderFacts, nowMs: number) => admit(set, { kind: 'tick' }, at(nowMs));

  it('before the start went out cancels the order', () => {
    const set = playEvents(facts(command()), [T0 + 2 * S, stop]);
    expect(project(set)).toMatchObject({ state: 3, end: { by: 'cancelled' } });
  });

  it('of what does not live is refused', () => {
    expect(admit(facts(), stop, at(T0 + S))).toMatchObject({ refusal: 'order.notLive' });
    expect(admit(playEvents(charging(), [T0 + 30 * MIN, endRecord()]), stop, at(T0 + 31 * MIN))).toMatchObject({ refusal: 'order.notLive' });
  });

  it('is sent again every 5 s until confirmed', () => {
    let set = stopping();
    expect(nextWakeMs(project(set), online)).toBe(T0 + 2 * MIN + 5 * S);
    expect(does(tick(set, T0 + 2 * MIN + 5 * S - 1))).toEqual([]);
    for (let round = 1; round <= 5; round += 1) {
      const verdict = tick(set, T0 + 2 * MIN + round * 5 * S);
      expect(does(verdict)).toEqual(['sendStop']);
      set = mergeVerdict(set, verdict);
    }
    const refused = playEvents(set, [T0 + 2 * MIN + 26 * S, { kind: 'stopReply', result: 1 }]);
    expect(project(refused).pendingStop).not.toBeNull();
    const confirmed = playEvents(set, [T0 + 2 * MIN + 26 * S, { kind: 'stopReply', result: 0 }]);
    expect(project(confirmed).pendingStop).toBeNull();
    expect(does(tick(confirmed, T0 + 2 * MIN + 40 * S))).toEqual([]);
  });

  it('is not sent to a pile that is away, and goes out when it is back', () => {
    const away = situation({ nowMs: T0 + 3 * MIN, pile: { liveEpoch: null, offlineSinceMs: T0 + 2 * MIN } });
    expect(does(admit(charging(), stop, away))).toEqual([]);
    const set = mergeVerdict(charging(), admit(charging(), stop, away));
    expect(does(admit(set, { kind: 'pileOnline' }, at(T0 + HOURS)))).toEqual(['queryStatus', 'sendStop']);
  });

  it('unconfirmed for a minute tells an operator once, and goes on', () => {
    const told = tick(stopping(), T0 + 3 * MIN);
    expect(does(told)).toEqual(['exception:stopUnconfirmed', 'sendStop']);
    expect(does(tick(mergeVerdict(stopping(), told), T0 + 3 * MIN + 5 * S))).toEqual(['sendStop']);
  });

  it('slows down after 10 minutes and is given up after two days', () => {
    const set = playEvents(stopping(), [T0 + 3 * MIN, { kind: 'tick' }], [T0 + 13 * MIN, { kind: 'tick' }]);
    expect(project(set).pendingStop?.dueAtMs).toBe(T0 + 14 * MIN);
    const sentAt = (atMs: number) =>
      project(facts(command(), sent, { kind: 'stopRequested', cause: 'user', by: 'u', atMs: T0 }, { kind: 'stopSent', atMs })).pendingStop;
    expect(sentAt(T0 + 48 * HOURS - MIN)).not.toBeNull();
    expect(sentAt(T0 + 48 * HOURS - MIN + 1)).toBeNull();
  });

  it('confirmed while current goes on is no stop', () => {
    const confirmed = playEvents(stopping(), [T0 + 2 * MIN + 2 * S, { kind: 'stopReply', result: 0 }]);
    const flowing = (nowMs: number) => admit(confirmed, sample(nowMs, 20_000), at(nowMs));
    expect(does(flowing(T0 + 2 * MIN + 32 * S))).toEqual([]);
    expect(does(flowing(T0 + 2 * MIN + 33 * S))).toEqual(['sendStop']);
  });

  it('asked for anew after a confirmation is sent anew', () => {
    const confirmed = playEvents(stopping(), [T0 + 2 * MIN + 2 * S, { kind: 'stopReply', result: 0 }]);
    expect(does(admit(confirmed, { kind: 'stop', cause: 'user', by: 'u' }, at(T0 + 3 * MIN)))).toEqual(['sendStop']);
  });

  it('answered with "not exist" is confirmed, and the record asked for', () => {
    const verdict = admit(stopping(), { kind: 'stopReply', result: 3 }, at(T0 + 2 * MIN + S));
    expect(does(verdict)).toEqual(['recall']);
    expect(project(mergeVerdict(stopping(), verdict)).pendingStop).toBeNull();
  });

  it('is met by the end record and by a gun at rest', () => {
    expect(project(playEvents(stopping(), [T0 + 30 * MIN, endRecord()])).pendingStop).toBeNull();
    const resting = { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 7, gunFaultType: 0, atMs: T0 + 2 * MIN + 3 * S } as const;
    expect(project(playEvents(stopping(), [T0 + 2 * MIN + 3 * S, resting])).pendingStop).toBeNull();
    const onAgain = playEvents(stopping(), [T0 + 2 * MIN + 3 * S, resting], [T0 + 2 * MIN + 10 * S, sample(T0 + 2 * MIN + 10 * S, 20_000)]);
    expect(project(onAgain).pendingStop).not.toBeNull();
  });
});

const HOURS = 60 * MIN;

describe('the next wake', () => {
  it.each([
    ['unpaid', facts(), T0 + 15 * MIN],
    ['start not sent', facts(command()), T0 + 61 * S],
    ['start sent', starting(), T0 + 61 * S],
    ['start by answer', facts(command({ by: 'answer' })), T0 + 151 * S],
    ['charging', charging(), T0 + 30 * S + 24 * HOURS - 10 * MIN],
    ['gun at rest', playEvents(charging(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)]), T0 + 15 * MIN],
    ['free gun', playEvents(charging(), [T0 + 5 * MIN, gun(7, T0 + 5 * MIN)], [T0 + 6 * MIN, gun(2, T0 + 6 * MIN)]), T0 + 6 * MIN + 30 * S],
    ['booted pile', playEvents(charging(), [T0 + 5 * MIN, { kind: 'pileBoot', atMs: T0 + 5 * MIN }]), T0 + 5 * MIN + 30 * S],
    ['ended', playEvents(charging(), [T0 + 30 * MIN, endRecord()]), null],
  ])('of an order %s', (_name, set, wake) => {
    expect(nextWakeMs(project(set), online)).toBe(wake);
  });

  it('counts 48 hours from when the pile went away', () => {
    expect(nextWakeMs(project(charging()), { liveEpoch: null, offlineSinceMs: T0 - 40 * HOURS })).toBe(T0 + 8 * HOURS);
  });

  it('is where a tick does something, and ticking twice does nothing more', () => {
    for (const set of [facts(), facts(command()), starting(), playEvents(charging(), [T0 + 5 * MIN, { kind: 'pileBoot', atMs: T0 + 5 * MIN }])]) {
      const wake = nextWakeMs(project(set), online)!;
      expect(admit(set, { kind: 'tick' }, at(wake - 1)).facts).toEqual([]);
      const verdict = admit(set, { kind: 'tick' }, at(wake));
      expect(verdict.facts).not.toEqual([]);
      expect(admit(mergeVerdict(set, verdict), { kind: 'tick' }, at(wake)).facts).toEqual([]);
    }
  });

  it('tells stale numbers', () => {
    const set = playEvents(charging(), [T0 + 2 * MIN, sample(T0 + 2 * MIN, 100)]);
    expect([isStale(project(set), T0 + 12 * MIN), isStale(project(set), T0 + 12 * MIN + 1), isStale(project(starting()), T0 + HOURS)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
