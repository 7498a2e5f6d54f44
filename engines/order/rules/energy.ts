import { CLOCK_OFF_MS, ENERGY_BOUND_PERCENT, INSTANT_GRAIN_MS, PARTS_TOLERANCE_DWH, PARTS_TOLERANCE_PERMILLE } from '../bounds.ts';
import type { CreatedFact, Progress } from '../facts.ts';

const MS_PER_HOUR = 3_600_000n;
const DWH_PER_WH = 10n;

/** Whether a pile of this power can have delivered this energy in this time, with a margin of 5 %. Exact; `forMs` below 0 counts as 0. */
export const isDeliverable = ({
  energyDwh,
  ratedPowerW,
  forMs,
}: {
  readonly energyDwh: number;
  readonly ratedPowerW: number;
  readonly forMs: number;
}): boolean => {
  const span = BigInt(Math.max(0, forMs) + INSTANT_GRAIN_MS);
  return BigInt(energyDwh) * MS_PER_HOUR * 100n <= BigInt(ratedPowerW) * DWH_PER_WH * span * ENERGY_BOUND_PERCENT;
};

/** Whether parts add up to their total, within one unit or a thousandth. */
export const partsAgree = (parts: readonly number[], totalDwh: number): boolean => {
  const differenceDwh = Math.abs(parts.reduce((sum, part) => sum + part, 0) - totalDwh);
  return differenceDwh <= PARTS_TOLERANCE_DWH || differenceDwh * 1000 <= totalDwh * PARTS_TOLERANCE_PERMILLE;
};

/**
 * Whether a sample's energy is physically possible. The time is measured from the order's creation, which does not depend on the
 * order of arrival, not from the start: a lifetime meter sent as this order's energy is refused, a clock error within tolerance is
 * not.
 */
export const isSampleDeliverable = (created: CreatedFact, { energyDwh, atMs }: { readonly energyDwh: number; readonly atMs: number }): boolean =>
  isDeliverable({ energyDwh, ratedPowerW: created.ratedPowerW, forMs: atMs - created.notBeforeMs + CLOCK_OFF_MS });

/** Energy of a live order: the larger of the pile's own count and its meter's growth, where the latter is possible. */
export const liveEnergyDwh = (
  created: CreatedFact,
  progress: Progress | undefined,
  startMeterDwh: number | null,
): { readonly energyDwh: number; readonly meterImplausible: boolean } => {
  if (!progress) return { energyDwh: 0, meterImplausible: false };
  const counted = progress.energyDwh ?? 0;
  if (startMeterDwh === null || progress.meterDwh === null || progress.meterDwh < startMeterDwh)
    return { energyDwh: counted, meterImplausible: false };
  const metered = progress.meterDwh - startMeterDwh;
  const meterImplausible = !isSampleDeliverable(created, { energyDwh: metered, atMs: progress.lastAtMs });
  return { energyDwh: meterImplausible ? counted : Math.max(counted, metered), meterImplausible };
};
