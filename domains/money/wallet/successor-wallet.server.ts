import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';

interface WalletKey {
  readonly tenantId: string;
  /** For example `card:12`. */
  readonly walletOwner: string;
}

/**
 * The wallet that replaces the named one: when a card is replaced, its wallet is closed and its balance and debt move to the wallet of the new
 * card. The row of the successor is locked, so that it is neither replaced nor joins a pool before the transaction ends. Call this before balances
 * are locked.
 */
export const successorWallet = async (tx: Tx, { tenantId, walletOwner }: WalletKey): Promise<string> => {
  const { rows } = await sql<{ owner: string }>`select wallet_heir(${tenantId}, ${walletOwner}, true) as owner`.execute(tx);
  return rows[0]?.owner ?? walletOwner;
};

/**
 * The wallet that pays now: the successor's own, or that of the pool the successor has joined. The row is locked, so that its debt may be reduced.
 */
export const payingWallet = async (tx: Tx, { tenantId, walletOwner }: WalletKey): Promise<string> => {
  const { rows } = await sql<{ owner: string }>`select wallet_drawn_on(${tenantId}, ${walletOwner}) as owner`.execute(tx);
  return rows[0]?.owner ?? walletOwner;
};

/** Reads the owner from an account code of the books, such as `card:12`. */
export const ownerOfCode = (code: string): WalletOwner => {
  const [, ownerType, ownerId = ''] = /^(card|car|customer):(\d+)$/.exec(code) ?? [];
  if (ownerType === 'card' || ownerType === 'car' || ownerType === 'customer') return { ownerType, ownerId };
  throw new Error(`${code} names no owner of a wallet`);
};
