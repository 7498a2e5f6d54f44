import { inSystem, type Tx } from '#kit/db/index.ts';
import { freshDatabase, type TestDatabase } from '#kit/test/database.ts';
import { accounts } from './ledger.ts';
import { type Books, openAccounts, post, prove } from './ledger.server.ts';

/** The ledger of one tenant with a customer's wallet, for tests. */
export interface TestBooks {
  readonly db: TestDatabase;
  readonly books: Books;
  readonly wallet: bigint;
  readonly otherWallet: bigint;
  readonly cash: bigint;
  readonly fees: bigint;
  readonly receivable: bigint;
  readonly offer: bigint;
  /** Runs one transaction of a worker. */
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Adds money to the wallet. */
  readonly fund: (wallet: bigint, amountCents: bigint) => Promise<void>;
  /** The violated invariants; empty when there are none. */
  readonly brokenInvariants: () => Promise<readonly string[]>;
}

export const testBooks = async (): Promise<TestBooks> => {
  const db = await freshDatabase();
  const books: Books = { tenantId: 7n, currency: 'CNY', actor: 'test' };
  const inTransaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystem(db, work);
  const specs = [
    accounts.wallet('customer:1'),
    accounts.wallet('customer:2'),
    accounts.cash(),
    accounts.fees(5n),
    accounts.receivable('customer:1'),
    accounts.tariffOffer(),
  ];
  const [wallet = 0n, otherWallet = 0n, cash = 0n, fees = 0n, receivable = 0n, offer = 0n] = await inTransaction(async (tx) =>
    openAccounts(tx, books, specs),
  );
  let recharges = 0;
  const fund = async (account: bigint, amountCents: bigint): Promise<void> => {
    recharges += 1;
    const source = { type: 'recharge', id: `fund-${recharges}` };
    await inTransaction(async (tx) => post(tx, books, { kind: 'recharge', source, lines: [{ debit: cash, credit: account, amountCents }] }));
  };
  const brokenInvariants = async (): Promise<readonly string[]> =>
    (await inTransaction(prove)).filter((line) => line.broken !== 0n).map(({ invariant, subject }) => `${invariant} ${subject}`);
  return { db, books, wallet, otherWallet, cash, fees, receivable, offer, inTransaction, fund, brokenInvariants };
};
