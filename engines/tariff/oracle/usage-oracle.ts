import { labelOf } from './wall-clock.ts';
import { type OracleOrder, type OracleReading, type OracleUsage } from './types.ts';

const MINUTE_MS = 60_000;
const LABELS = 48;

/**
 * Energy and seconds per half hour, by iterating over every minute of the session on the wall clock. The meter is read whenever the label changes and
 * at the end; a minute's seconds belong to the label of the minute.
 */
export const usageByMinutes = (order: OracleOrder): OracleUsage => {
  const { start, stop, tariff } = order;
  const slotSeconds = Array.from({ length: LABELS }, () => 0);
  const byInstant = Array.from({ length: LABELS }, () => 0n);
  const startSecond = Math.floor(start.atMs / 1_000);
  const stopSecond = Math.floor(stop.atMs / 1_000);
  const firstMinute = Math.floor(start.atMs / MINUTE_MS);
  const inside = order.samples.filter((sample) => sample.atMs > start.atMs && sample.atMs < stop.atMs);

  let label = labelOf(firstMinute, tariff.zone);
  let takenDwh = start.meterDwh;
  const takeUntil = (atMs: number): void => {
    const meterDwh = meterAt(atMs, order, inside);
    byInstant[label] = (byInstant[label] ?? 0n) + meterDwh - takenDwh;
    takenDwh = meterDwh;
  };
  for (let minute = firstMinute; minute * MINUTE_MS < stop.atMs; minute += 1) {
    const now = labelOf(minute, tariff.zone);
    if (now !== label) takeUntil(minute * MINUTE_MS);
    label = now;
    slotSeconds[label] = (slotSeconds[label] ?? 0) + Math.max(0, Math.min(stopSecond, minute * 60 + 60) - Math.max(startSecond, minute * 60));
  }
  if (stop.atMs > start.atMs) takeUntil(stop.atMs);

  const labels = order.deviceSlotDwh;
  const useLabels = inside.length === 0 && labels !== undefined && labels.some((energy) => energy > 0n);
  const billedDwh = order.billedDwh ?? stop.meterDwh - start.meterDwh;
  return { slotDwh: topUp(useLabels ? labels : byInstant, { slotSeconds, billedDwh, home: labelOf(firstMinute, tariff.zone) }), slotSeconds };
};

/** The highest meter value up to a reading, within the start and stop meter; linear between readings, rounded down. */
const meterAt = (atMs: number, { start, stop }: OracleOrder, inside: readonly OracleReading[]): bigint => {
  let before = start;
  let after = stop;
  let highest = start.meterDwh;
  for (const sample of inside) {
    if (sample.atMs <= atMs && sample.atMs > before.atMs) before = sample;
    if (sample.atMs > atMs && sample.atMs < after.atMs) after = sample;
  }
  const bounded = (meter: bigint): bigint => (meter > stop.meterDwh ? stop.meterDwh : meter);
  const seenUntil = (limitMs: number): bigint => {
    highest = start.meterDwh;
    for (const sample of inside) if (sample.atMs <= limitMs && sample.meterDwh > highest) highest = sample.meterDwh;
    return bounded(highest);
  };
  if (atMs >= stop.atMs) return stop.meterDwh;
  const low = seenUntil(before.atMs);
  const high = after === stop ? stop.meterDwh : seenUntil(after.atMs);
  return low + ((high - low) * BigInt(atMs - before.atMs)) / BigInt(after.atMs - before.atMs);
};

interface TopUp {
  readonly slotSeconds: readonly number[];
  readonly billedDwh: bigint;
  readonly home: number;
}

/** Adds or subtracts the difference at the largest label: by energy, then time, then the first label of the session, then the earliest. */
const topUp = (slots: readonly bigint[], { slotSeconds, billedDwh, home }: TopUp): readonly bigint[] => {
  const difference = billedDwh - slots.reduce((all, energy) => all + energy, 0n);
  if (difference === 0n) return slots;
  const [first = 0] = Array.from({ length: LABELS }, (_, label) => label).sort(
    (a, b) =>
      Number((slots[b] ?? 0n) - (slots[a] ?? 0n)) ||
      (slotSeconds[b] ?? 0) - (slotSeconds[a] ?? 0) ||
      Number(b === home) - Number(a === home) ||
      a - b,
  );
  const energy = slots[first] ?? 0n;
  const changed = energy + difference < 0n ? 0n : energy + difference;
  return topUp(slots.with(first, changed), { slotSeconds, billedDwh, home });
};
