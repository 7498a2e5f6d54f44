/** A meter reading at an instant. The meter counts up; its start value does not matter. */
export interface MeterReading {
  /** Epoch milliseconds, a whole number. */
  readonly atMs: number;
  readonly meterDwh: bigint;
}

export interface MeterCurve {
  /** From the start to the stop of the session; instants strictly increase, meters never decrease. */
  readonly points: readonly MeterReading[];
  /** The number of samples strictly inside the session. */
  readonly samples: number;
  /** The number of those samples that were impossible and were corrected: below an earlier one, or outside the start and stop meter. */
  readonly bent: number;
}

/**
 * The course of the meter between two trusted readings. Samples outside the session are left out; the others are sorted, bounded by the start and
 * stop meter, and never decrease: each counts as the highest meter value up to its instant.
 */
export const meterCurve = (start: MeterReading, stop: MeterReading, samples: readonly MeterReading[]): MeterCurve => {
  const inside = samples.filter((sample) => sample.atMs > start.atMs && sample.atMs < stop.atMs);
  if (!inOrder(inside)) inside.sort((a, b) => a.atMs - b.atMs);

  const points: MeterReading[] = [start];
  let highestDwh = start.meterDwh;
  let bent = 0;
  for (const { atMs, meterDwh } of inside) {
    if (meterDwh < highestDwh || meterDwh > stop.meterDwh) bent += 1;
    if (meterDwh > highestDwh) highestDwh = meterDwh < stop.meterDwh ? meterDwh : stop.meterDwh;
    if (points.at(-1)?.atMs === atMs) points.pop();
    points.push({ atMs, meterDwh: highestDwh });
  }
  if (stop.atMs > start.atMs) points.push(stop);
  return { points, samples: inside.length, bent };
};

/**
 * The meter at an instant between two readings, by linear interpolation, rounded down. Every border has one value, so the differences between borders
 * add up without a remainder.
 */
export const meterBetween = (before: MeterReading, after: MeterReading, atMs: number): bigint => {
  const rise = after.meterDwh - before.meterDwh;
  if (rise === 0n || atMs === before.atMs) return before.meterDwh;
  return before.meterDwh + (rise * BigInt(atMs - before.atMs)) / BigInt(after.atMs - before.atMs);
};

/** The longest interval between neighbouring readings in which the meter rose; only there interpolation affects a price. */
export const longestRiseMs = (points: readonly MeterReading[]): number => {
  let longestMs = 0;
  let previous = points[0];
  for (const point of points) {
    if (previous && point.meterDwh > previous.meterDwh) longestMs = Math.max(longestMs, point.atMs - previous.atMs);
    previous = point;
  }
  return longestMs;
};

const inOrder = (samples: readonly MeterReading[]): boolean => {
  let lastMs = -Infinity;
  for (const { atMs } of samples) {
    if (atMs < lastMs) return false;
    lastMs = atMs;
  }
  return true;
};
