import type { Tx } from '#kit/db/index.ts';

interface PileChange {
  readonly cpCode: string;
  /** The user who made the change. */
  readonly requestedBy: string;
  readonly reason: string;
}

/**
 * Changes by operators that must reach a pile. The command domain implements it, because it comes later in the import order;
 * commands are written in the transaction of the change.
 */
export interface PileCommandSender {
  /** Parameters by the numbers that devices use, with text values: `60`, `1`. Parameters that the pile's protocol lacks are left out. */
  setParameters(tx: Tx, change: PileChange & { readonly values: Readonly<Record<number, string>>; readonly nowMs: number }): Promise<void>;
  /** Ends the pile's current session, if there is one. */
  endSession(tx: Tx, change: PileChange): Promise<void>;
}

/** Sends nothing; for programs that cannot reach piles. */
export const noPileCommands: PileCommandSender = { setParameters: async () => undefined, endSession: async () => undefined };
