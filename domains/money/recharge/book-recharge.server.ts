import type { Tx } from '#kit/db/index.ts';
import { accounts } from '../ledger/ledger.ts';
import type { AccountSpec } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import type { Books } from '../ledger/ledger.server.ts';
import { emptyBalance, partyCode, walletBalance } from '../wallet/balance.server.ts';
import type { WalletQuery } from '../wallet/balance.server.ts';
import { debtPart } from './recharge.rules.ts';
import { balanceChange, nextRecordId } from './record.server.ts';

export interface RechargeBooking {
  /** Whose row is locked, because a debt is paid. */
  readonly party: WalletQuery;
  readonly amountCents: bigint;
  /** Where the money came in. */
  readonly from: AccountSpec;
  readonly effectiveAt?: Date;
  /** For a payment of an earlier time, which all belongs to the wallet: a debt of today is not paid by it. */
  readonly leavesDebt?: true;
}

/** Pays the debt of the party, if any, and adds the rest to its wallet. Returns what the record of the recharge says. */
export const bookRecharge = async (tx: Tx, books: Books, { party, amountCents, from, effectiveAt, leavesDebt }: RechargeBooking) => {
  const rechargRecordId = await nextRecordId(tx);
  const code = partyCode(party.owner);
  const { postedCents, owedCents } = leavesDebt ? emptyBalance : await walletBalance(tx, party);
  const debtPaidMoney = debtPart(amountCents, owedCents);
  const filledCents = amountCents - debtPaidMoney;
  const [wallet = 0n, source = 0n, debt = 0n] = await openAccounts(tx, books, [
    accounts.wallet(code),
    from,
    ...(debtPaidMoney > 0n ? [accounts.receivable(code)] : []),
  ]);
  const booking = await post(tx, books, {
    kind: 'recharge',
    source: { type: 'recharge', id: rechargRecordId },
    lines: [
      ...(debtPaidMoney > 0n ? [{ debit: source, credit: debt, amountCents: debtPaidMoney }] : []),
      ...(filledCents > 0n ? [{ debit: source, credit: wallet, amountCents: filledCents }] : []),
    ],
    ...(effectiveAt && { effectiveAt }),
  });
  return { ...balanceChange(booking, { wallet, postedCents }), rechargRecordId, debtPaidMoney };
};
