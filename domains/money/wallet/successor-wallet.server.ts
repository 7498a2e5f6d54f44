import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';

interface WalletKey {
  readonly tenantId: string;
  /** As in `card:12`. */
  readonly walletOwner: string;
}

/**
 * Whose wallet stands in for one that was named long ago: a replaced card's is closed, and what it had or owed has gone to its successor. The
 * heir is neither replaced nor joins a pool before the transaction ends. Asked before balances are locked.
 */
export const successorWallet = async (tx: Tx, { tenantId, walletOwner }: WalletKey): Promise<string> => {
  const { rows } = await sql<{ owner: string }>`select wallet_heir(${tenantId}, ${walletOwner}, true) as owner`.execute(tx);
  return rows[0]?.owner ?? walletOwner;
};

/** The wallet that is drawn on now: the heir's, or that of the pool it has joined since; locked, so that its debt may be taken from. */
export const payingWallet = async (tx: Tx, { tenantId, walletOwner }: WalletKey): Promise<string> => {
  const { rows } = await sql<{ owner: string }>`select wallet_drawn_on(${tenantId}, ${walletOwner}) as owner`.execute(tx);
  return rows[0]?.owner ?? walletOwner;
};

/** An owner by how the books name it. */
export const ownerOfCode = (code: string): WalletOwner => {
  const [, ownerType, ownerId = ''] = /^(card|car|customer):(\d+)$/.exec(code) ?? [];
  if (ownerType === 'card' || ownerType === 'car' || ownerType === 'customer') return { ownerType, ownerId };
  throw new Error(`${code} names no owner of a wallet`);
};
