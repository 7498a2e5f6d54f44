/** Epoch ms and value; a null value is a gap in the line. */
export type ChartPoint = readonly [atMs: number, value: number | null];

/** Points that arrive while a chart is shown. They reach the chart without rendering React. */
export interface Feed {
  readonly append: (series: string, ...points: readonly ChartPoint[]) => void;
  /** Replaces a whole series, for example after a reconnection. */
  readonly reset: (series: string, points: readonly ChartPoint[]) => void;
  readonly of: (series: string) => readonly ChartPoint[];
  readonly subscribe: (listener: () => void) => () => void;
}

const MAX_POINTS = 3_600;

/** Each series keeps at most `keepMs` points; the oldest are dropped first. */
export const createFeed = (maxPoints: number = MAX_POINTS): Feed => {
  const lines = new Map<string, ChartPoint[]>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    append: (series, ...points) => {
      const line = lines.get(series) ?? [];
      line.push(...points);
      if (line.length > maxPoints) line.splice(0, line.length - maxPoints);
      lines.set(series, line);
      changed();
    },
    reset: (series, points) => {
      lines.set(series, points.slice(-maxPoints));
      changed();
    },
    of: (series) => lines.get(series) ?? [],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
