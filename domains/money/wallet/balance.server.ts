import { sql } from 'kysely';
import { cents } from '#engines/money/units.ts';
import type { Cents } from '#engines/money/units.ts';
import type { Tx } from '#kit/db/index.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { accounts } from '../ledger/ledger.ts';
import { balancesOf } from '../ledger/ledger.server.ts';

export interface WalletQuery {
  readonly tenantId: string;
  readonly currency: string;
  readonly owner: WalletOwner;
}

export interface WalletBalance {
  /** Undefined while nothing was ever booked to it. */
  readonly accountId: bigint | undefined;
  readonly postedCents: Cents;
  readonly heldCents: Cents;
  /** What can be spent: posted less held. */
  readonly availableCents: Cents;
  /** What earlier bills and reversals left unpaid. */
  readonly owedCents: Cents;
}

/** How the books name a party: `card:12`. */
export const partyCode = ({ ownerType, ownerId }: WalletOwner): string => `${ownerType}:${ownerId}`;

/** What a wallet holds now, to the cent; a wallet that was never used holds nothing. Opens no account. */
export const walletBalance = async (tx: Tx, { tenantId, currency, owner }: WalletQuery): Promise<WalletBalance> => {
  const [wallet, debt] = [accounts.wallet(partyCode(owner)).code, accounts.receivable(partyCode(owner)).code];
  const { rows } = await sql<{ accountId: bigint }>`select account_id from ledger.account
    where tenant_id = ${tenantId} and currency = ${currency} and code = any(${[wallet, debt]})`.execute(tx);
  const balances =
    rows.length === 0
      ? []
      : await balancesOf(
          tx,
          rows.map(({ accountId }) => accountId),
        );
  const found = balances.find(({ code }) => code === wallet);
  return {
    accountId: found?.accountId,
    postedCents: found?.postedCents ?? cents(0n),
    heldCents: found?.heldCents ?? cents(0n),
    availableCents: found?.availableCents ?? cents(0n),
    owedCents: balances.find(({ code }) => code === debt)?.postedCents ?? cents(0n),
  };
};
