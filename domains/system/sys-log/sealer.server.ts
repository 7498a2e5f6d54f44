import type { SealParts } from './seal.server.ts';
import { catchUpHeads, sealBounds, sealLog } from './seal.server.ts';

export interface LogSealer {
  /** Seals once more, so that nothing written before waits for the next start. */
  readonly stop: () => Promise<void>;
}

/** Seals the log every few seconds, one look at a time. */
export const startLogSealer = (parts: SealParts & { readonly onError: (error: unknown) => void; readonly everyMs?: number }): LogSealer => {
  let running: Promise<void> | undefined;
  let caughtUp = false;
  const look = async (): Promise<void> => {
    try {
      if (!caughtUp) await catchUpHeads(parts);
      caughtUp = true;
      while ((await sealLog(parts)).more);
    } catch (error) {
      parts.onError(error);
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => void (running ??= look()), parts.everyMs ?? sealBounds.everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await look();
    },
  };
};
