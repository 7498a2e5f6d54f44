import { afterAll, expect, test } from 'vitest';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { sql } from 'kysely';
import { testBooks } from './books.fixture.ts';
import { accounts } from './ledger.ts';
import type { Booking } from './ledger.ts';
import { balancesOf, openAccounts, placeHold, rollUp, settle, settleAll } from './ledger.server.ts';
import type { Settlement } from './ledger.server.ts';

const { db, books, fees, offer, inTransaction: run, fund, brokenInvariants } = await testBooks();
afterAll(db.close);

/** The same parties twice: of one, orders are settled together, of the other one by one. */
interface ComparedBooks {
  readonly wallets: readonly bigint[];
  readonly receivables: readonly bigint[];
  /** Added to the ids of orders. */
  readonly shift: bigint;
}

const WALLETS = 3;

const openBooks = async (shift: bigint): Promise<ComparedBooks> => {
  const parties = Array.from({ length: WALLETS }, (_, index) => `card:${shift + BigInt(index) + 1n}`);
  const opened = await run(async (tx) => openAccounts(tx, books, [...parties.map(accounts.wallet), ...parties.map(accounts.receivable)]));
  return { wallets: opened.slice(0, WALLETS), receivables: opened.slice(WALLETS), shift };
};

/** An order of both, with its wallet by number. */
interface DrawnOrder {
  readonly orderId: bigint;
  readonly party: number;
  readonly amounts: readonly bigint[];
  readonly giftCents: bigint;
}

const settlementIn = ({ wallets, receivables, shift }: ComparedBooks, { orderId, party, amounts, giftCents }: DrawnOrder): Settlement => {
  const payer = wallets[party] ?? 0n;
  const paid = amounts.map((amountCents, stage) => ({ debit: payer, credit: fees, amountCents, feeType: 1, stage }));
  const gift = giftCents > 0n ? [{ debit: offer, credit: fees, amountCents: giftCents, feeType: 2 }] : [];
  return {
    orderId: orderId + shift,
    payer,
    receivable: receivables[party] ?? 0n,
    lines: [...paid, ...gift],
    effectiveAt: new Date(1_700_000_000_000),
  };
};

/** What a booking says, with wallets by number. */
const saidOf = ({ wallets }: ComparedBooks, { replay, paidCents, shortfallCents, movements }: Booking) => ({
  replay,
  paidCents,
  shortfallCents,
  movements: movements.map(({ accountId, beforeCents, afterCents }) => ({ wallet: wallets.indexOf(accountId), beforeCents, afterCents })),
});

const balancesIn = async ({ wallets, receivables }: ComparedBooks) => {
  const ids = [...wallets, ...receivables];
  const found = await run(async (tx) => balancesOf(tx, ids));
  return ids.map((id) => found.find(({ accountId }) => accountId === id)).map((row) => [row?.postedCents, row?.heldCents, row?.availableCents]);
};

const together = await openBooks(1_000_000n);
const single = await openBooks(2_000_000n);

test('settles as one settlement after the other does, whoever is poor, held for or settled before', async () => {
  const rng = seededRng(246);
  const pick = (below: number): number => Math.floor(rng() * below);
  const earlier: DrawnOrder[] = [];
  for (let batch = 0; batch < 120; batch += 1) {
    for (const { wallets } of [together, single]) await fund(wallets[batch % WALLETS] ?? 0n, 200_00n);
    const isPlain = batch % 3 === 0;
    const drawn = Array.from({ length: 1 + pick(9) }, (_, place): DrawnOrder => {
      const repeated = !isPlain && pick(12) === 0 ? earlier[pick(earlier.length)] : undefined;
      const amounts = Array.from({ length: pick(5) }, () => BigInt(1 + pick(isPlain ? 300 : 6_000)));
      return repeated ?? { orderId: BigInt(batch * 100 + place), party: pick(WALLETS), amounts, giftCents: BigInt(pick(3) * 7) };
    });
    const held = isPlain || pick(3) > 0 ? undefined : drawn.find(({ orderId }) => orderId >= BigInt(batch * 100));
    for (const { wallets, shift } of held ? [together, single] : []) {
      const hold = { tenantId: books.tenantId, accountId: wallets[held?.party ?? 0] ?? 0n, orderId: (held?.orderId ?? 0n) + shift, amountCents: 1n };
      await run(async (tx) => placeHold(tx, hold));
    }
    const inOne = await run(async (tx) =>
      settleAll(
        tx,
        books,
        drawn.map((order) => settlementIn(together, order)),
      ),
    );
    const oneByOne = await run(async (tx) => {
      const answers: Booking[] = [];
      for (const order of drawn) answers.push(await settle(tx, books, settlementIn(single, order)));
      return answers;
    });
    expect(inOne.map((booking) => saidOf(together, booking))).toEqual(oneByOne.map((booking) => saidOf(single, booking)));
    earlier.push(...drawn);
  }
  expect(await balancesIn(together)).toEqual(await balancesIn(single));
  expect(await writtenTogether(together)).toBeGreaterThan(30);
  expect(await writtenTogether(single)).toBe(0);
  expect(await postingsIn(together)).toEqual(await postingsIn(single));
  await run(rollUp);
  expect(await brokenInvariants()).toEqual([]);
}, 120_000);

/** How many statements wrote postings of several orders. */
const writtenTogether = async ({ shift }: ComparedBooks): Promise<number> => {
  const { rows } = await run(async (tx) =>
    sql`select from ledger.journal j join ledger.posting p using (journal_id) where j.order_id between ${shift} and ${shift + 999_999n}
      group by p.xmin::text, p.cmin::text having count(distinct j.journal_id) > 1`.execute(tx),
  );
  return rows.length;
};

/** By order and in their order, with the names of parties by number. */
const postingsIn = async ({ shift, wallets, receivables }: ComparedBooks) => {
  const { rows } = await run(async (tx) =>
    sql<{
      orderId: bigint;
      seq: number;
      debitId: bigint;
      creditId: bigint;
      amount: bigint;
      feeType: number;
      stage: number;
      effectiveAt: Date;
      actor: string;
    }>`
      select j.order_id, p.seq, p.debit_id, p.credit_id, p.amount, p.fee_type, p.stage, j.effective_at, j.actor
      from ledger.journal j join ledger.posting p using (journal_id) where j.order_id between ${shift} and ${shift + 999_999n} order by j.journal_id, p.seq`.execute(
      tx,
    ),
  );
  const nameOf = (id: bigint): string =>
    wallets.includes(id) ? `wallet ${wallets.indexOf(id)}` : receivables.includes(id) ? `receivable ${receivables.indexOf(id)}` : String(id);
  return rows.map(({ orderId, debitId, creditId, ...row }) => ({
    ...row,
    orderId: orderId - shift,
    debit: nameOf(debitId),
    credit: nameOf(creditId),
  }));
};

test('a repetition by the single way is a replay, and other content is refused', async () => {
  const order: DrawnOrder = { orderId: 500_000n, party: 0, amounts: [100n, 20n], giftCents: 7n };
  await fund(together.wallets[0] ?? 0n, 10_00n);
  const [first] = await run(async (tx) => settleAll(tx, books, [settlementIn(together, order)]));
  expect(await run(async (tx) => settle(tx, books, settlementIn(together, order)))).toEqual({ ...first, replay: true });
  const other = settlementIn(together, { ...order, amounts: [100n, 21n] });
  await expect(run(async (tx) => settleAll(tx, books, [other]))).rejects.toMatchObject({ facts: { code: 'ledger.keyReused' } });
});

test('an amount of zero is refused by its name, and nothing of the others is left', async () => {
  const good = settlementIn(together, { orderId: 500_001n, party: 0, amounts: [1n], giftCents: 0n });
  const bad = settlementIn(together, { orderId: 500_002n, party: 0, amounts: [0n], giftCents: 0n });
  await expect(run(async (tx) => settleAll(tx, books, [good, bad]))).rejects.toMatchObject({ facts: { code: 'ledger.amount' } });
  const { rows } = await run(async (tx) => sql<{ n: bigint }>`select count(*) as n from ledger.journal where order_id = ${good.orderId}`.execute(tx));
  expect(rows[0]?.n).toBe(0n);
});

test('no settlement answers no booking', async () => {
  expect(await run(async (tx) => settleAll(tx, books, []))).toEqual([]);
});
