import { done, refused, type Outcome } from '#engines/money/outcome.ts';
import { energyDwh } from '#engines/money/units.ts';
import { cutAtSlots, SLOT_COUNT, SLOT_MS, slotOf, type SlotPiece } from '#engines/time/slots.ts';
import { isInstant } from '#engines/time/zone.ts';
import { longestRiseMs, meterBetween, meterCurve, type MeterReading } from './readings.ts';
import { fitToTotal, type SlotUsage } from './usage.ts';

/** The platform ends sessions before 24 hours; a record from an offline pile may be longer, but not as long as this. */
const MAX_SESSION_MS = 31 * 86_400_000;
/** 1 GWh: no session reaches it, and amounts still fit into int8 at the highest price. */
export const MAX_BILLED_DWH = 10_000_000_000n;

export interface SliceInput {
  /** IANA zone of the station. */
  readonly zone: string;
  readonly start: MeterReading;
  readonly stop: MeterReading;
  /** Samples taken while charging, in any order, on the same meter as start and stop. */
  readonly samples: readonly MeterReading[];
  /** The device's own split, elec01 to elec48. */
  readonly deviceSlotDwh?: readonly bigint[] | undefined;
  /** The billed energy, where it is not stop minus start meter. */
  readonly billedDwh?: bigint | undefined;
}

/** The source of the split: samples by instant, the device's labels, or linear interpolation from start to stop. */
export type SliceBasis = 'samples' | 'deviceSlots' | 'startStop';

export interface SlicedUsage extends SlotUsage {
  readonly basis: SliceBasis;
  /** Whether an interval longer than one half hour, in which the meter rose, was interpolated; the order must then be marked. */
  readonly gapInterpolated: boolean;
  /** The longest such interval; 0 when there was none. */
  readonly longestGapMs: number;
  /** Number of impossible samples that were corrected. */
  readonly bentSamples: number;
  /** Energy that was missing from the split (+) or in excess (-) before it was corrected to the total. */
  readonly residueDwh: bigint;
}

export type SliceRefusal =
  | 'slice.instantInvalid'
  | 'slice.stopBeforeStart'
  | 'slice.sessionTooLong'
  | 'slice.meterBackwards'
  | 'slice.energyNegative'
  | 'slice.energyTooLarge'
  | 'slice.deviceSlotsInvalid';

/**
 * Energy and time per half hour of the station's local time. Energy is split by instants when there are samples inside the session, otherwise by the
 * device's labels when they contain any energy, otherwise linearly from start to stop. The sum always equals the billed energy exactly. Time runs
 * from the start to the stop second.
 */
export const sliceBySlots = (input: SliceInput): Outcome<SlicedUsage, SliceRefusal> => {
  const { zone, start, stop, samples, deviceSlotDwh } = input;
  const billedDwh = input.billedDwh ?? stop.meterDwh - start.meterDwh;
  const refusal = whatIsWrong(input, billedDwh);
  if (refusal) return refused(refusal);

  const pieces = cutAtSlots({ fromMs: start.atMs, toMs: stop.atMs, zone });
  const slotSeconds = secondsPerSlot(pieces);
  const curve = meterCurve(start, stop, samples);
  const byLabel = curve.samples === 0 && deviceSlotDwh !== undefined && deviceSlotDwh.some((energy) => energy > 0n);
  const split = byLabel ? deviceSlotDwh : energyPerSlot(pieces, curve.points);
  const riseMs = byLabel ? 0 : longestRiseMs(curve.points);
  return done({
    slotDwh: fitToTotal({ slotDwh: split, slotSeconds, billedDwh, startSlot: slotOf(start.atMs, zone) }),
    slotSeconds,
    billedDwh: energyDwh(billedDwh),
    basis: byLabel ? 'deviceSlots' : curve.samples > 0 ? 'samples' : 'startStop',
    gapInterpolated: riseMs > SLOT_MS,
    longestGapMs: riseMs > SLOT_MS ? riseMs : 0,
    bentSamples: curve.bent,
    residueDwh: split.reduce((left, energy) => left - energy, billedDwh),
  });
};

const whatIsWrong = ({ start, stop, samples, deviceSlotDwh }: SliceInput, billedDwh: bigint): SliceRefusal | undefined => {
  const instants = [start, stop, ...samples];
  if (!instants.every(({ atMs }) => isInstant(atMs))) return 'slice.instantInvalid';
  if (stop.atMs < start.atMs) return 'slice.stopBeforeStart';
  if (stop.atMs - start.atMs > MAX_SESSION_MS) return 'slice.sessionTooLong';
  if (stop.meterDwh < start.meterDwh) return 'slice.meterBackwards';
  if (billedDwh < 0n) return 'slice.energyNegative';
  if (billedDwh > MAX_BILLED_DWH) return 'slice.energyTooLarge';
  if (deviceSlotDwh && (deviceSlotDwh.length !== SLOT_COUNT || deviceSlotDwh.some((energy) => energy < 0n))) return 'slice.deviceSlotsInvalid';
  return undefined;
};

const energyPerSlot = (pieces: readonly SlotPiece[], points: readonly MeterReading[]): bigint[] => {
  const slots = Array.from({ length: SLOT_COUNT }, () => 0n);
  let next = 1;
  let meterDwh = points[0]?.meterDwh ?? 0n;
  for (const { slot, toMs } of pieces) {
    while ((points[next]?.atMs ?? Infinity) < toMs) next += 1;
    const before = points[next - 1];
    const after = points[next];
    if (!before || !after) continue;
    const borderDwh = meterBetween(before, after, toMs);
    slots[slot] = (slots[slot] ?? 0n) + borderDwh - meterDwh;
    meterDwh = borderDwh;
  }
  return slots;
};

const secondsPerSlot = (pieces: readonly SlotPiece[]): number[] => {
  const slots = Array.from({ length: SLOT_COUNT }, () => 0);
  for (const { slot, fromMs, toMs } of pieces) {
    slots[slot] = (slots[slot] ?? 0) + Math.floor(toMs / 1_000) - Math.floor(fromMs / 1_000);
  }
  return slots;
};
