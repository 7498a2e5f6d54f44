import { describe, expect, it } from 'vitest';
import { admit } from './admit.ts';
import type { OrderEvent } from './admit.ts';
import { orderFactsOf } from './merge.ts';
import type { OrderFacts } from './merge.ts';
import { nextWakeMs } from './next-tick.ts';
import { at, charging, facts, HOUR, MIN, party, playEvents, S, T0 } from './order.fixture.ts';
import { project } from './view.ts';

const FROM = T0 + HOUR;
const UNTIL = FROM + 30 * MIN;
const pile = { liveEpoch: 7, offlineSinceMs: null };
const reserve = (more: object = {}): OrderEvent => ({
  kind: 'reserve',
  reservationOrderNo: 'R1',
  fromMs: FROM,
  untilMs: UNTIL,
  payByMs: null,
  canBeReservation: true,
  confEnabled: true,
  slotFree: true,
  ...more,
});
const start: OrderEvent = { kind: 'start', by: 'command', commandId: 'C000000000000001', deadlineMs: FROM + 30 * S, party };
const tick: OrderEvent = { kind: 'tick' };
const booked = (more: object = {}): OrderFacts => playEvents(facts(), [T0, reserve(more)]);
const effectsAt = (set: OrderFacts, atMs: number, more: object = {}) => admit(set, tick, { ...at(atMs), ...more }).effects;
const wake = (set: OrderFacts): number | null => nextWakeMs(project(set), pile);

describe('a reservation of a later time', () => {
  it('leaves the gun free until its window begins, and keeps it from then on', () => {
    const set = booked();
    expect(project(set)).toMatchObject({ state: 0, keptSinceMs: null, reservedUntilMs: UNTIL });
    expect(wake(set)).toBe(FROM);
    expect(effectsAt(set, FROM - S)).toEqual([]);
    expect(effectsAt(set, FROM)).toEqual([{ do: 'startOccupancy', fromMs: FROM }]);
    const kept = playEvents(set, [FROM + S, tick]);
    expect(project(kept)).toMatchObject({ state: 1, keptSinceMs: FROM + S });
    expect(playEvents(kept, [FROM + 2 * S, tick])).toEqual(kept);
    // The end of the window is the work of a job.
    expect(wake(kept)).toBeNull();
  });

  it('waits while another order is at its gun, and ends without having kept it', () => {
    const waiting = admit(booked(), tick, { ...at(FROM), gunTaken: true });
    expect(waiting.facts).toEqual([{ kind: 'gunNotFree', atMs: FROM }]);
    const set = orderFactsOf([booked().created, ...booked().later.values(), ...waiting.facts]) ?? facts();
    expect(wake(set)).toBe(FROM + 30 * S);
    expect(project(playEvents(set, [FROM + 29 * S, tick])).state).toBe(0);
    expect(project(playEvents(set, [FROM + 30 * S, tick])).state).toBe(1);
    const over = playEvents(set, [UNTIL, tick]);
    expect(project(over)).toMatchObject({ state: 3, keptSinceMs: null });
    expect(effectsAt(set, UNTIL)).toEqual([{ do: 'fixOccupancy', untilMs: UNTIL }, { do: 'releaseHold' }, { do: 'settle' }]);
  });

  it('lets its party start before the window, and is cancelled before it', () => {
    expect(project(playEvents(booked(), [FROM - 5 * MIN, { ...start, deadlineMs: FROM - 4 * MIN - S }])).state).toBe(6);
    const cancelled = playEvents(booked(), [T0 + MIN, { kind: 'cancel', cause: 'user', by: 'u1' }]);
    expect(project(cancelled)).toMatchObject({ state: 3, keptSinceMs: null });
    expect(admit(cancelled, { kind: 'reservationPaid' }, at(FROM))).toMatchObject({ refusal: 'order.wrongState' });
  });

  it('is over when it would end before it begins', () => {
    expect(admit(facts(), reserve({ untilMs: FROM }), at(T0))).toMatchObject({ refusal: 'reservation.windowInvalid' });
  });
});

describe('a reservation that waits for its payment', () => {
  const unpaid = () => booked({ fromMs: T0, untilMs: T0 + HOUR, payByMs: T0 + 5 * MIN });

  it('ends by itself at the end of the payment window', () => {
    expect(wake(unpaid())).toBe(T0 + 5 * MIN);
    const ended = playEvents(unpaid(), [T0 + 5 * MIN, tick]);
    expect(ended.byKind.get('cancelled')).toMatchObject([{ cause: 'unpaidTimeout' }]);
    expect(project(ended).state).toBe(3);
    expect(admit(ended, { kind: 'reservationPaid' }, at(T0 + 6 * MIN))).toMatchObject({ refusal: 'order.alreadyEnded' });
  });

  it('keeps the gun as soon as it is paid, and starts nothing before', () => {
    expect(admit(unpaid(), { ...start, deadlineMs: T0 + 30 * S }, at(T0 + S))).toMatchObject({ refusal: 'reservation.unpaid' });
    const paid = playEvents(unpaid(), [T0 + MIN, { kind: 'reservationPaid' }]);
    expect(project(paid)).toMatchObject({ state: 1, keptSinceMs: T0 + MIN, booking: { isPaid: true } });
    expect(playEvents(paid, [T0 + 2 * MIN, { kind: 'reservationPaid' }])).toEqual(paid);
    expect(project(playEvents(paid, [T0 + 6 * MIN, tick])).state).toBe(1);
  });
});

describe('a charge at a gun that is reserved later', () => {
  const promised = () => {
    const set = charging();
    return (
      orderFactsOf([set.created, ...set.later.values(), { kind: 'gunPromised', reservedFromMs: T0 + HOUR, endByMs: T0 + 50 * MIN, atMs: T0 }]) ?? set
    );
  };

  it('is stopped at the time that was told', () => {
    expect(wake(promised())).toBe(T0 + 50 * MIN);
    expect(effectsAt(promised(), T0 + 50 * MIN - S)).toEqual([]);
    expect(effectsAt(promised(), T0 + 50 * MIN)).toMatchObject([{ do: 'sendStop', cause: 'gunReserved' }]);
  });
});
