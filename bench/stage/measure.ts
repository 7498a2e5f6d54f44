/** One pile's connection: sends a sample and resolves when it is answered. */
export interface LoadLine {
  send(): Promise<void>;
  end(): void;
}

export interface Measured {
  readonly done: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** How often due sends are looked for; a finer clock would measure the client. */
const TURN_MS = 5;

/** Sends over all lines in turn, at a pace or as fast as each answers; a line has one sample on its way at most. */
export const measure = async (lines: readonly LoadLine[], asked: { readonly perSecond: number; readonly seconds: number }): Promise<Measured> => {
  const latencies: number[] = [];
  const endMs = performance.now() + asked.seconds * 1_000;
  const one = async (line: LoadLine): Promise<void> => {
    const sentMs = performance.now();
    await line.send();
    latencies.push(performance.now() - sentMs);
  };
  const begunMs = performance.now();
  if (asked.perSecond === Number.POSITIVE_INFINITY) {
    await Promise.all(
      lines.map(async (line) => {
        while (performance.now() < endMs) await one(line);
      }),
    );
  } else await paced(lines, { perSecond: asked.perSecond, begunMs, endMs }, one);
  const seconds = (performance.now() - begunMs) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { done: sorted.length, perSecond: sorted.length / seconds, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
};

const paced = async (
  lines: readonly LoadLine[],
  pace: { readonly perSecond: number; readonly begunMs: number; readonly endMs: number },
  one: (line: LoadLine) => Promise<void>,
): Promise<void> => {
  const free = [...lines];
  const flying = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() < pace.endMs) {
    const due = Math.floor(((performance.now() - pace.begunMs) / 1_000) * pace.perSecond);
    for (; sent < due && free.length > 0; sent++) {
      const line = free.shift();
      if (!line) break;
      const flight = one(line).then(() => {
        free.push(line);
        flying.delete(flight);
      });
      flying.add(flight);
    }
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  await Promise.all(flying);
};

export const summary = (measured: Measured): string =>
  `${Math.round(measured.perSecond)} samples/s, p50 ${measured.p50Ms.toFixed(1)} ms, p95 ${measured.p95Ms.toFixed(1)} ms, p99 ${measured.p99Ms.toFixed(1)} ms`;
