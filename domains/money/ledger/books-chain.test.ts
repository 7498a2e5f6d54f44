import { randomBytes } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { proveChain } from '#kit/server/chain/prove.ts';
import { startSealer } from '#kit/server/chain/sealer.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { booksChain } from './books-chain.server.ts';
import { testBooks } from './books.fixture.ts';
import { openAccounts, post, settle } from './ledger.server.ts';
import { accounts } from './ledger.ts';

const {
  db,
  books,
  wallet,
  fees,
  receivable,
  otherWallet: other,
  cash,
  offer,
  inTransaction: run,
  fund,
  brokenInvariants: broken,
} = await testBooks();
const folder = temporaryFolder('audit');
afterAll(async () => {
  await db.close();
});
const secrets = createSecrets([randomBytes(32)]);

const prove = (since?: Date) =>
  proveChain({ chained: booksChain, database: db, secrets, folder, clock: () => new Date(Date.now() + 120_000), ...(since && { since }) });
const seal = (): Promise<void> => {
  const onError = (error: unknown) => {
    throw error;
  };
  return startSealer({ chained: booksChain, database: db, secrets, folder, clock: () => new Date(), onError }).stop();
};
/** The number of sealed rows once no row waits; transactions of other databases on the same server delay the sealer. */
const sealedRows = (): Promise<number> =>
  eventually(async () => {
    await seal();
    const { rows, waiting, findings } = await prove();
    if (waiting > 0) throw new Error(`${waiting} wait`);
    expect(findings).toEqual([]);
    return rows;
  });

interface ProofOptions {
  readonly during?: () => Promise<void>;
  readonly since?: Date;
}
/** Changes the ledger in a way that its checks would refuse, verifies the chain, and reverts the change. */
const tampered = async (change: string, undo: string, { during, since }: ProofOptions = {}): Promise<readonly string[]> => {
  await db.asSuperuser(`set session_replication_role = replica; ${change}; reset session_replication_role`);
  const { findings } = await prove(since);
  await during?.();
  await db.asSuperuser(`set session_replication_role = replica; ${undo}; reset session_replication_role`);
  expect((await prove()).findings).toEqual([]);
  return findings.map(({ kind }) => kind);
};

await fund(wallet, 100_00n);
const { journalId } = await run(async (tx) =>
  settle(tx, books, { orderId: 1n, payer: wallet, receivable, lines: [{ debit: wallet, credit: fees, amountCents: 120_00n }] }),
);
await run(async (tx) =>
  post(tx, books, {
    kind: 'writeoff',
    source: { type: 'x', id: '1' },
    lines: [
      { debit: offer, credit: fees, amountCents: 5_00n },
      { debit: cash, credit: fees, amountCents: 7_00n },
    ],
  }),
);

test('every booking gets under a seal, those of one transaction and of several tenants too', async () => {
  expect(await sealedRows()).toBe(3);
  await run(async (tx) => {
    const far = { ...books, tenantId: 8n };
    const [foreign = 0n, till = 0n] = await openAccounts(tx, far, [accounts.wallet('customer:9'), accounts.cash()]);
    for (const id of ['a', 'b'])
      await post(tx, far, { kind: 'recharge', source: { type: 'x', id }, lines: [{ debit: till, credit: foreign, amountCents: 1n }] });
    await post(tx, books, { kind: 'recharge', source: { type: 'x', id: 'c' }, lines: [{ debit: cash, credit: wallet, amountCents: 1n }] });
  });
  expect(await sealedRows()).toBe(6);
});

test('a line taken out between two of our own accounts leaves the books balanced, and the chain broken', async () => {
  // Before the roll-up, only the line itself shows the change.
  expect(
    await tampered(
      `create table kept as select * from ledger.posting where debit_id = ${offer}; delete from ledger.posting where debit_id = ${offer}`,
      'insert into ledger.posting select * from kept; drop table kept',
      { during: async () => expect(await broken()).toEqual([]) },
    ),
  ).toEqual(['row changed']);
});

test('every part of a booking is under the seal', async () => {
  for (const [change, undo] of [
    [`update ledger.posting set amount = amount + 1`, `update ledger.posting set amount = amount - 1`],
    [`update ledger.posting set fee_type = 1`, `update ledger.posting set fee_type = null`],
    [
      `update ledger.posting set credit_id = ${other} where credit_id = ${fees}`,
      `update ledger.posting set credit_id = ${fees} where credit_id = ${other}`,
    ],
    [`update ledger.movement set posted_after = posted_after + 1`, `update ledger.movement set posted_after = posted_after - 1`],
    [
      `update ledger.account set code = code || 'x' where account_id = ${fees}`,
      `update ledger.account set code = left(code, -1) where account_id = ${fees}`,
    ],
    [`update ledger.journal set actor = 'y' || actor`, `update ledger.journal set actor = substr(actor, 2)`],
    [`update ledger.journal set order_id = 2 where order_id = 1`, `update ledger.journal set order_id = 1 where order_id = 2`],
    [
      `update ledger.journal set effective_at = effective_at + interval '1 day'`,
      `update ledger.journal set effective_at = effective_at - interval '1 day'`,
    ],
  ] as const)
    expect(new Set(await tampered(change, undo)), change).toEqual(new Set(['row changed']));
});

test('a booking taken out, put in, or moved in time is told', async () => {
  expect(
    await tampered(
      `create table kept as select * from ledger.journal where journal_id = ${journalId}; delete from ledger.journal where journal_id = ${journalId}`,
      'insert into ledger.journal overriding system value select * from kept; drop table kept',
    ),
  ).toEqual(['row removed']);
  expect(
    await tampered(
      `create table forged as select * from ledger.journal where journal_id = ${journalId};
       update forged set journal_id = 900000, source_id = 'forged', order_id = 3; insert into ledger.journal overriding system value select * from forged`,
      'delete from ledger.journal where journal_id = 900000; drop table forged',
    ),
  ).toEqual(['row put in']);
  const moved = (sign: string) => `update ledger.journal set posted_at = posted_at ${sign} interval '1 hour' where journal_id = ${journalId}`;
  expect(await tampered(moved('-'), moved('+'))).toEqual(['row removed']);
});

test('who rewrites seals as well lacks the key and the file outside', async () => {
  expect(
    await tampered(
      'create table old as select * from ledger.seal; update ledger.seal set head = sha256(head)',
      'update ledger.seal s set head = o.head from old o where (s.tenant_id, s.seal_no) = (o.tenant_id, o.seal_no); drop table old',
    ),
  ).toEqual(expect.arrayContaining(['chain broken', 'signature', 'file']));
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^books-\d{4}-\d\d\.jsonl$/);
  const file = path.join(folder, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"head":"../, '"head":"zz'));
  expect((await prove()).findings.map(({ kind }) => kind)).toEqual(['file']);
  await writeFile(file, text);
  expect((await prove()).ok).toBe(true);
});

test('nobody but the sealer writes seals, and nobody changes one', async () => {
  for (const statement of ['insert into ledger.seal select * from ledger.seal', 'update ledger.seal set seal_no = 9', 'delete from ledger.seal'])
    await expect(db.appPool.query(statement)).rejects.toThrow(/permission denied/);
  for (const statement of ['update ledger.seal set seal_no = 9', 'delete from ledger.seal', 'truncate ledger.seal'])
    await expect(db.systemPool.query(statement)).rejects.toThrow(/permission denied/);
  await expect(db.asSuperuser('update ledger.seal set signature = $$x$$')).rejects.toThrow(/never changed/);
});

test('goes on in a database restored elsewhere, whose transactions count anew', async () => {
  await db.asSuperuser(`update ledger.sealer set sealed_to = '9999999999'`);
  await fund(wallet, 1n);
  expect(await sealedRows()).toBe(7);
  await fund(wallet, 1n);
  expect(await sealedRows()).toBe(8);
});

test('from some day on: what was sealed before is taken as it stands, and what follows must follow from it', async () => {
  const since = new Date();
  await fund(wallet, 1n);
  const rows = await sealedRows();
  expect(await prove(since)).toMatchObject({ ok: true, rows: 1, seals: 1, waiting: 0 });
  const change = (by: string) => `update ledger.posting set amount = amount ${by} where journal_id`;
  const ofBefore = `= ${journalId}`;
  const ofAfter = `= (select max(journal_id) from ledger.journal)`;
  expect(await tampered(`${change('+ 1')} ${ofBefore}`, `${change('- 1')} ${ofBefore}`, { since })).toEqual([]);
  expect(await tampered(`${change('+ 1')} ${ofAfter}`, `${change('- 1')} ${ofAfter}`, { since })).toEqual(['row changed']);
  const before = `where tenant_id = 7 and seal_no = (select max(seal_no) - 1 from ledger.seal where tenant_id = 7)`;
  expect(
    await tampered(
      `create table old as select * from ledger.seal ${before}; update ledger.seal set head = sha256(head) ${before}`,
      `update ledger.seal s set head = o.head from old o where (s.tenant_id, s.seal_no) = (o.tenant_id, o.seal_no); drop table old`,
      { since },
    ),
  ).toEqual(['chain broken']);
  expect(rows).toBe(9);
  expect(await prove(new Date(Date.now() + 60_000))).toMatchObject({ ok: true, rows: 0, seals: 0 });
});
