import { ENERGY_TOLERANCE_DWH } from '../bounds.ts';
import { orderEnd, soFar } from './end.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import { startFailed, startedFact } from './start.ts';

/** Current was seen, or energy counted, under this order's number. */
export const hasFlowed = (facts: OrderFacts): boolean => {
  if ((factOf(facts, 'progress')?.flowHeardMs ?? null) !== null || soFar(facts).energyDwh > ENERGY_TOLERANCE_DWH) return true;
  const end = orderEnd(facts);
  return end?.by === 'device' && (end.energyDwh ?? 0) > ENERGY_TOLERANCE_DWH;
};

/** Whether the pile reported a failed start and nevertheless started. A manual end resolves the contradiction. */
export const isContradictory = (facts: OrderFacts): boolean => {
  if (!startFailed(facts) || factOf(facts, 'manualEnd')) return false;
  return hasFlowed(facts) || (startedFact(facts) !== undefined && orderEnd(facts)?.by !== 'device');
};

/** Whether energy flowed after the reported end. */
export const flowsAfterEnd = (facts: OrderFacts): boolean => {
  const end = orderEnd(facts);
  const progress = factOf(facts, 'progress');
  if (!end || !progress) return false;
  const manual = factOf(facts, 'manualEnd');
  if (end.by === 'manual' && manual) return progress.lastAtMs > manual.atMs && (progress.flowHeardMs ?? 0) > manual.atMs;
  // A failed start with current is already covered by `isContradictory`.
  if (end.by !== 'device') return end.by === 'cancelled' && hasFlowed(facts);
  const meter = end.stopMeterDwh !== null && (progress.meterDwh ?? 0) > end.stopMeterDwh + ENERGY_TOLERANCE_DWH;
  return meter || (end.energyDwh !== null && (progress.energyDwh ?? 0) > end.energyDwh + ENERGY_TOLERANCE_DWH);
};
