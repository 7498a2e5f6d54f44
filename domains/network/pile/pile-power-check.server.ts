import type { Tx } from '#kit/db/index.ts';

/**
 * Refuses a change after which the piles of a power control could pass its limit. The power domain implements it, because it comes later in the
 * import order; it is called in the transaction of the change.
 */
export type PilePowerCheck = (tx: Tx, powerControlId: string) => Promise<void>;
