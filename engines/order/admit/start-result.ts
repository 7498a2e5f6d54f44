import type { StartResult } from '#engines/protocol/device.ts';
import { ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { clockShiftMs } from '../rules/clock.ts';
import { orderEnd } from '../view/end.ts';
import type { OrderFact, StartOutcome, StopRequested } from '../facts.ts';
import type { SoftFlag } from '../flags.ts';
import type { OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { deviceAnswer, exception, refused, type Verdict } from '../verdict.ts';
import { areCounts, bindingRefusal, gunRefusal, isUncommanded, refuseDevice, socOf } from './binding.ts';
import { resolve } from './resolve.ts';
import { startResult } from '../../protocol/codes.ts';

/** Transition rows 7, 8 and 18: the pile has started, or failed to start. */
export const admitStartResult = (facts: OrderFacts, report: StartResult, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation) ?? gunRefusal(facts, report.gunNumber);
  if (unbound) return unbound;
  if (!areCounts([report.startResult, report.startAtMs, report.startMeterDwh])) return refuseDevice('value.invalid', '');
  if (isUncommanded(facts)) return refuseUncommanded(facts, report.startResult === startResult.success, situation);
  const shiftMs = clockShiftMs(facts, { atMs: report.startAtMs, mayBeOld: report.fromStore }, situation);
  const fact = startOutcome(report, shiftMs, situation);
  const clock: readonly OrderFact[] = shiftMs === 0 ? [] : [{ kind: 'clockFound', shiftMs, atMs: situation.nowMs }];
  const stop = stopAfterEnd(facts, fact, situation);
  return resolve(facts, [fact, ...clock, ...stop], {
    situation,
    extra: stop.length > 0 ? [exception('startAfterEnd', '', true)] : [],
  });
};

/** A pile that charges without permission is stopped; its end record reports the delivered energy. */
export const refuseUncommanded = (facts: OrderFacts, charging: boolean, situation: Situation): Verdict => {
  const request: StopRequested = { kind: 'stopRequested', cause: 'ghost', by: null, atMs: situation.nowMs };
  const stopping = charging ? resolve(facts, [request], { situation }) : null;
  return refused('order.notCommanded', {
    answer: deviceAnswer.orderStateAbnormal,
    facts: stopping?.facts ?? [],
    effects: [exception('order.notCommanded', '', true), ...(stopping?.effects ?? [])],
  });
};

const startOutcome = (report: StartResult, shiftMs: number, { lastStopMeterDwh, nowMs }: Situation): StartOutcome => {
  const soft: SoftFlag[] = shiftMs === 0 ? [] : ['clockOff'];
  if (
    report.startResult === startResult.success &&
    lastStopMeterDwh !== null &&
    Math.abs(report.startMeterDwh - lastStopMeterDwh) > ENERGY_TOLERANCE_DWH
  )
    soft.push('meterGap');
  const { startResult: result, startMeterDwh, startSource } = report;
  return {
    kind: 'startResult',
    result,
    startMeterDwh,
    startSource,
    startAtMs: report.startAtMs + shiftMs,
    startSoc: socOf(report.startSoc),
    vin: report.vin ?? null,
    soft,
    atMs: nowMs,
  };
};

/** A start after a cancellation, or after the order was ended by hand, is stopped. */
const stopAfterEnd = (facts: OrderFacts, started: StartOutcome, { nowMs }: Situation): readonly OrderFact[] => {
  const end = orderEnd(facts);
  const isLate = end?.by === 'cancelled' || (end?.by === 'manual' && started.startAtMs > end.stopAtMs);
  if (started.result !== startResult.success || !isLate || facts.later.has('startResult:ok')) return [];
  return [{ kind: 'stopRequested', cause: 'startAfterEnd', by: null, atMs: nowMs }];
};
