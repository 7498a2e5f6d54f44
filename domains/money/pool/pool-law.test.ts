import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carApi, cardApi, customerApi } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, placeHold, post, releaseHold, settle } from '../ledger/ledger.server.ts';
import { addCar, addCard, addCompany, brokenInvariants, nextNumber, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';
import { moveToPool, recordConsume } from '../server.ts';
import { PoolModel, members } from './pool-model.fixture.ts';
import type { Customer, Member, PoolPayer } from './pool-model.fixture.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const RUNS = Number(process.env['LAW_RUNS'] ?? 8);
const STEPS_MAX = 30;
const everybody: readonly PoolPayer[] = ['ann', 'bob', ...members];
const types: Readonly<Record<PoolPayer, number>> = { ann: 3, bob: 3, card: 2, other: 2, car: 4 };

// Mostly the same few parties, so that their actions interact.
const anyPayer = fc.constantFrom<PoolPayer>('card', 'card', 'card', 'ann', 'ann', ...everybody);
const member = fc.constantFrom(...members);
const customer = fc.constantFrom<Customer>('ann', 'ann', 'ann', 'bob');
const cents = fc.integer({ min: 1, max: 3_000 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('recharge' as const), who: anyPayer, cents }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('settle' as const), who: anyPayer, cents, isLate: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('reverse' as const), nth: fc.nat(), mayOwe: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('switch' as const), customer, isOn: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give' as const), member, to: fc.option(customer) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hold' as const), who: anyPayer, cents }) },
  { weight: 2, arbitrary: fc.constant({ do: 'release' } as const) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('giveBack' as const), who: anyPayer, cents }) },
);
type ModelStep = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The model beside the real parties. */
const begin = async () => {
  const staff = testbed.tenantStaff;
  const [ann, bob] = [(await addCompany(testbed, staff)).custId, (await addCompany(testbed, staff)).custId];
  const ids: Record<PoolPayer, string> = {
    ann,
    bob,
    card: (await addCard(testbed, staff, { custId: ann })).icCardId,
    other: (await addCard(testbed, staff, { custId: ann })).icCardId,
    car: (await addCar(testbed, staff)).carId,
  };
  const codeOf = (one: PoolPayer) => `${one === 'car' ? 'car' : types[one] === 2 ? 'card' : 'customer'}:${ids[one]}`;
  return { model: new PoolModel(), ids, codeOf, recharges: [] as string[], holds: [] as { who: PoolPayer; orderId: bigint; cents: number }[] };
};
type PoolTestbed = Awaited<ReturnType<typeof begin>>;

const take = async (setup: PoolTestbed, now: ModelStep): Promise<void> => {
  const { model, ids, recharges, holds } = setup;
  const staff = testbed.tenantStaff;
  switch (now.do) {
    case 'recharge': {
      const input = { mainPartType: types[now.who], mainPartId: ids[now.who], rrMoney: (now.cents / 100).toFixed(2), payMethod: 0 };
      const { success, result } = await testbed.server.call(staff, rechargeApi.add, input);
      expect(success).toBe(model.recharge(now.who, now.cents));
      if (success) recharges.push(result.rechargRecordId);
      return;
    }
    case 'reverse': {
      const nth = now.nth % Math.max(recharges.length, 1);
      const recharge = model.recharges[nth];
      if (!recharge) return;
      const input = { rechargRecordId: recharges[nth], reason: 'x', toReceivable: now.mayOwe ? 1 : 0 };
      expect((await testbed.server.call(staff, rechargeApi.reverse, input)).success).toBe(model.reverse(recharge, now.mayOwe));
      return;
    }
    case 'switch': {
      const input = { custId: ids[now.customer], useFundsPool: now.isOn ? 1 : 0 };
      expect((await testbed.server.call(staff, customerApi.edit, input)).success).toBe(model.switchPool(now.customer, now.isOn));
      return;
    }
    case 'give': {
      const custId = now.to === null ? null : ids[now.to];
      const done = await (now.member === 'car'
        ? testbed.server.call(staff, carApi.edit, { carId: ids.car, custId })
        : testbed.server.call(staff, cardApi.edit, { icCardId: ids[now.member], custId }));
      expect(done.success).toBe(model.give(now.member satisfies Member, now.to));
      return;
    }
    case 'settle':
    case 'giveBack': {
      // Late: the order began before the card joined the pool, so its payer is the card's wallet.
      const wallet = now.do === 'settle' && !now.isLate ? model.payer(now.who) : now.who;
      await charge(setup, { wallet, cents: now.cents, isBack: now.do === 'giveBack' });
      return now.do === 'settle' ? model.settle(wallet, now.cents) : model.giveBack(wallet, now.cents);
    }
    case 'hold': {
      const payer = model.payer(now.who);
      const orderId = BigInt(nextNumber());
      const isPlaced = model.hold(payer, now.cents);
      const placed = await inWallet(setup, payer, (tx, { tenantId, wallet }) =>
        placeHold(tx, { tenantId, accountId: wallet, orderId, amountCents: BigInt(now.cents) }).then(() => true),
      ).catch(() => false);
      expect(placed).toBe(isPlaced);
      if (isPlaced) holds.push({ who: payer, orderId, cents: now.cents });
      return;
    }
    case 'release': {
      const ended = holds.pop();
      if (!ended) return;
      model.held[ended.who] -= ended.cents;
      await inSystem(testbed.server.database, (tx) => releaseHold(tx, { tenantId: BigInt(testbed.tenantId), orderId: ended.orderId }));
    }
  }
};

type BookedRow = {
  readonly tenantId: bigint;
  readonly currency: string;
  readonly actor: string;
  readonly wallet: bigint;
  readonly receivable: bigint;
  readonly fees: bigint;
};
type Tx = Parameters<typeof releaseHold>[0];
const inWallet = <R>({ codeOf }: PoolTestbed, one: PoolPayer, work: (tx: Tx, booked: BookedRow) => Promise<R>): Promise<R> =>
  inSystem(testbed.server.database, async (tx) => {
    const books = { tenantId: BigInt(testbed.tenantId), currency: 'CNY', actor: 'worker:settle' };
    const specs = [accounts.wallet(codeOf(one)), accounts.receivable(codeOf(one)), accounts.fees(BigInt(testbed.stationId))];
    const [wallet = 0n, receivable = 0n, fees = 0n] = await openAccounts(tx, books, specs);
    return work(tx, { ...books, wallet, receivable, fees });
  });

/** Books a bill or its refund, as charging does. */
const charge = (
  setup: PoolTestbed,
  { wallet: one, cents: amount, isBack }: { readonly wallet: PoolPayer; readonly cents: number; readonly isBack: boolean },
) =>
  inWallet(setup, one, async (tx, { wallet, receivable, fees, ...books }) => {
    const orderId = BigInt(nextNumber());
    const amountCents = BigInt(amount);
    if (isBack) {
      const source = { type: 'order', id: `O${orderId}:x` };
      await post(tx, books, { kind: 'adjust', source, lines: [{ debit: fees, credit: wallet, amountCents, feeType: 1, stage: 0 }], orderId });
    } else {
      const booking = await settle(tx, books, {
        orderId,
        payer: wallet,
        receivable,
        lines: [{ debit: wallet, credit: fees, amountCents, feeType: 1, stage: 0 }],
      });
      const { tenantId, agentId, stationId } = testbed;
      const location = { tenantId, agentId, stationId, cpCode: 'PILE0001', gunNumber: 1, currency: 'CNY' };
      const nobody = { custId: null, custName: null, userName: null, userMobile: null, icCardId: null, icCardNo: null, carVin: null, carNum: null };
      await recordConsume(tx, {
        order: { ...location, chargingOrderId: String(orderId), chargingOrderNo: `O${orderId}` },
        party: { ...nobody, mainPartType: 2, mainPartId: setup.ids[one] },
        booking,
        wallet,
        orderCents: amountCents,
        billingCents: amountCents,
        energy: { total: 0n, tip: 0n, peak: 0n, flat: 0n, valley: 0n },
        at: new Date(),
        actor: 'worker:settle',
      });
    }
    await moveToPool(tx, books, setup.codeOf(one));
  });

const decimal = (amount: number) => (amount / 100).toFixed(2);

test(
  'whatever recharges, bills, reversals and switches of pools follow each other, wallets and debts are those of the model',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: STEPS_MAX, size: 'max' }), async (steps) => {
        const setup = await begin();
        for (const now of steps) await take(setup, now);
        const { model, ids } = setup;
        for (const one of everybody) {
          const found = await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: types[one], mainPartId: ids[one] });
          const expected = { balance: decimal(model.wallet[one]), heldBal: decimal(model.held[one]), owedBal: decimal(model.debt[one]) };
          expect([one, found]).toMatchObject([one, expected]);
        }
        expect(await brokenInvariants(testbed)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
);
