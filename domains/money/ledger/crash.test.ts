import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { inSystem, openDatabase } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';
import { accounts } from './ledger.ts';
import { balancesOf, openAccounts, post, prove, rollUp, settle } from './ledger.server.ts';

/** A durable server for this test, which is killed while orders are settled. */
const folder = mkdtempSync(join(tmpdir(), 'chargeops-crash-'));
await chmod(folder, 0o711);
const server = await startEmbeddedDatabase({
  dataDir: join(folder, 'data'),
  source: process.env['TEST_POSTGRES'] === 'system' ? 'system' : 'embedded',
});
await migrate({ url: server.url });
const db = openDatabase({ url: await testAddress(server.url), systemConnections: 8, name: 'crash' });
afterAll(async () => {
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const books = { tenantId: 1n, currency: 'CNY', actor: 'test' };
const crashes = 5;
const clients = 8;
const priceCents = 7n;
/** After this many settled orders, the clients are fully busy again. */
const ORDERS_BETWEEN_CRASHES = 60n;

test('orders settled while the server is killed again and again are settled exactly once', async () => {
  const specs = [accounts.wallet('customer:1'), accounts.fees(1n), accounts.receivable('customer:1'), accounts.cash()];
  const [wallet = 0n, fees = 0n, receivable = 0n, cash = 0n] = await inSystem(db, async (tx) => openAccounts(tx, books, specs));
  const paidIn = 1_000_000n;
  await inSystem(db, async (tx) =>
    post(tx, books, { kind: 'recharge', source: { type: 'test', id: '1' }, lines: [{ debit: cash, credit: wallet, amountCents: paidIn }] }),
  );
  let orders = 0n;
  let over = false;
  let replays = 0;
  const client = async (): Promise<void> => {
    while (!over) {
      const orderId = (orders += 1n);
      const settlement = { orderId, payer: wallet, receivable, lines: [{ debit: wallet, credit: fees, amountCents: priceCents }] };
      const { replay } = await inSystem(db, async (tx) => settle(tx, books, settlement), { idempotent: true });
      if (replay) replays += 1;
    }
  };
  const working = Promise.all(Array.from({ length: clients }, client));
  for (let n = 0; n < crashes; n += 1) {
    const before = orders;
    await eventually(() => expect(orders - before).toBeGreaterThan(ORDERS_BETWEEN_CRASHES), 5);
    await server.crash();
  }
  over = true;
  await working;

  const [left, earned] = await inSystem(db, async (tx) => Promise.all([balancesOf(tx, [wallet]), balancesOf(tx, [fees])]));
  expect(orders).toBeGreaterThan(50n);
  expect(replays).toBeLessThanOrEqual(crashes * clients);
  expect(left[0]?.postedCents).toBe(paidIn - orders * priceCents);
  expect(earned[0]?.postedCents).toBe(orders * priceCents);
  await inSystem(db, rollUp);
  const proofs = await inSystem(db, prove);
  expect(proofs.filter(({ broken }) => broken !== 0n)).toEqual([]);
  expect(proofs.find(({ invariant }) => invariant === 'I5')?.checked).toBe(orders);
});
