import { sql } from 'kysely';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';

interface DifferenceToBook {
  readonly tenantId: bigint;
  readonly payConfId: bigint;
  readonly currency: string;
  readonly differenceAmount: bigint;
}

/**
 * Lets the books follow the provider: D provider, C money to be clarified, where the provider has more, and the other way round. `isBack` takes it back.
 * Booked once each.
 */
export const bookDifference = async (
  tx: Tx,
  payDifferenceId: string,
  { actor, isBack }: { readonly actor: string; readonly isBack: boolean },
): Promise<void> => {
  const { rows } = await sql<DifferenceToBook>`select tenant_id, pay_conf_id, currency, difference_amount from pay_difference
    where pay_difference_id = ${payDifferenceId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`difference ${payDifferenceId} has gone`);
  const books = { tenantId: row.tenantId, currency: row.currency, actor };
  const [provider = 0n, unidentified = 0n] = await openAccounts(tx, books, [accounts.provider(String(row.payConfId)), accounts.unidentified()]);
  const cents = isBack ? -row.differenceAmount : row.differenceAmount;
  const line =
    cents > 0n ? { debit: provider, credit: unidentified, amountCents: cents } : { debit: unidentified, credit: provider, amountCents: -cents };
  await post(tx, books, {
    kind: 'bill_diff',
    source: { type: 'pay_difference', id: isBack ? `${payDifferenceId}:back` : payDifferenceId },
    lines: [line],
  });
};
