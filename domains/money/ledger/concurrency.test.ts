import { afterAll, expect, test } from 'vitest';
import { inSystem, openDatabase } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { testBooks } from './books.fixture.ts';
import { accounts } from './ledger.ts';
import { openAccounts, placeHold, post, releaseHold, reverse, rollUp, settle } from './ledger.server.ts';

const { db, books, cash, fees, receivable, inTransaction: run, fund, brokenInvariants: broken } = await testBooks();
const many = openDatabase({ url: db.url, systemConnections: 16, name: 'many' });
afterAll(async () => {
  await many.close();
  await db.close();
});

const clients = 16;
const rounds = 60;

/** Reproducible random numbers (mulberry32), so that a failed run can be repeated. */
const numbers = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

test('16 clients move, hold, settle, reverse and repeat at random; the books stay proven and no cent appears or goes', async () => {
  const wallets = await run(async (tx) =>
    openAccounts(
      tx,
      books,
      Array.from({ length: 8 }, (_, n) => accounts.wallet(`random:${n}`)),
    ),
  );
  for (const wallet of wallets) await fund(wallet, 50_00n);
  const counts = { booked: 0, replayed: 0, refused: 0 };
  const client = async (number: number): Promise<void> => {
    const pick = numbers(number + 1);
    const any = (): bigint => wallets[pick(wallets.length)] ?? 0n;
    for (let round = 0; round < rounds; round += 1) {
      const amountCents = BigInt(pick(20_00) + 1);
      const orderId = BigInt(number * 1000 + round + 1);
      const source = { type: 'random', id: `${pick(clients * rounds)}` };
      const [from, to] = [any(), any()];
      const lines = [
        { debit: from, credit: fees, amountCents, feeType: 1, stage: 1 },
        { debit: from, credit: fees, amountCents: 7n, feeType: 2, stage: 1 },
      ];
      const acts = [
        async () => inSystem(many, async (tx) => post(tx, books, { kind: 'move', source, lines: [{ debit: from, credit: to, amountCents }] })),
        async () => inSystem(many, async (tx) => post(tx, books, { kind: 'recharge', source, lines: [{ debit: cash, credit: to, amountCents }] })),
        async () =>
          inSystem(many, async (tx) => {
            await placeHold(tx, { tenantId: 7n, accountId: from, orderId, amountCents });
            return settle(tx, books, { orderId, payer: from, receivable, lines });
          }),
        async () => inSystem(many, async (tx) => settle(tx, books, { orderId: BigInt(pick(1000) + 50_000), payer: from, receivable, lines })),
        async () =>
          inSystem(many, async (tx) => {
            await placeHold(tx, { tenantId: 7n, accountId: from, orderId: orderId + 100_000n, amountCents });
            return { replay: false };
          }),
        async () =>
          inSystem(many, async (tx) => {
            await releaseHold(tx, { tenantId: 7n, orderId: BigInt(pick(clients * 1000) + 100_001) });
            return { replay: false };
          }),
        async () => inSystem(many, async (tx) => reverse(tx, books, { journalId: BigInt(pick(500) + 1), source, receivable })),
        async () =>
          inSystem(many, async (tx) => {
            await rollUp(tx);
            return { replay: false };
          }),
      ];
      try {
        const { replay } = await (acts[pick(acts.length)] ?? acts[0]!)();
        counts[replay ? 'replayed' : 'booked'] += 1;
      } catch (error) {
        const isExpected = error instanceof Refusal || (error instanceof Error && 'code' in error && error.code === '22023');
        if (!isExpected) throw error;
        counts.refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, async (_, number) => client(number)));
  expect(counts.booked + counts.replayed + counts.refused).toBe(clients * rounds);
  expect(counts.booked).toBeGreaterThan((clients * rounds) / 4);
  expect(counts.refused).toBeGreaterThan(0);
  expect(await broken()).toEqual([]);
  await run(rollUp);
  expect(await broken()).toEqual([]);
});

test('one key sent by 16 clients at once books once, and all get the same answer', async () => {
  const posting = { kind: 'recharge', source: { type: 'race', id: 'one' }, lines: [{ debit: cash, credit: fees, amountCents: 1_00n }] } as const;
  const answers = await Promise.all(Array.from({ length: clients }, async () => inSystem(many, async (tx) => post(tx, books, posting))));
  expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1);
  expect(answers.filter(({ replay }) => !replay)).toHaveLength(1);
});

test('16 clients who want the last money of one wallet: exactly one gets it', async () => {
  const [wallet = 0n] = await run(async (tx) => openAccounts(tx, books, [accounts.wallet('race:last')]));
  await fund(wallet, 10_00n);
  const wants = await Promise.allSettled(
    Array.from({ length: clients }, async (_, n) =>
      inSystem(many, async (tx) =>
        post(tx, books, { kind: 'move', source: { type: 'last', id: `${n}` }, lines: [{ debit: wallet, credit: cash, amountCents: 10_00n }] }),
      ),
    ),
  );
  expect(wants.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('two wallets that pay each other at once never block each other', async () => {
  const [left = 0n, right = 0n] = await run(async (tx) => openAccounts(tx, books, [accounts.wallet('race:left'), accounts.wallet('race:right')]));
  await fund(left, 1000_00n);
  await fund(right, 1000_00n);
  const before = await db.asSuperuser<{ deadlocks: bigint }>('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) =>
      inSystem(many, async (tx) =>
        post(tx, books, {
          kind: 'move',
          source: { type: 'cross', id: `${n}` },
          lines: [n % 2 ? { debit: left, credit: right, amountCents: 1n } : { debit: right, credit: left, amountCents: 1n }],
        }),
      ),
    ),
  );
  expect(await db.asSuperuser('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).toEqual(before);
});
