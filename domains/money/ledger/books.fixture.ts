import { inSystem, type Tx } from '#kit/db/index.ts';
import { freshDatabase, type TestDatabase } from '#kit/test/database.ts';
import { accounts } from './ledger.ts';
import { type Books, openAccounts, post, prove } from './ledger.server.ts';

/** Books of one tenant with a customer's wallet, for tests. */
export interface TestBooks {
  readonly db: TestDatabase;
  readonly books: Books;
  readonly wallet: bigint;
  readonly other: bigint;
  readonly cash: bigint;
  readonly fees: bigint;
  readonly receivable: bigint;
  readonly offer: bigint;
  /** One transaction of a worker. */
  readonly run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Puts money into the wallet. */
  readonly fund: (wallet: bigint, amountCents: bigint) => Promise<void>;
  /** Invariants that are broken; empty is right. */
  readonly broken: () => Promise<readonly string[]>;
}

export const testBooks = async (): Promise<TestBooks> => {
  const db = await freshDatabase();
  const books: Books = { tenantId: 7n, currency: 'CNY', actor: 'test' };
  const run = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystem(db, work);
  const specs = [
    accounts.wallet('customer:1'),
    accounts.wallet('customer:2'),
    accounts.cash(),
    accounts.fees(5n),
    accounts.receivable('customer:1'),
    accounts.tariffOffer(),
  ];
  const [wallet = 0n, other = 0n, cash = 0n, fees = 0n, receivable = 0n, offer = 0n] = await run(async (tx) => openAccounts(tx, books, specs));
  let recharges = 0;
  const fund = async (account: bigint, amountCents: bigint): Promise<void> => {
    recharges += 1;
    const source = { type: 'recharge', id: `fund-${recharges}` };
    await run(async (tx) => post(tx, books, { kind: 'recharge', source, lines: [{ debit: cash, credit: account, amountCents }] }));
  };
  const broken = async (): Promise<readonly string[]> =>
    (await run(prove)).filter((each) => each.broken !== 0n).map(({ invariant, subject }) => `${invariant} ${subject}`);
  return { db, books, wallet, other, cash, fees, receivable, offer, run, fund, broken };
};
