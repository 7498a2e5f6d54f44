import type { StartResult } from '#engines/protocol/device.ts';
import { ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { clockShiftMs } from '../rules/clock.ts';
import { orderEnd } from '../view/end.ts';
import type { OrderFact, StartOutcome, StopRequested } from '../facts.ts';
import type { SoftFlag } from '../flags.ts';
import type { OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { deviceAnswer, exception, refuse, type Verdict } from '../verdict.ts';
import { areCounts, bindingRefusal, gunRefusal, isUncommanded, refuseDevice, socOf } from './binding.ts';
import { resolve } from './resolve.ts';

/** Rows 7, 8 and 18: the pile has started, or failed to. */
export const admitStartResult = (facts: OrderFacts, word: StartResult, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation) ?? gunRefusal(facts, word.gunNumber);
  if (unbound) return unbound;
  if (!areCounts([word.startResult, word.startAtMs, word.startMeterDwh])) return refuseDevice('value.invalid', '');
  if (isUncommanded(facts)) return refuseUncommanded(facts, word.startResult === 0, situation);
  const shiftMs = clockShiftMs(facts, { atMs: word.startAtMs, mayBeOld: word.fromStore }, situation);
  const fact = startOutcome(word, shiftMs, situation);
  const clock: readonly OrderFact[] = shiftMs === 0 ? [] : [{ kind: 'clockFound', shiftMs, atMs: situation.nowMs }];
  const stop = stopAfterEnd(facts, fact, situation);
  return resolve(facts, [fact, ...clock, ...stop], {
    situation,
    extra: stop.length > 0 ? [exception('startAfterEnd', '', true)] : [],
  });
};

/** A pile that charges without permission is stopped; what it delivered comes with its end record. */
export const refuseUncommanded = (facts: OrderFacts, charging: boolean, situation: Situation): Verdict => {
  const request: StopRequested = { kind: 'stopRequested', cause: 'ghost', by: null, atMs: situation.nowMs };
  const stopping = charging ? resolve(facts, [request], { situation }) : null;
  return refuse('order.notCommanded', {
    answer: deviceAnswer.orderStateAbnormal,
    facts: stopping?.facts ?? [],
    effects: [exception('order.notCommanded', '', true), ...(stopping?.effects ?? [])],
  });
};

const startOutcome = (word: StartResult, shiftMs: number, { lastStopMeterDwh, nowMs }: Situation): StartOutcome => {
  const soft: SoftFlag[] = shiftMs === 0 ? [] : ['clockOff'];
  if (word.startResult === 0 && lastStopMeterDwh !== null && Math.abs(word.startMeterDwh - lastStopMeterDwh) > ENERGY_TOLERANCE_DWH)
    soft.push('meterGap');
  const { startResult: result, startMeterDwh, startSource } = word;
  return {
    kind: 'startResult',
    result,
    startMeterDwh,
    startSource,
    startAtMs: word.startAtMs + shiftMs,
    startSoc: socOf(word.startSoc),
    vin: word.vin ?? null,
    soft,
    atMs: nowMs,
  };
};

/** A start after a cancellation, or after the order was ended by hand, must not go on. */
const stopAfterEnd = (facts: OrderFacts, started: StartOutcome, { nowMs }: Situation): readonly OrderFact[] => {
  const end = orderEnd(facts);
  const isLate = end?.by === 'cancelled' || (end?.by === 'manual' && started.startAtMs > end.stopAtMs);
  if (started.result !== 0 || !isLate || facts.later.has('startResult:ok')) return [];
  return [{ kind: 'stopRequested', cause: 'startAfterEnd', by: null, atMs: nowMs }];
};
