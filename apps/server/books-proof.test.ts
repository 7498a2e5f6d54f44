import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { proveHolds } from '#domains/charging/server.ts';
import { ensureAdmin, ensureBuiltIns } from '#domains/identity/server.ts';
import { proofApi } from '#domains/money/resources.ts';
import { accounts, booksChain, moneyJobs, moneyRoutes, openAccounts, placeHold, post } from '#domains/money/server.ts';
import { NOTICE_TOPIC } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { startSealer } from '#kit/server/chain/sealer.ts';
import type { JobResult } from '#kit/server/background/job.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { domains } from '#apps/domains.ts';

/** The scheduled proofs, as the worker runs them, and the notices that follow for the platform's users. */
const secrets = createSecrets([randomBytes(32)]);
const clock = (): Date => new Date();
const platform = viewers.platform();
let folder: string;
let server: TestServer;
let woken = 0;

beforeAll(async () => {
  folder = temporaryFolder('audit');
  server = await startTestServer({ domains, routes: moneyRoutes({ secrets }) });
  await ensureBuiltIns(server.database, server.registry);
  server.database.bus.on(NOTICE_TOPIC, () => void (woken += 1));
  await ensureAdmin(server.database, { password: 'Correct-Horse-7' });
});
afterAll(async () => {
  await server.close();
});

const run = async (name: 'booksProof' | 'booksCheck'): Promise<JobResult> => {
  const { database, registry } = server;
  const job = moneyJobs({ database, registry, secrets, auditDir: folder, clock, extraProofs: [proveHolds] }).find(({ kind }) => kind.name === name);
  if (!job) throw new Error(`no job ${name}`);
  return inSystem(database, (tx) => job.run({ tx, now: clock(), params: {} }));
};
/** Books one recharge in a tenant's books; returns the wallet. */
const recharge = (tenantId: bigint, id: string): Promise<bigint> =>
  inSystem(server.database, async (tx) => {
    const books = { tenantId, currency: 'CNY', actor: 'test' };
    const [wallet = 0n, cash = 0n] = await openAccounts(tx, books, [accounts.wallet(`customer:${id}`), accounts.cash()]);
    await post(tx, books, { kind: 'move', source: { type: 'x', id }, lines: [{ debit: cash, credit: wallet, amountCents: 10_00n }] });
    return wallet;
  });
const bend = (wallet: bigint, by: number) =>
  server.database.asSuperuser(`update ledger.balance set posted = posted + ${by} where account_id = ${wallet}`);
const told = () =>
  server.database.asSuperuser<{ titile: string; msg_content: string }>(
    `select titile, msg_content from sys_announcement where sender = 'bw-admin' order by id`,
  );
const shown = async () => (await server.ok(platform, proofApi.proof, {})).byClock;

test('the night proves the whole books, seals and all, and the page says so to the platform alone', async () => {
  expect(await shown()).toEqual({ whole: null, check: null });
  await recharge(7n, 'a');
  await recharge(8n, 'b');
  const onError = (error: unknown) => {
    throw error;
  };
  // Transactions of other databases on the same server delay the sealer.
  await eventually(async () => {
    await startSealer({ chained: booksChain, database: server.database, secrets, folder, clock, onError }).stop();
    await run('booksProof');
    expect((await shown())?.whole?.lines.find(({ invariant }) => invariant === 'C1')).toMatchObject({ checked: 2, broken: 0 });
  });
  const by = await shown();
  expect(by?.whole).toMatchObject({ isProven: true, checked: expect.any(Number) as number });
  expect(by?.whole?.lines.map(({ invariant }) => invariant)).toEqual([
    'I1',
    'I2',
    'I3',
    'I4',
    'I5',
    'I6',
    'R1',
    'R10',
    'R11',
    'R2',
    'R4',
    'R5',
    'R6',
    'R7',
    'R8',
    'R9',
    'R3',
    'C1',
  ]);
  expect(by?.whole?.lines.at(-1)?.says).toBe('No booking sealed in the last 31 days was changed, taken out or put in');
  expect(by?.check).toBeNull();
  expect(await server.ok(viewers.tenant('7'), proofApi.proof, {})).not.toHaveProperty('byClock');
});

test('each minute looks at what is new, and at the accounts it moved', async () => {
  await eventually(async () => {
    await run('booksCheck');
    expect(await run('booksCheck')).toEqual({ checked: 0, broken: 0 });
  });
  await recharge(7n, 'c');
  // One journal; accounts that occur twice and three times; no order; one tenant's books.
  await eventually(async () => expect(await run('booksCheck')).toEqual({ checked: 5, broken: 0 }));
  expect((await shown())?.check).toMatchObject({ isProven: true, checked: 5 });
  expect(await told()).toEqual([]);
});

test('what is wrong is told to the platform once, stays red until it is right, and is looked at again then', async () => {
  const wallet = await recharge(8n, 'd');
  await bend(wallet, 1);
  await eventually(async () => expect(await run('booksCheck')).toEqual({ checked: 5, broken: 2 }));
  expect(await run('booksCheck')).toMatchObject({ broken: 2 });
  expect((await shown())?.check?.lines.filter(({ broken }) => broken > 0)).toMatchObject([
    { invariant: 'I2', subject: `account ${wallet}` },
    { invariant: 'I6', subject: '8 CNY' },
  ]);
  const [notice, ...more] = await told();
  expect(more).toEqual([]);
  expect(notice).toEqual({ titile: 'notice.booksBroken', msg_content: `<ul><li>I2: account ${wallet}</li><li>I6: 8 CNY</li></ul>` });
  expect(woken).toBe(1);
  await bend(wallet, -1);
  expect(await run('booksCheck')).toEqual({ checked: 5, broken: 0 });
  expect(await run('booksCheck')).toEqual({ checked: 0, broken: 0 });
  expect((await shown())?.check).toMatchObject({ isProven: true });
  const kept = await server.database.asSuperuser<{ is_proven: boolean }>('select is_proven from books_proof where not is_whole order by proof_id');
  expect(kept.map((row) => row.is_proven)).toEqual([false, false, true]);
});

test('money held for an order that is over, or that never was, is found by night', async () => {
  const wallet = await recharge(8n, 'e');
  await inSystem(server.database, (tx) => placeHold(tx, { tenantId: 8n, accountId: wallet, orderId: 404n, amountCents: 1n }));
  await run('booksProof');
  const lines = (await shown())?.whole?.lines.filter(({ broken }) => broken > 0);
  expect(lines).toMatchObject([{ invariant: 'R3', checked: 1, broken: 1, subject: 'order 404' }]);
});

test('a database restored elsewhere, whose transactions count anew, is checked from its beginning', async () => {
  // Transactions of other databases in the same PostgreSQL delay the sealing, so a second attempt may be needed.
  await eventually(async () => {
    await server.database.asSuperuser(`update books_proof set proven_to = '9999999999'`);
    expect(await run('booksCheck')).toMatchObject({ broken: 0 });
    expect((await shown())?.check?.lines[0]).toMatchObject({ invariant: 'I1', checked: 5 });
  });
});
