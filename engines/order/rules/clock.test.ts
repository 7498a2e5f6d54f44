import { describe, expect, it } from 'vitest';
import { admit } from '../admit.ts';
import type { OrderEvent } from '../admit.ts';
import type { OrderFacts } from '../merge.ts';
import { command, facts, gun, HOUR, mergeVerdict, MIN, endRecord, S, sample, sent, situation, startResult, T0 } from '../order.fixture.ts';
import { project } from '../view.ts';

/** Admits a list of events, each at its instant, over a protocol that marks stored messages or over one that does not. */
const told = (marksStored: boolean, ...events: readonly (readonly [number, OrderEvent])[]): OrderFacts =>
  events.reduce(
    (set, [nowMs, event]) => {
      const verdict = admit(set, event, situation({ nowMs, pile: { marksStored } }));
      expect(verdict).toMatchObject({ ok: true });
      return mergeVerdict(set, verdict);
    },
    facts(command(), sent),
  );
const { startAtMs: _own, ...unstarted } = endRecord();
const stopped = (stopAtMs: number): OrderEvent => ({ ...unstarted, stopAtMs });
const began = (startAtMs: number): OrderEvent => startResult({ startAtMs, fromStore: true });

describe('the clock by which the start was told', () => {
  it.each([-3 * HOUR, -20 * MIN, 20 * MIN, 3 * HOUR])('holds for the whole order: %i ms off', (offMs) => {
    const clock = (atMs: number): number => atMs + offMs;
    const begin = T0 + 30 * S;
    const running = told(false, [begin, began(clock(begin))], [T0 + 4 * HOUR, sample(clock(T0 + 4 * HOUR), 100_000)]);
    expect(project(running)).toMatchObject({ start: { startAtMs: begin }, lastAtMs: T0 + 4 * HOUR });
    // The gun came to rest an hour ago and reports it only now.
    const quiet = mergeVerdict(
      running,
      admit(running, gun(7, clock(T0 + 5 * HOUR)), situation({ nowMs: T0 + 6 * HOUR, pile: { marksStored: false } })),
    );
    expect(project(quiet).quietSinceMs).toBe(T0 + 5 * HOUR);
    const end = mergeVerdict(quiet, admit(quiet, stopped(clock(T0 + 5 * HOUR)), situation({ nowMs: T0 + 6 * HOUR, pile: { marksStored: false } })));
    expect(project(end)).toMatchObject({ state: 3, end: { stopAtMs: T0 + 5 * HOUR }, softFlags: ['clockOff'] });
  });

  it('is what a record of the future is measured by, told together with its start after the network has come back', () => {
    const ahead = 10 * HOUR;
    const both = told(false, [T0 + HOUR, began(T0 + 30 * S + ahead)], [T0 + HOUR + S, stopped(T0 + 30 * MIN + ahead)]);
    expect(project(both)).toMatchObject({ state: 3, end: { energyDwh: 200_000 } });
  });

  it('is no longer asked of what an adapter has put right', () => {
    const live = told(true, [T0 + 30 * S, startResult({ startAtMs: T0 + HOUR })], [T0 + 3 * HOUR, sample(T0 + 3 * HOUR, 100_000)]);
    expect(project(live)).toMatchObject({ start: { startAtMs: T0 + 30 * S }, lastAtMs: T0 + 3 * HOUR });
  });
});
