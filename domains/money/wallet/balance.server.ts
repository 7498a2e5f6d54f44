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
  /** Undefined while the wallet has no booking. */
  readonly accountId: bigint | undefined;
  readonly postedCents: Cents;
  readonly heldCents: Cents;
  /** The amount that can be spent: posted minus held. */
  readonly availableCents: Cents;
  /** The unpaid amounts of earlier bills and reversals. */
  readonly owedCents: Cents;
}

/** The name of a party in the ledger: `card:12`. */
export const partyCode = ({ ownerType, ownerId }: WalletOwner): string => `${ownerType}:${ownerId}`;

/** The current balance of a wallet; zero for a wallet that was never used. Opens no account. */
export const walletBalance = async (tx: Tx, { owner, ...books }: WalletQuery): Promise<WalletBalance> =>
  (await walletBalances(tx, { ...books, owners: [owner] })).get(partyCode(owner)) ?? emptyBalance;

/** The balance of a wallet without a booking. */
export const emptyBalance: WalletBalance = {
  accountId: undefined,
  postedCents: cents(0n),
  heldCents: cents(0n),
  availableCents: cents(0n),
  owedCents: cents(0n),
};

/** The same for several wallets by `partyCode`; unused ones may be missing. */
export const walletBalances = async (
  tx: Tx,
  { tenantId, currency, owners }: Omit<WalletQuery, 'owner'> & { readonly owners: readonly WalletOwner[] },
): Promise<ReadonlyMap<string, WalletBalance>> => {
  const parties = owners.map(partyCode);
  const codes = parties.flatMap((party) => [accounts.wallet(party).code, accounts.receivable(party).code]);
  const { rows } = await sql<{ accountId: bigint }>`select account_id from ledger.account
    where tenant_id = ${tenantId} and currency = ${currency} and code = any(${codes})`.execute(tx);
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ accountId }) => accountId);
  const byCode = new Map((await balancesOf(tx, ids)).map((balance) => [balance.code, balance]));
  return new Map(
    parties.map((party) => {
      const row = byCode.get(accounts.wallet(party).code);
      const owedCents = byCode.get(accounts.receivable(party).code)?.postedCents ?? emptyBalance.owedCents;
      if (!row) return [party, { ...emptyBalance, owedCents }];
      const { accountId, postedCents, heldCents, availableCents } = row;
      return [party, { accountId, postedCents, heldCents, availableCents: availableCents ?? emptyBalance.availableCents, owedCents }];
    }),
  );
};

/**
 * What wallets hold and can spend now, by `partyCode`; unused ones are missing. It reads no debts, and so nothing but the rows of the wallets, which
 * change with each booking.
 */
export const spendableOf = async (
  tx: Tx,
  { tenantId, currency, owners }: Omit<WalletQuery, 'owner'> & { readonly owners: readonly WalletOwner[] },
): Promise<ReadonlyMap<string, Pick<WalletBalance, 'postedCents' | 'availableCents'>>> => {
  const parties = new Map(owners.map((owner) => [accounts.wallet(partyCode(owner)).code, partyCode(owner)]));
  const { rows } = await sql<{
    code: string;
    posted: bigint;
    available: bigint | null;
  }>`select a.code, b.posted, b.posted - b.held - b.min_balance as available
    from ledger.account a join ledger.balance b using (account_id) where a.tenant_id = ${tenantId} and a.currency = ${currency} and a.code = any(${[...parties.keys()]})`.execute(
    tx,
  );
  return new Map(
    rows.map(({ code, posted, available }) => [parties.get(code) ?? code, { postedCents: cents(posted), availableCents: cents(available ?? 0n) }]),
  );
};
