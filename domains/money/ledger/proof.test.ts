import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { testBooks } from './books.fixture.ts';
import { placeHold, rollUp, settle } from './ledger.server.ts';

/** Violates each invariant once, bypassing all checks, and expects the proof to name it. */
const { db, books, wallet, otherWallet: other, fees, receivable, inTransaction: run, fund, brokenInvariants: broken } = await testBooks();
afterAll(db.close);

await fund(wallet, 100_00n);
await fund(other, 50_00n);
await run(async (tx) => placeHold(tx, { tenantId: 7n, accountId: other, orderId: 2n, amountCents: 5_00n }));
const settled = await run(async (tx) =>
  settle(tx, books, { orderId: 1n, payer: wallet, receivable, lines: [{ debit: wallet, credit: fees, amountCents: 120_00n }] }),
);
// Transactions of other test files on this server delay the roll-up.
await eventually(async () => {
  await run(rollUp);
  expect(await db.asSuperuser('SELECT posted FROM ledger.balance WHERE account_id = $1', [fees])).toEqual([{ posted: 120_00n }]);
}, 50);

/** Changes data as a superuser, runs the proof, and reverts the change; returns the violated invariants. */
const brokenAfter = async (statement: string, proof: string): Promise<string[]> => {
  const client = new pg.Client(db.superuserUrl);
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}`);
    const { rows } = await client.query<{ invariant: string }>(`SELECT invariant FROM ${proof} WHERE broken > 0 ORDER BY 1`);
    return rows.map(({ invariant }) => invariant);
  } finally {
    await client.end();
  }
};
/** The check of recent bookings finds the same when its period begins before the first booking. */
const afterTampering = async (statement: string, checked?: readonly string[]): Promise<string[]> => {
  const byWholeProof = await brokenAfter(statement, 'ledger.proof()');
  const check = await brokenAfter(statement, `ledger.proof_between('0', '9223372036854775807')`);
  expect(check, statement).toEqual(checked ?? byWholeProof);
  return byWholeProof;
};

test('untouched books are proven', async () => {
  expect(await broken()).toEqual([]);
  expect(await afterTampering('')).toEqual([]);
});

test('a posting of another tenant, or none at all, breaks I1', async () => {
  const journal = settled.journalId;
  expect(await afterTampering(`UPDATE ledger.posting SET tenant_id = 8 WHERE journal_id = ${journal}`)).toEqual(['I1']);
  expect(await afterTampering(`UPDATE ledger.posting SET currency = 'EUR' WHERE journal_id = ${journal}`)).toEqual(['I1']);
  const empty = `INSERT INTO ledger.journal (tenant_id, currency, kind, source_type, source_id, fingerprint, effective_at, actor) VALUES (7, 'CNY', 'move', 'x', 'x', '', now(), 'x')`;
  expect(await afterTampering(empty)).toEqual(['I1']);
});

test('one cent more or less anywhere breaks I2, and the trial balance where a balance row lies', async () => {
  expect(await afterTampering(`UPDATE ledger.balance SET posted = posted + 1 WHERE account_id = ${other}`)).toEqual(['I2', 'I6']);
  expect(await afterTampering(`UPDATE ledger.balance SET posted = posted - 1 WHERE account_id = ${fees}`, ['I6'])).toEqual(['I2', 'I6']);
  expect(await afterTampering(`UPDATE ledger.posting SET amount = amount + 1 WHERE debit_id = ${wallet}`)).toEqual(['I2']);
  // The posting is between own accounts and rolled up: the whole proof adds them up again, and the chain misses the posting.
  expect(await afterTampering(`DELETE FROM ledger.posting WHERE debit_id = ${receivable}`, [])).toEqual(['I2']);
  expect(await afterTampering(`UPDATE ledger.movement SET change = change + 1 WHERE account_id = ${wallet} AND version = 1`)).toEqual(['I2']);
  expect(await afterTampering(`DELETE FROM ledger.movement WHERE account_id = ${wallet} AND version = 2`)).toEqual(['I2']);
});

test('a hold that is not in the balance breaks I3', async () => {
  expect(await afterTampering(`UPDATE ledger.balance SET held = held + 1 WHERE account_id = ${other}`)).toEqual(['I3']);
  expect(await afterTampering('DELETE FROM ledger.hold')).toEqual(['I3']);
});

test('a wallet below its floor, or without a balance row, breaks I4', async () => {
  const below = `ALTER TABLE ledger.balance DROP CONSTRAINT no_overdraft; UPDATE ledger.balance SET min_balance = 5000 WHERE account_id = ${wallet}`;
  expect(await afterTampering(below)).toEqual(['I4']);
  expect(await afterTampering(`DELETE FROM ledger.balance WHERE account_id = ${wallet}`)).toContain('I4');
});

test('an order settled twice, or settled and still held, breaks I5', async () => {
  const twice = `INSERT INTO ledger.journal (tenant_id, currency, kind, source_type, source_id, fingerprint, order_id, effective_at, actor) VALUES (7, 'CNY', 'settle', 'order', 'again', '', 1, now(), 'x')`;
  expect(await afterTampering(twice)).toEqual(['I5']);
  expect(await afterTampering('UPDATE ledger.hold SET order_id = 1')).toEqual(['I5']);
});

test('the proof names what is wrong', async () => {
  const client = new pg.Client(db.superuserUrl);
  await client.connect();
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica; UPDATE ledger.balance SET held = held + 1 WHERE account_id = ${other}`);
  const { rows } = await client.query(`SELECT subject FROM ledger.proof() WHERE invariant = 'I3'`);
  await client.end();
  expect(rows).toEqual([{ subject: `account ${other}` }]);
});
