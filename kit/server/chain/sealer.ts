import type { SealParts } from './seal.ts';
import { catchUpHeads, sealBounds, sealRows } from './seal.ts';

export interface Sealer {
  /** Seals a last time, so that no row has to wait for the next start. */
  readonly stop: () => Promise<void>;
}

/** Seals the rows of a chain every few seconds, one run at a time. */
export const startSealer = (parts: SealParts & { readonly onError: (error: unknown) => void; readonly everyMs?: number }): Sealer => {
  let running: Promise<void> | undefined;
  let caughtUp = false;
  const sealPending = async (): Promise<void> => {
    try {
      if (!caughtUp) await catchUpHeads(parts);
      caughtUp = true;
      while ((await sealRows(parts)).more);
    } catch (error) {
      parts.onError(error);
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => void (running ??= sealPending()), parts.everyMs ?? sealBounds.everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await sealPending();
    },
  };
};
