import type { ChargingSample } from '#engines/protocol/device.ts';
import { FLOW_MIN_CURRENT_DA } from '../bounds.ts';
import { liveAtMs } from '../rules/clock.ts';
import { isSampleDeliverable } from '../rules/energy.ts';
import type { Progress } from '../facts.ts';
import type { OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import type { Verdict } from '../verdict.ts';
import { areCounts, bindingRefusal, gunRefusal, isUncommanded, refuseDevice, socOf } from './binding.ts';
import { limitFacts } from './limit.ts';
import { resolve } from './resolve.ts';
import { refuseUncommanded } from './start-result.ts';

/** Transition row 10, and rows 7 and 18 where the sample arrives before the start result. After the end a sample is telemetry only. */
export const admitSample = (facts: OrderFacts, sample: ChargingSample, situation: Situation): Verdict => {
  const unbound = bindingRefusal(facts, situation) ?? gunRefusal(facts, sample.gunNumber);
  if (unbound) return unbound;
  if (!areCounts([sample.atMs, sample.voltageDv, sample.currentDa, sample.powerW, sample.energyDwh, sample.meterDwh]))
    return refuseDevice('value.invalid', '');
  const progress = progressOf(facts, sample, situation);
  if (isUncommanded(facts)) return refuseUncommanded(facts, progress.flowHeardMs !== null, situation);
  if (progress.energyDwh !== null && !isSampleDeliverable(facts.created, { energyDwh: progress.energyDwh, atMs: progress.lastAtMs })) {
    return refuseDevice('sample.undeliverable', { says: 'energyTold', energyDwh: progress.energyDwh });
  }
  const { facts: stops, effects } = limitFacts(facts, progress, situation);
  return resolve(facts, [progress, ...stops], { situation, extra: effects });
};

/** Whether a sample shows current above the noise of a meter. */
export const flows = ({ currentDa, powerW }: ChargingSample): boolean =>
  currentDa === undefined ? (powerW ?? 0) > 0 : currentDa >= FLOW_MIN_CURRENT_DA;

const progressOf = (facts: OrderFacts, sample: ChargingSample, situation: Situation): Progress => {
  const atMs = liveAtMs(facts, sample.atMs, situation);
  return {
    kind: 'progress',
    firstAtMs: atMs,
    lastAtMs: atMs,
    heardMs: situation.nowMs,
    flowHeardMs: flows(sample) ? situation.nowMs : null,
    energyDwh: sample.energyDwh ?? null,
    meterDwh: sample.meterDwh ?? null,
    soc: socOf(sample.soc),
  };
};
