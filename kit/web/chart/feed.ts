/** Epoch ms and value; null is a gap in the line. */
export type ChartPoint = readonly [atMs: number, value: number | null];

/** Points that arrive while a chart is shown; they reach the chart without a render of React. */
export interface Feed {
  readonly append: (series: string, ...points: readonly ChartPoint[]) => void;
  /** Replaces a whole series, after a reconnect. */
  readonly reset: (series: string, points: readonly ChartPoint[]) => void;
  readonly of: (series: string) => readonly ChartPoint[];
  readonly subscribe: (listener: () => void) => () => void;
}

const KEEP = 3_600;

/** `keep`: most points a series holds; the oldest fall out. */
export const createFeed = (keepMs: number = KEEP): Feed => {
  const lines = new Map<string, ChartPoint[]>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    append: (series, ...points) => {
      const line = lines.get(series) ?? [];
      line.push(...points);
      if (line.length > keepMs) line.splice(0, line.length - keepMs);
      lines.set(series, line);
      changed();
    },
    reset: (series, points) => {
      lines.set(series, points.slice(-keepMs));
      changed();
    },
    of: (series) => lines.get(series) ?? [],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
