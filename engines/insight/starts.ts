/** An attempt to start a charge. */
export interface StartAttempt {
  /** Who tried, such as `card 12`. */
  readonly party: string;
  readonly stationId: string;
  readonly atMs: number;
  /** 0.1 Wh that it delivered; 0 for a start that failed. */
  readonly energyDwh: number;
}

/** Attempts of a party at a station with shorter gaps are one visit. */
const VISIT_GAP_MS = 10 * 60_000;
/** A visit is served from 0.1 kWh on. */
const SERVED_DWH = 1_000;

export interface VisitCounts {
  readonly visits: number;
  /** Their first attempt delivered. */
  readonly firstTry: number;
  /** Some attempt delivered. */
  readonly served: number;
}

/** Groups attempts into visits and counts those that were served, at all and at the first attempt. The sequence of the attempts does not matter. */
export const countVisits = (attempts: readonly StartAttempt[]): VisitCounts => {
  const sorted = attempts.toSorted((one, other) => one.atMs - other.atMs);
  const visits: { lastMs: number; isFirstTry: boolean; isServed: boolean }[] = [];
  const open = new Map<string, (typeof visits)[number]>();
  for (const { party, stationId, atMs, energyDwh } of sorted) {
    const key = `${stationId} ${party}`;
    const isServed = energyDwh >= SERVED_DWH;
    const visit = open.get(key);
    // After a charge the next attempt is another visit, however soon it comes.
    if (visit && atMs - visit.lastMs < VISIT_GAP_MS && !visit.isServed) {
      visit.lastMs = atMs;
      visit.isServed = isServed;
    } else {
      const begun = { lastMs: atMs, isFirstTry: isServed, isServed };
      visits.push(begun);
      open.set(key, begun);
    }
  }
  return {
    visits: visits.length,
    firstTry: visits.filter(({ isFirstTry }) => isFirstTry).length,
    served: visits.filter(({ isServed }) => isServed).length,
  };
};
