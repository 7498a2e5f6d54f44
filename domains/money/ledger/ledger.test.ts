import { afterAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { inScope } from '#kit/db/index.ts';
import { createGate } from '#kit/test/gate.ts';
import { testBooks } from './books.fixture.ts';
import { accounts } from './ledger.ts';
import {
  balancesOf,
  capture,
  closeAccount,
  enlargeHold,
  openAccounts,
  placeHold,
  post,
  prove,
  releaseHold,
  reverse,
  rollUp,
  settle,
} from './ledger.server.ts';

const {
  db,
  books,
  wallet,
  otherWallet: other,
  cash,
  fees,
  receivable,
  offer,
  inTransaction: run,
  fund,
  brokenInvariants: broken,
} = await testBooks();
afterAll(db.close);

let next = 0n;
const fresh = (): bigint => (next += 1n);
const source = () => ({ type: 'test', id: `s-${fresh()}` });
const tenantId = books.tenantId;
const of = async (account: bigint) => {
  const [balance] = await run(async (tx) => balancesOf(tx, [account]));
  if (!balance) throw new Error('no such account');
  return balance;
};

/** Each test starts with 100.00 in the wallet and without holds. */
beforeEach(async () => {
  const { postedCents } = await of(wallet);
  const missing = 100_00n - postedCents;
  if (missing > 0n) await fund(wallet, missing);
  const away = { kind: 'move', source: source(), lines: [{ debit: wallet, credit: cash, amountCents: -missing }] } as const;
  if (missing < 0n) await run(async (tx) => post(tx, books, away));
  return async () => expect(await broken()).toEqual([]);
});

test('a recharge answers the balance before and after it', async () => {
  const booked = await run(async (tx) =>
    post(tx, books, { kind: 'recharge', source: source(), lines: [{ debit: cash, credit: wallet, amountCents: 25_50n }] }),
  );
  expect(booked).toMatchObject({ replay: false, movements: [{ accountId: wallet, beforeCents: 100_00n, afterCents: 125_50n }] });
  expect(await of(wallet)).toMatchObject({ postedCents: 125_50n, heldCents: 0n, availableCents: 125_50n });
});

test('the same key with the same content answers the first booking and books nothing', async () => {
  const posting = { kind: 'recharge', source: source(), lines: [{ debit: cash, credit: wallet, amountCents: 1_00n }] } as const;
  const first = await run(async (tx) => post(tx, books, posting));
  const again = await run(async (tx) => post(tx, { ...books, actor: 'somebody else' }, posting));
  expect(again).toEqual({ ...first, replay: true });
  expect((await of(wallet)).postedCents).toBe(101_00n);
});

test('the same key with other content is refused', async () => {
  const key = source();
  await run(async (tx) => post(tx, books, { kind: 'recharge', source: key, lines: [{ debit: cash, credit: wallet, amountCents: 1_00n }] }));
  const changed = run(async (tx) => post(tx, books, { kind: 'recharge', source: key, lines: [{ debit: cash, credit: wallet, amountCents: 1_01n }] }));
  await expect(changed).rejects.toMatchObject({ facts: { code: 'ledger.keyReused' } });
});

test('a settlement pays from what was held and frees the rest of it', async () => {
  const orderId = fresh();
  await run(async (tx) => placeHold(tx, { tenantId, accountId: wallet, orderId, amountCents: 80_00n }));
  expect((await of(wallet)).availableCents).toBe(20_00n);
  const lines = [
    { debit: wallet, credit: fees, amountCents: 30_00n, feeType: 1, stage: 2 },
    { debit: wallet, credit: fees, amountCents: 5_00n, feeType: 2, stage: 2 },
    { debit: offer, credit: fees, amountCents: 2_00n, feeType: 1, stage: 2 },
  ];
  const booked = await run(async (tx) => settle(tx, books, { orderId, payer: wallet, receivable, lines }));
  expect(booked).toMatchObject({
    paidCents: 35_00n,
    shortfallCents: 0n,
    movements: [{ accountId: wallet, beforeCents: 100_00n, afterCents: 65_00n }],
  });
  expect(await of(wallet)).toMatchObject({ postedCents: 65_00n, heldCents: 0n, availableCents: 65_00n });
});

test('what the payer lacks is owed, line by line, and he stays at his floor', async () => {
  const orderId = fresh();
  const lines = [
    { debit: wallet, credit: fees, amountCents: 70_00n, feeType: 1, stage: 1 },
    { debit: wallet, credit: fees, amountCents: 50_00n, feeType: 1, stage: 2 },
    { debit: wallet, credit: fees, amountCents: 10_00n, feeType: 2, stage: 1 },
  ];
  const booked = await run(async (tx) => settle(tx, books, { orderId, payer: wallet, receivable, lines }));
  expect(booked).toMatchObject({ paidCents: 100_00n, shortfallCents: 30_00n });
  expect(await of(wallet)).toMatchObject({ postedCents: 0n, availableCents: 0n });
  const rows = await db.asSuperuser('SELECT seq, debit_id, amount, fee_type, stage FROM ledger.posting WHERE journal_id = $1 ORDER BY seq', [
    booked.journalId,
  ]);
  expect(rows).toEqual([
    { seq: 1, debit_id: wallet, amount: 70_00n, fee_type: 1, stage: 1 },
    { seq: 2, debit_id: wallet, amount: 30_00n, fee_type: 1, stage: 2 },
    { seq: 3, debit_id: receivable, amount: 20_00n, fee_type: 1, stage: 2 },
    { seq: 4, debit_id: receivable, amount: 10_00n, fee_type: 2, stage: 1 },
  ]);
  expect(await run(async (tx) => settle(tx, books, { orderId, payer: wallet, receivable, lines }))).toEqual({ ...booked, replay: true });
});

test('money held for another order is not spent by a settlement', async () => {
  const heldOrder = fresh();
  await run(async (tx) => placeHold(tx, { tenantId, accountId: wallet, orderId: heldOrder, amountCents: 90_00n }));
  const lines = [{ debit: wallet, credit: fees, amountCents: 40_00n }];
  const booked = await run(async (tx) => settle(tx, books, { orderId: fresh(), payer: wallet, receivable, lines }));
  expect(booked).toMatchObject({ paidCents: 10_00n, shortfallCents: 30_00n });
  await run(async (tx) => releaseHold(tx, { tenantId, orderId: heldOrder }));
});

test('an order that cost nothing is settled too, and cannot be held or settled otherwise afterwards', async () => {
  const orderId = fresh();
  await run(async (tx) => placeHold(tx, { tenantId, accountId: wallet, orderId, amountCents: 5_00n }));
  const booked = await run(async (tx) => settle(tx, books, { orderId, payer: wallet, receivable, lines: [] }));
  expect(booked).toMatchObject({ paidCents: 0n, shortfallCents: 0n, movements: [] });
  expect((await of(wallet)).heldCents).toBe(0n);
  await expect(run(async (tx) => placeHold(tx, { tenantId, accountId: wallet, orderId, amountCents: 5_00n }))).rejects.toMatchObject({
    facts: { code: 'ledger.settled' },
  });
  const dearer = run(async (tx) =>
    settle(tx, books, { orderId, payer: wallet, receivable, lines: [{ debit: wallet, credit: fees, amountCents: 1n }] }),
  );
  await expect(dearer).rejects.toMatchObject({ facts: { code: 'ledger.keyReused' } });
});

test('a hold is placed once, grows, never shrinks, and is refused when the money is not there', async () => {
  const hold = { tenantId, accountId: wallet, orderId: fresh(), amountCents: 60_00n };
  expect(await run(async (tx) => placeHold(tx, hold))).toEqual({ replay: false, availableCents: 40_00n });
  expect(await run(async (tx) => placeHold(tx, hold))).toEqual({ replay: true, availableCents: 40_00n });
  await expect(run(async (tx) => placeHold(tx, { ...hold, amountCents: 61_00n }))).rejects.toMatchObject({ facts: { code: 'ledger.keyReused' } });
  expect(await run(async (tx) => enlargeHold(tx, { ...hold, amountCents: 70_00n }))).toEqual({ heldCents: 70_00n, availableCents: 30_00n });
  expect(await run(async (tx) => enlargeHold(tx, { ...hold, amountCents: 10_00n }))).toEqual({ heldCents: 70_00n, availableCents: 30_00n });
  await expect(run(async (tx) => enlargeHold(tx, { ...hold, amountCents: 100_01n }))).rejects.toMatchObject({
    facts: { code: 'ledger.insufficient' },
  });
  await expect(run(async (tx) => placeHold(tx, { ...hold, orderId: fresh(), amountCents: 30_01n }))).rejects.toMatchObject({
    facts: { code: 'ledger.insufficient' },
  });
  expect(await run(async (tx) => releaseHold(tx, hold))).toBe(70_00n);
  expect(await run(async (tx) => releaseHold(tx, hold))).toBe(0n);
  await expect(run(async (tx) => enlargeHold(tx, { ...hold, amountCents: 80_00n }))).rejects.toMatchObject({ facts: { code: 'ledger.noHold' } });
});

test('a reservation fee takes what its hold set aside', async () => {
  const orderId = fresh();
  await run(async (tx) => placeHold(tx, { tenantId, accountId: wallet, orderId, amountCents: 100_00n }));
  const fee = { kind: 'reserve_fee', source: source(), orderId, lines: [{ debit: wallet, credit: fees, amountCents: 12_00n }] } as const;
  const booked = await run(async (tx) => capture(tx, books, fee));
  expect(booked.movements).toEqual([{ accountId: wallet, beforeCents: 100_00n, afterCents: 88_00n }]);
  expect((await of(wallet)).availableCents).toBe(88_00n);
});

test('a recharge is reversed once; spent money is refused or owed', async () => {
  const recharge = { kind: 'recharge', source: source(), lines: [{ debit: cash, credit: other, amountCents: 50_00n }] } as const;
  const { journalId } = await run(async (tx) => post(tx, books, recharge));
  await run(async (tx) => post(tx, books, { kind: 'move', source: source(), lines: [{ debit: other, credit: wallet, amountCents: 20_00n }] }));
  await expect(run(async (tx) => reverse(tx, books, { journalId, source: source() }))).rejects.toMatchObject({
    facts: { code: 'ledger.insufficient' },
  });
  const key = source();
  const reversed = await run(async (tx) => reverse(tx, books, { journalId, source: key, receivable }));
  expect(reversed).toMatchObject({
    paidCents: 30_00n,
    shortfallCents: 20_00n,
    movements: [{ accountId: other, beforeCents: 30_00n, afterCents: 0n }],
  });
  expect(await run(async (tx) => reverse(tx, books, { journalId, source: key, receivable }))).toEqual({ ...reversed, replay: true });
  await expect(run(async (tx) => reverse(tx, books, { journalId, source: source(), receivable }))).rejects.toMatchObject({
    facts: { code: 'ledger.reversed' },
  });
});

test('an account closes at zero and takes nothing afterwards', async () => {
  const [card = 0n] = await run(async (tx) => openAccounts(tx, books, [accounts.wallet('card:1')]));
  await fund(card, 1n);
  await expect(run(async (tx) => closeAccount(tx, { tenantId, accountId: card }))).rejects.toMatchObject({ facts: { code: 'ledger.notOpen' } });
  await run(async (tx) => post(tx, books, { kind: 'move', source: source(), lines: [{ debit: card, credit: wallet, amountCents: 1n }] }));
  await run(async (tx) => closeAccount(tx, { tenantId, accountId: card }));
  await expect(fund(card, 1n)).rejects.toMatchObject({ facts: { code: 'ledger.notOpen' } });
});

test('an account is found by its code, and never with another nature', async () => {
  const spec = accounts.wallet('customer:1');
  expect(await run(async (tx) => openAccounts(tx, books, [spec, accounts.cash(), spec]))).toEqual([wallet, cash, wallet]);
  await expect(run(async (tx) => openAccounts(tx, books, [{ ...spec, floorCents: null }]))).rejects.toMatchObject({ constraint: 'account_nature' });
  const odd = accounts.wallet('a "quoted", \\ (odd) name, 中文');
  const [id = 0n] = await run(async (tx) => openAccounts(tx, books, [odd]));
  expect(await of(id)).toMatchObject({ code: odd.code, currency: 'CNY', postedCents: 0n });
});

test('revenue is right before and after the roll-up, which misses nothing that commits late', async () => {
  const before = (await of(fees)).postedCents;
  const pay = async (amountCents: bigint) =>
    run(async (tx) => post(tx, books, { kind: 'adjust', source: source(), lines: [{ debit: wallet, credit: fees, amountCents }] }));
  await pay(1_00n);
  const [posted, commit] = [createGate(), createGate()];
  const late = run(async (tx) => {
    await post(tx, books, { kind: 'adjust', source: source(), lines: [{ debit: cash, credit: fees, amountCents: 2_00n }] });
    posted.open();
    await commit.opened;
  });
  await posted.opened;
  await pay(4_00n);
  await run(rollUp);
  expect((await of(fees)).postedCents).toBe(before + 5_00n);
  commit.open();
  await late;
  expect((await of(fees)).postedCents).toBe(before + 7_00n);
  await eventually(async () => {
    await run(rollUp);
    expect((await of(fees)).postedCents).toBe(before + 7_00n);
    expect(await db.asSuperuser('SELECT posted FROM ledger.balance WHERE account_id = $1', [fees])).toEqual([{ posted: before + 7_00n }]);
  }, 50);
});

test('the proof looked at something', async () => {
  const proofs = await run(prove);
  expect(proofs.map(({ invariant }) => invariant)).toEqual(['I1', 'I2', 'I3', 'I4', 'I5', 'I6']);
  for (const { checked } of proofs) expect(checked).toBeGreaterThan(0n);
});

test('a handler books in its own tenant only, and sees nothing of others', async () => {
  const line = [{ debit: cash, credit: wallet, amountCents: 1n }];
  const booked = inScope(db, { tenants: [7n] }, async (tx) => post(tx, books, { kind: 'recharge', source: source(), lines: line }));
  await expect(booked).resolves.toMatchObject({ replay: false });
  const foreign = inScope(db, { tenants: [8n] }, async (tx) => post(tx, books, { kind: 'recharge', source: source(), lines: line }));
  await expect(foreign).rejects.toMatchObject({ code: '42501' });
  expect(await inScope(db, { tenants: [8n] }, async (tx) => balancesOf(tx, [wallet, cash]))).toEqual([]);
  expect(await inScope(db, { tenants: [7n] }, async (tx) => balancesOf(tx, [wallet]))).toHaveLength(1);
});
