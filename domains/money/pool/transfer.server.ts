import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { accounts } from '../ledger/ledger.ts';
import type { BookingLine } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import type { Books } from '../ledger/ledger.server.ts';
import { partyCode } from '../wallet/balance.server.ts';

export interface WalletTransfer {
  readonly from: WalletOwner;
  readonly to: WalletOwner;
  /** The amount that moves between the wallets. */
  readonly amountCents: bigint;
  /** The debt that `to` takes over from `from`. */
  readonly debtCents: bigint;
}

/** Books a transfer between a wallet and its pool; books nothing when both amounts are zero. */
export const bookTransfer = async (tx: Tx, books: Books, { from, to, amountCents, debtCents }: WalletTransfer): Promise<void> => {
  const lines = [
    ...(amountCents > 0n ? [await transferLine(tx, books, { debit: walletAccountOf(from), credit: walletAccountOf(to), amountCents })] : []),
    ...(debtCents > 0n ? [await transferLine(tx, books, { debit: debtAccountOf(to), credit: debtAccountOf(from), amountCents: debtCents })] : []),
  ];
  if (lines.length > 0) await post(tx, books, { kind: 'move', source: { type: 'funds_pool', id: await nextTransferId(tx) }, lines });
};

const walletAccountOf = (owner: WalletOwner) => accounts.wallet(partyCode(owner));
const debtAccountOf = (owner: WalletOwner) => accounts.receivable(partyCode(owner));
type WalletSpec = ReturnType<typeof walletAccountOf>;

const transferLine = async (
  tx: Tx,
  books: Books,
  line: { readonly debit: WalletSpec; readonly credit: WalletSpec; readonly amountCents: bigint },
): Promise<BookingLine> => {
  const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [line.debit, line.credit]);
  return { debit, credit, amountCents: line.amountCents };
};

const nextTransferId = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: bigint }>`select nextval('funds_pool_move_id') as id`.execute(tx);
  return String(rows[0]?.id);
};
