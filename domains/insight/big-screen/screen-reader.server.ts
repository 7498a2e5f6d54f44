import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { OpenScreen } from './screen-key.server.ts';
import { readLive } from './screen-live.server.ts';
import { readSums } from './screen-sums.server.ts';
import type { ScreenLive, ScreenSums } from './screen-stream.ts';

/** All screens of a tenant or a station share what was read within these times. */
const LIVE_MS = 1_500;
const SUMS_MS = 10_000;
/** What nobody has read for so long is forgotten. */
const FORGOTTEN_MS = 60_000;

/** The part of the network that a screen shows. */
export type ScreenPart = Pick<OpenScreen, 'tenantId' | 'stationId'>;

interface Shared<T> {
  readonly atMs: number;
  readonly value: Promise<T>;
}

export interface ScreenReader {
  readonly read: (part: ScreenPart) => Promise<{ readonly live: ScreenLive; readonly sums: ScreenSums }>;
}

export const createScreenReader = ({ database, clock }: { readonly database: Database; readonly clock: () => Date }): ScreenReader => {
  const lives = new Map<string, Shared<ScreenLive>>();
  const sums = new Map<string, Shared<ScreenSums>>();
  const shared = <T>(known: Map<string, Shared<T>>, key: string, { withinMs, read }: { withinMs: number; read: () => Promise<T> }): Promise<T> => {
    const nowMs = performance.now();
    for (const [old, { atMs }] of known) if (nowMs - atMs > FORGOTTEN_MS) known.delete(old);
    const found = known.get(key);
    if (found && nowMs - found.atMs < withinMs) return found.value;
    const value = read();
    known.set(key, { atMs: nowMs, value });
    // A failure is not shared with the next reader.
    value.catch(() => known.delete(key));
    return value;
  };
  return {
    read: async (part) => {
      const key = `${part.tenantId} ${part.stationId ?? ''}`;
      const now = clock();
      const live = shared(lives, key, { withinMs: LIVE_MS, read: () => inSystem(database, (tx) => readLive(tx, part, now)) });
      const summed = shared(sums, key, {
        withinMs: SUMS_MS,
        read: () => inSystem(database, (tx) => readSums(tx, part, { now, registry: database })),
      });
      return { live: await live, sums: await summed };
    },
  };
};
