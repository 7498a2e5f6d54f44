import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testBooks } from './books.fixture.ts';
import { accounts } from './ledger.ts';
import { openAccounts, placeHold, post, settle } from './ledger.server.ts';

/** What the database itself refuses: SQL with the role of handlers, the role of workers and the owner of the tables. */
const { db, books, wallet, otherWallet: other, cash, fees, receivable, inTransaction: run, fund, brokenInvariants: broken } = await testBooks();
afterAll(db.close);

let journalId = 0n;
beforeAll(async () => {
  await fund(wallet, 100_00n);
  await run(async (tx) => placeHold(tx, { tenantId: 7n, accountId: wallet, orderId: 1n, amountCents: 1_00n }));
  await run(async (tx) => settle(tx, books, { orderId: 2n, payer: wallet, receivable, lines: [{ debit: wallet, credit: fees, amountCents: 1n }] }));
  const booked = await run(async (tx) =>
    post(tx, books, { kind: 'recharge', source: { type: 'test', id: 'first' }, lines: [{ debit: cash, credit: other, amountCents: 1n }] }),
  );
  ({ journalId } = booked);
});
afterEach(async () => expect(await broken()).toEqual([]));

/** Runs statements in one transaction with a role, and rolls it back. */
const as = async (role: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client(db.superuserUrl);
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.tenants = '*'; SET LOCAL ROLE ${role}`);
    for (const statement of statements) await client.query(statement);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  } finally {
    await client.end();
  }
};
const lineOf = (debit: bigint, credit: bigint, amount: bigint | string) => `ARRAY['(${debit},${credit},${amount},,)']::ledger.line[]`;
const posting = (key: string, line: string, { tenant = 7, currency = 'CNY' } = {}) =>
  `SELECT ledger.post(${tenant}, '${currency}', 'move', 'test', '${key}', ${line}, 'test')`;

const tables = ['account', 'balance', 'journal', 'posting', 'movement', 'hold', 'watermark'] as const;
for (const role of ['chargeops_app', 'chargeops_system']) {
  for (const table of tables) {
    test(`${role} may not write ${table}`, async () => {
      await expect(as(role, `INSERT INTO ledger.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ledger.${table} LIMIT 0`)).rejects.toMatchObject({
        code: '42501',
      });
      const column = table === 'watermark' ? 'xid' : 'tenant_id';
      await expect(as(role, `UPDATE ledger.${table} SET ${column} = ${column}`)).rejects.toMatchObject({ code: '42501' });
      await expect(as(role, `DELETE FROM ledger.${table}`)).rejects.toMatchObject({ code: '42501' });
      await expect(as(role, `TRUNCATE ledger.${table} CASCADE`)).rejects.toMatchObject({ code: '42501' });
    });
  }
}

test('handlers reach neither the inner booking function nor the roll-up', async () => {
  await expect(as('chargeops_app', 'SELECT ledger.roll_up()')).rejects.toMatchObject({ code: '42501' });
  await expect(as('chargeops_app', `SELECT ledger.book(7, 'CNY', 'x', 'x', 'x', '{}', 'x', now(), 1, 1, 1, 1, false)`)).rejects.toMatchObject({
    code: '42501',
  });
});

for (const table of ['account', 'journal', 'posting', 'movement'] as const) {
  test(`the owner of the books cannot change or empty ${table}`, async () => {
    await expect(as('ledger_owner', `UPDATE ledger.${table} SET tenant_id = tenant_id`)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('never changed'),
    });
    await expect(as('ledger_owner', `UPDATE ledger.${table} SET tenant_id = tenant_id WHERE false`)).rejects.toMatchObject({ code: '42501' });
    await expect(as('ledger_owner', `DELETE FROM ledger.${table}`)).rejects.toMatchObject({ code: '42501' });
    await expect(as('ledger_owner', `TRUNCATE ledger.${table} CASCADE`)).rejects.toMatchObject({ code: '42501' });
  });
}

for (const table of ['balance', 'hold', 'watermark'] as const) {
  test(`the owner of the books cannot delete from ${table}`, async () => {
    await expect(as('ledger_owner', `DELETE FROM ledger.${table}`)).rejects.toMatchObject({ code: '42501' });
    await expect(as('ledger_owner', `TRUNCATE ledger.${table} CASCADE`)).rejects.toMatchObject({ code: '42501' });
  });
}

test('truncating a parent with CASCADE does not reach the sealed rows', async () => {
  await expect(
    as('ledger_owner', 'TRUNCATE ledger.account, ledger.balance, ledger.journal, ledger.posting, ledger.movement, ledger.hold'),
  ).rejects.toMatchObject({ code: '42501' });
});

test('a journal takes no posting and no movement once its transaction is over', async () => {
  const late = `INSERT INTO ledger.posting (journal_id, seq, tenant_id, currency, debit_id, credit_id, amount) VALUES (${journalId}, 99, 7, 'CNY', ${cash}, ${other}, 1)`;
  await expect(as('ledger_owner', late)).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('sealed') });
  const moved = `INSERT INTO ledger.movement VALUES (${wallet}, 99, 7, ${journalId}, 1, 2)`;
  await expect(as('ledger_owner', moved)).rejects.toMatchObject({ code: '42501' });
});

test('an ended hold rests, and none shrinks or moves', async () => {
  await expect(as('ledger_owner', 'UPDATE ledger.hold SET amount = amount - 1 WHERE order_id = 1')).rejects.toMatchObject({ code: '42501' });
  await expect(as('ledger_owner', `UPDATE ledger.hold SET account_id = ${other} WHERE order_id = 1`)).rejects.toMatchObject({ code: '42501' });
  await expect(
    as('ledger_owner', `UPDATE ledger.hold SET state = 'released' WHERE order_id = 1`, `UPDATE ledger.hold SET state = 'open' WHERE order_id = 1`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('an overdraft is refused, by one cent too, by booking and by hold', async () => {
  await expect(as('chargeops_system', posting('over', lineOf(wallet, cash, 99_00n)))).rejects.toMatchObject({
    code: '23514',
    constraint: 'no_overdraft',
  });
  await expect(as('chargeops_system', posting('fits', lineOf(wallet, cash, 98_99n)))).resolves.toBeUndefined();
  await expect(as('ledger_owner', `UPDATE ledger.balance SET posted = -1 WHERE account_id = ${wallet}`)).rejects.toMatchObject({
    code: '23514',
    constraint: 'no_overdraft',
  });
  await expect(as('chargeops_system', `SELECT ledger.place_hold(7, ${wallet}, 77, 9900)`)).rejects.toMatchObject({
    code: '23514',
    constraint: 'no_overdraft',
  });
});

test('amounts of zero, below zero or none, and an account that pays itself, are refused', async () => {
  for (const amount of ['0', '-1', '']) {
    await expect(as('chargeops_system', posting(`amount${amount}`, lineOf(cash, wallet, amount)))).rejects.toMatchObject({
      code: '23514',
      constraint: 'amount_positive',
    });
  }
  await expect(as('chargeops_system', posting('self', lineOf(cash, cash, 1n)))).rejects.toMatchObject({
    code: '23514',
    constraint: 'no_self_transfer',
  });
  await expect(as('chargeops_system', `SELECT ledger.post(7, 'CNY', 'move', 'test', 'none', '{}', 'test')`)).rejects.toMatchObject({ code: '22023' });
  await expect(as('chargeops_system', `SELECT ledger.place_hold(7, ${wallet}, 78, 0)`)).rejects.toMatchObject({ code: '23514' });
});

test('an account of another tenant, another currency or nobody is refused', async () => {
  const [foreign = 0n] = await run(async (tx) => openAccounts(tx, { tenantId: 8n, currency: 'CNY' }, [accounts.wallet('customer:9')]));
  const [euro = 0n] = await run(async (tx) => openAccounts(tx, { tenantId: 7n, currency: 'EUR' }, [accounts.cash()]));
  await expect(as('chargeops_system', posting('foreign', lineOf(cash, foreign, 1n)))).rejects.toMatchObject({
    code: '23503',
    constraint: 'posting_credit',
  });
  await expect(as('chargeops_system', posting('euro', lineOf(euro, wallet, 1n)))).rejects.toMatchObject({
    code: '23503',
    constraint: 'posting_debit',
  });
  await expect(as('chargeops_system', posting('other', lineOf(cash, wallet, 1n), { tenant: 8 }))).rejects.toMatchObject({ code: '23503' });
  await expect(as('chargeops_system', posting('nobody', lineOf(cash, 999_999n, 1n)))).rejects.toMatchObject({ code: '23503' });
  await expect(as('chargeops_system', `SELECT ledger.place_hold(8, ${wallet}, 79, 1)`)).rejects.toMatchObject({ code: '23514' });
});

test('a handler outside its tenants is refused by every function', async () => {
  const calls = [
    posting('scope', lineOf(cash, wallet, 1n)),
    `SELECT ledger.open_account(7, 'CNY', 'L', 'x', true, 0)`,
    `SELECT ledger.close_account(7, ${wallet})`,
    `SELECT ledger.place_hold(7, ${wallet}, 80, 1)`,
    'SELECT ledger.enlarge_hold(7, 1, 200)',
    'SELECT ledger.release_hold(7, 1)',
    `SELECT ledger.settle(7, 'CNY', 81, ${wallet}, ${receivable}, '{}', 'test')`,
    `SELECT ledger.settle_all(7, 'CNY', '{82}', '{${wallet}}', '{${receivable}}', '{"{}"}', 'test', '{null}')`,
    `SELECT ledger.reverse(7, ${journalId}, 'x', 'x', 'test')`,
    `SELECT ledger.capture(7, 'CNY', 'reserve_fee', 'test', 'c', '{}', 'test', 1)`,
  ];
  for (const call of calls) {
    for (const scope of ['8', '', '8,77']) {
      await expect(as('chargeops_app', `SET LOCAL app.tenants = '${scope}'`, call), call).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('outside the scope'),
      });
    }
  }
});

test('a settlement or a reversal cannot be imitated by a plain booking', async () => {
  for (const kind of ['settle', 'reverse']) {
    await expect(
      as('chargeops_system', `SELECT ledger.post(7, 'CNY', '${kind}', 'order', '5', ${lineOf(cash, wallet, 1n)}, 'test')`),
    ).rejects.toMatchObject({ code: '22023' });
  }
});

test('an account cannot be made without its balance row, and a lost row stops every booking', async () => {
  const bare = `INSERT INTO ledger.account (tenant_id, currency, class, code, sync) VALUES (7, 'CNY', 'L', 'bare', true)`;
  await expect(as('ledger_owner', bare)).rejects.toMatchObject({ code: '23514', constraint: 'balance_row_exists' });
  const lost = `SET LOCAL session_replication_role = replica; DELETE FROM ledger.balance WHERE account_id = ${other}; SET LOCAL session_replication_role = origin`;
  const enough = 'SET LOCAL ROLE chargeops_system';
  await expect(as('postgres', lost, enough, posting('lost', lineOf(cash, other, 1n)))).rejects.toMatchObject({
    code: '23514',
    constraint: 'balance_row_exists',
  });
  await expect(as('postgres', lost, enough, `SELECT ledger.place_hold(7, ${other}, 82, 1)`)).rejects.toMatchObject({
    code: '23514',
    constraint: 'balance_row_exists',
  });
});

test('an amount so large that sums could leave bigint is refused', async () => {
  await expect(as('chargeops_system', posting('huge', lineOf(cash, other, 10n ** 15n + 1n)))).rejects.toMatchObject({
    code: '23514',
    constraint: 'amount_positive',
  });
});
