import type { Tx } from '#kit/db/index.ts';

interface PileChange {
  readonly cpCode: string;
  /** Who changed something. */
  readonly by: string;
  readonly because: string;
}

/** What operators change here and a pile has to hear. Commands stand later on the street; they are written in the transaction of the change. */
export interface PileLine {
  /** Parameters by their numbers, as devices take them: `60`, `1`. What the pile's protocol does not know is left out. */
  setParameters(tx: Tx, told: PileChange & { readonly values: Readonly<Record<number, string>>; readonly nowMs: number }): Promise<void>;
  /** Ends the session the pile has now; without one nothing happens. */
  endSession(tx: Tx, told: PileChange): Promise<void>;
}

/** Piles that hear nothing, where none can be reached. */
export const noPiles: PileLine = { setParameters: async () => undefined, endSession: async () => undefined };
