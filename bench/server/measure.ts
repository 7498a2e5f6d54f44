/** One pile's connection: sends a sample and resolves when it is answered. */
export interface LoadConnection {
  send(): Promise<void>;
  end(): void;
}

export interface SampleTimings {
  readonly done: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** How often due samples are sent; a finer clock would measure the client. */
const TICK_MS = 5;

/** Sends over all connections in turn, at a pace or as fast as each answers; a connection has at most one pending sample. */
export const measure = async (
  connections: readonly LoadConnection[],
  options: { readonly perSecond: number; readonly seconds: number },
): Promise<SampleTimings> => {
  const latencies: number[] = [];
  const endMs = performance.now() + options.seconds * 1_000;
  const sendTimed = async (line: LoadConnection): Promise<void> => {
    const sentMs = performance.now();
    await line.send();
    latencies.push(performance.now() - sentMs);
  };
  const begunMs = performance.now();
  if (options.perSecond === Number.POSITIVE_INFINITY) {
    await Promise.all(
      connections.map(async (line) => {
        while (performance.now() < endMs) await sendTimed(line);
      }),
    );
  } else await sendPaced(connections, { perSecond: options.perSecond, begunMs, endMs }, sendTimed);
  const seconds = (performance.now() - begunMs) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { done: sorted.length, perSecond: sorted.length / seconds, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
};

const sendPaced = async (
  connections: readonly LoadConnection[],
  pace: { readonly perSecond: number; readonly begunMs: number; readonly endMs: number },
  sendTimed: (line: LoadConnection) => Promise<void>,
): Promise<void> => {
  const free = [...connections];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() < pace.endMs) {
    const due = Math.floor(((performance.now() - pace.begunMs) / 1_000) * pace.perSecond);
    for (; sent < due && free.length > 0; sent++) {
      const line = free.shift();
      if (!line) break;
      const sending = sendTimed(line).then(() => {
        free.push(line);
        pending.delete(sending);
      });
      pending.add(sending);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
};

export const summary = (measured: SampleTimings): string =>
  `${Math.round(measured.perSecond)} samples/s, p50 ${measured.p50Ms.toFixed(1)} ms, p95 ${measured.p95Ms.toFixed(1)} ms, p99 ${measured.p99Ms.toFixed(1)} ms`;
