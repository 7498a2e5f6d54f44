import { beforeAll, describe, expect, it } from 'vitest';
import { admit } from './admit.ts';
import { disorderly, inOrder, randomOf, randomHistory, type EventArrival, type Random } from './history.fixture.ts';
import type { OrderFacts } from './merge.ts';
import { at, command, facts, HOUR, mergeVerdict, MIN, S, sent, T0 } from './order.fixture.ts';
import { statePath } from './path.ts';
import { isAllowed } from './transitions.ts';
import type { OrderEffect, Verdict } from './verdict.ts';
import { project } from './view.ts';

const SEEDS = 1_000;

/** A small platform: it stores facts, ticks at times, and settles orders at a price of 1 cent per 0.01 kWh. */
const run = (arrivals: readonly EventArrival[], random: Random, settleAtOnce: boolean) => {
  let set: OrderFacts = facts(command(), sent);
  const effects: OrderEffect[] = [];
  const answers: Verdict[] = [];
  const take = (verdict: Verdict): void => {
    for (const { from, to } of statePath(set, verdict.facts)) expect(isAllowed(from, to), `${from} to ${to}`).toBe(true);
    set = mergeVerdict(set, verdict);
    effects.push(...verdict.effects);
  };
  const settle = (nowMs: number): void => {
    const view = project(set);
    if (!view.settleDue) return;
    const elecCents = BigInt(view.energyDwh) / 100n;
    const amounts = { elecCents, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: elecCents };
    take(admit(set, { kind: 'settle', billed: { amounts, grossCents: elecCents, minorDigits: 2 } }, at(nowMs)));
  };
  let nowMs = T0 + 2 * S;
  for (const arrival of arrivals) {
    while (nowMs < arrival.atMs) {
      nowMs += 1 + random.below(3 * MIN);
      if (nowMs < arrival.atMs) take(admit(set, { kind: 'tick' }, at(nowMs)));
      if (settleAtOnce) settle(Math.min(nowMs, arrival.atMs));
    }
    nowMs = arrival.atMs;
    const verdict = admit(set, arrival.event, at(nowMs));
    if (arrival.event.kind === 'endRecord' || arrival.event.kind === 'startResult') answers.push(verdict);
    take(verdict);
  }
  take(admit(set, { kind: 'tick' }, at(nowMs + HOUR)));
  settle(nowMs + HOUR);
  return { set, effects, answers };
};

/**
 * What an operator sees of a finished order, and the basis of its bill. Durations and alarms are left out. Of a record and its recalled copy, the
 * first to arrive counts, so this may differ.
 */
const outcome = (set: OrderFacts) => {
  const { state, rank, start, energyDwh, soc, startResult, party, openFlags, conflictDigests, settled, settleDue, adjustDueBasis, ...view } =
    project(set);
  const copyOf = (basis: string): string => basis.replace('digest-recalled', 'digest-a');
  const end = view.end && { ...view.end, basis: copyOf(view.end.basis) };
  const orderType = view.end?.basis === 'digest-recalled' ? 1 : view.orderType;
  const billed = settled && { basis: copyOf(settled.basis), totalCents: settled.totalCents, method: settled.method };
  // Without an accepted end, only samples show what happened, and samples may be lost.
  const metered = end && { energyDwh, soc };
  return { state, rank, end, start, metered, orderType, startResult, party, openFlags, conflictDigests, billed, settleDue, adjustDueBasis };
};

const playSeed = (seed: number) => {
  const random = randomOf(seed * 7919 + 1);
  const { scenario, events } = randomHistory(random);
  // Where a pile contradicts itself, the result depends on whether the settlement came before the contradiction. The settlement then waits for all
  // events.
  const settleAtOnce = scenario !== 'contradicts';
  return {
    seed,
    plot: scenario,
    straight: run(inOrder(events), random, settleAtOnce),
    crooked: run(disorderly(events, random), random, settleAtOnce),
  };
};

describe(`${SEEDS} histories`, () => {
  let results: readonly ReturnType<typeof playSeed>[] = [];
  beforeAll(() => {
    results = Array.from({ length: SEEDS }, (_, seed) => playSeed(seed));
  });

  it('duplicated, reordered, delayed and thinned out, end as they do in order', () => {
    for (const { seed, plot, straight, crooked } of results) expect(outcome(crooked.set), `seed ${seed}, ${plot}`).toEqual(outcome(straight.set));
  });

  it('end where the plot leads', () => {
    const states: Record<string, Set<string>> = {};
    for (const { plot, straight } of results) {
      const { state, abnormalReason } = project(straight.set);
      (states[plot] ??= new Set()).add(`${state} ${abnormalReason ?? ''}`.trim());
    }
    const settled = new Set(['4']);
    expect(states).toEqual({
      plain: settled,
      startFails: settled,
      refuses: settled,
      noStartResult: settled,
      noSamples: settled,
      recalledTwice: settled,
      contradicts: new Set(['9 contradiction']),
      wrongCheckCode: new Set(['9 checkCode']),
      meterBackward: new Set(['9 recordRefused']),
    });
  });

  it('book each order at most once and never send a start', () => {
    for (const { straight, crooked } of results)
      for (const { effects } of [straight, crooked]) {
        expect(effects.filter((effect) => effect.do === 'bookSettlement').length).toBeLessThanOrEqual(1);
        expect(effects.filter((effect) => effect.do === 'sendStart')).toEqual([]);
      }
  });

  it('answer every durable word with success, so that no pile repeats it for ever', () => {
    // A message that is not accepted is stored as it was sent, and the answer says so.
    for (const { plot, crooked } of results)
      expect(crooked.answers.every((verdict) => (verdict.ok ? verdict.answer === 0 : plot === 'meterBackward'))).toBe(true);
  });

  it('did go through disorder: flags were opened and overcome, and stops sent, in some of them', () => {
    const codes = new Set(results.flatMap(({ crooked }) => crooked.effects.flatMap((effect) => (effect.do === 'exception' ? [effect.code] : []))));
    expect(
      [...codes].filter((code) => code === 'startTimeout' || code === 'endMissing' || code === 'contradiction' || code === 'checkCode'),
    ).toHaveLength(4);
    expect(results.some(({ crooked }) => crooked.effects.some((effect) => effect.do === 'sendStop'))).toBe(true);
  });
});
