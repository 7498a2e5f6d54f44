import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DriverBill, DriverPointOffer, DriverPoints, DriverProblem } from '#domains/driver/resources.ts';
import { chargingOrderApi, refundOrderApi } from '#domains/charging/resources.ts';
import { pointEntryApi, pointProgramApi, pointRuleApi, userAgentPointsApi } from '#domains/marketing/resources.ts';
import { pointExpiryJob } from '#domains/marketing/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { refundedCents } from './books.ts';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Points of drivers, over HTTP as their page and the back office call them: earned, spent, corrected, given back and expired, with the proofs. */

let bed: DriverTestbed | undefined;
let programId = '';
let ruleId = '';
beforeAll(async () => {
  bed = await startDriverTestbed();
  const { server, staff, ids } = bed.base;
  const terms = { pointAmount: '0.01', stepPoints: 10, leastPoints: 0, maxShare: 50, lifeMode: 1, lifeCount: 12 };
  ({ pointProgramId: programId } = await server.ok(staff, pointProgramApi.add, { tenantId: ids.tenantId, programName: 'Points', ...terms }));
  await server.ok(staff, pointProgramApi.toggleFeature, { id: programId, enable: 1 });
  const rule = { pointProgramId: programId, ruleName: 'Ten for each unit', isUsed: 1, earnBasis: 1, pointsPerUnit: 10, vipLevelValLimit: 0 };
  ({ pointRuleId: ruleId } = await server.ok(staff, pointRuleApi.add, rule));
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
beforeEach(() => running().later(61));

type Phone = ReturnType<DriverTestbed['phone']>;

/** A driver who has signed in, with money in the wallet and points. */
const driver = async (number: string, { points = 0, cents = 100_00n }: { readonly points?: number; readonly cents?: bigint } = {}) => {
  const { base } = running();
  const phone = running().phone();
  await phone.scan();
  expect((await phone.signIn(number)).status).toBe(201);
  const [row] = await base.server.database.asSuperuser<{ id: bigint }>('select cust_id as id from customer where cust_phone = $1', [number]);
  const custId = String(row?.id);
  if (cents > 0n) await base.fund(`customer:${custId}`, cents);
  if (points > 0) await base.server.ok(base.staff, userAgentPointsApi.give, { custId, pointProgramId: programId, points, reason: 'welcome' });
  return { phone, custId };
};

const accountOf = async (custId: string) => {
  const { records } = await running().base.server.ok(running().base.staff, userAgentPointsApi.list, { custId });
  return records[0] ?? expect.fail('the customer has no points');
};
const entriesOf = async (custId: string) => {
  const { records } = await running().base.server.ok(running().base.staff, pointEntryApi.list, { custId, pageSize: 50 });
  return records.map(({ entryKind, points, balanceAfter }) => [entryKind, points, balanceAfter]).toReversed();
};
const HOUR_MS = 3_600_000;
/** How much of the day has passed in Shanghai, which has no summer time. */
const dayOf = (nowMs: number) => ({ pastMs: (nowMs + 8 * HOUR_MS) % (24 * HOUR_MS) });
const ownPoints = async (phone: Phone) => (await phone.call<{ accounts: readonly DriverPoints[] }>('GET', '/me/points')).body.accounts;
const offerOf = async (phone: Phone, amountCents = 5000) =>
  (await phone.call<{ offer: DriverPointOffer | null }>('GET', `/me/points/offer?amountCents=${amountCents}`)).body.offer;
const heldFor = async (custId: string): Promise<bigint> =>
  (
    await running().base.server.database.asSuperuser<{ held: bigint }>(
      `select b.held from ledger.balance b join ledger.account a using (account_id) where a.code = $1`,
      [`wallet:customer:${custId}`],
    )
  )[0]?.held ?? 0n;
const expectProven = async () => {
  expect(await running().brokenBooks()).toEqual([]);
  expect(await running().base.server.database.asSuperuser(`select invariant, subject from money_record_proof() where broken > 0`)).toEqual([]);
};

/** The pile starts and ends the newest order; returns its number. */
const charge = async (energyDwh: number, { byHand = false } = {}): Promise<string> => {
  const { base } = running();
  if (!byHand) return running().chargeNewest(energyDwh);
  const chargingOrderNo = await running().startNewest(energyDwh);
  base.advance(6 * 60_000);
  await base.plug(1, 2);
  await base.server.ok(base.staff, chargingOrderApi.manualEnd, { chargingOrderNo, reason: 'the pile is silent' });
  await base.worker.poll();
  return chargingOrderNo;
};

const orderWithPoints = async (phone: Phone, more: object = {}) => {
  await running().base.plug();
  return phone.order({ pay: 'wallet', points: 1, ...more });
};

describe('points of a driver', () => {
  test('pay a share of a charge, when the driver asks for it; the order earns new ones', async () => {
    const { phone, custId } = await driver('13900000201', { points: 777 });
    expect(await ownPoints(phone)).toMatchObject([
      { programName: 'Points', balance: 777, worthCents: 777, entries: [{ kind: 'given', points: 777 }] },
    ]);
    expect(await offerOf(phone)).toEqual({ points: 770, creditCents: 770, sureCents: 760, balance: 777 });
    const made = await orderWithPoints(phone);
    expect(made.status).toBe(201);
    expect(await accountOf(custId)).toMatchObject({ balance: 777, locked: 770, worthAmount: '0.07' });
    // What points surely pay is not held.
    expect(await heldFor(custId)).toBe(5000n - 760n);
    const orderNo = await charge(20_000);
    const row = await running().base.orderRow(orderNo);
    expect(row).toMatchObject({ order_amount: 300n, point_credit_amount: 150n, billing_amount: 150n });
    const bill = (await phone.call<DriverBill>('GET', `/orders/${made.body.orderNo}/bill`)).body;
    expect(bill).toMatchObject({ discountCents: 150, pointCents: 150, totalCents: 150 });
    // 1.50 in money earn ten points for each whole unit.
    expect(await entriesOf(custId)).toEqual([
      [4, 777, 777],
      [2, -150, 627],
      [1, 10, 637],
    ]);
    expect(await accountOf(custId)).toMatchObject({ balance: 637, locked: 0, lifetimeSpent: 150 });
    expect(await heldFor(custId)).toBe(0n);
    const { base } = running();
    const detail = await base.server.ok(base.staff, chargingOrderApi.billingDetail, { id: await base.idOf(orderNo) });
    expect(detail).toMatchObject({ isEqual: true, booked: { pointCreditAmount: '1.50' }, calculation: { totals: { pointCreditAmount: '1.50' } } });
    expect(detail.calculation?.steps.find(({ step }) => step === 'points')).toMatchObject({ takenOff: '1.50', remains: '1.50' });
    await expectProven();
  });

  test('are not spent unasked, and an order without usable points that asks for them is refused without a charge', async () => {
    const { phone, custId } = await driver('13900000202', { points: 300 });
    await running().base.plug();
    expect((await phone.order({ pay: 'wallet' })).status).toBe(201);
    const orderNo = await charge(20_000);
    expect(await running().base.orderRow(orderNo)).toMatchObject({ point_credit_amount: 0n });
    expect((await accountOf(custId)).lifetimeSpent).toBe(0);
    const poor = await driver('13900000203');
    expect(await offerOf(poor.phone)).toBeNull();
    expect(await orderWithPoints(poor.phone)).toMatchObject({ status: 409, body: { code: 'points.notUsable' } satisfies Partial<DriverProblem> });
  });

  test('let a wallet begin a charge that has less than the amount', async () => {
    const { phone, custId } = await driver('13900000204', { points: 1_000, cents: 41_00n });
    await running().base.plug();
    expect((await phone.order({ pay: 'wallet' })).body.code).toBe('driver.walletShort');
    expect((await orderWithPoints(phone)).status).toBe(201);
    await charge(20_000);
    expect(await accountOf(custId)).toMatchObject({ lifetimeSpent: 150 });
    await expectProven();
  });

  test('of one balance, spent by many orders at once, never go below zero', async () => {
    const { custId } = await driver('13900000205', { points: 100 });
    const { base } = running();
    const { planOrderPoints, reserveOrderPoints } = await import('#domains/marketing/server.ts');
    const { tenantId, agentId } = base.ids;
    const reserve = (n: number) =>
      inSystem(base.server.database, async (tx) => {
        const now = new Date(base.now());
        const planned = await planOrderPoints(tx, { tenantId, agentId, custId, capCents: 60n, now });
        await reserveOrderPoints(tx, planned, { chargingOrderId: String(800_000 + n), chargingOrderNo: `P${n}`, now });
        return planned.points;
      });
    const results = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => reserve(n)));
    const reserved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    // Which of them comes last, and gets the rest, is not known.
    expect(reserved.toSorted((one, other) => Number(other - one))).toEqual([30n, 30n, 30n, 10n]);
    expect(await accountOf(custId)).toMatchObject({ balance: 100, locked: 100 });
    expect(results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual(
      Array.from({ length: 60 }, () => 'Refusal: points.notUsable {}'),
    );
    const take = (points: number) =>
      base.server.call(base.staff, userAgentPointsApi.take, { userAgentPointsId: account.userAgentPointsId, points, reason: 'mistake' });
    const account = await accountOf(custId);
    expect(await take(1)).toMatchObject({ success: false, refusal: 'points.tooFew' });
    await expectProven();
    await inSystem(base.server.database, async (tx) => {
      const { pointsOfOrder, spendOrderPoints } = await import('#domains/marketing/server.ts');
      for (let n = 0; n < 64; n++) {
        const use = await pointsOfOrder(tx, String(800_000 + n));
        if (use) await spendOrderPoints(tx, use, { points: 0n, by: 'test', now: new Date(base.now()) });
      }
    });
    expect(await accountOf(custId)).toMatchObject({ balance: 100, locked: 0 });
    await expectProven();
  });
});

describe('after the settlement', () => {
  const refund = (chargingOrderNo: string, amount: string) =>
    running().base.server.ok(running().base.staff, refundOrderApi.goodwill, { chargingOrderNo, amount, reason: 'the charge failed' });

  test('refunds give spent points back in the share of the money, and take earned ones back', async () => {
    const { phone, custId } = await driver('13900000206', { points: 600 });
    await orderWithPoints(phone);
    const orderNo = await charge(20_000);
    expect(await accountOf(custId)).toMatchObject({ balance: 460 });
    await refund(orderNo, '0.60');
    // 150 × 60 / 150, and ten for each whole unit of 0.90.
    expect(await entriesOf(custId)).toEqual([
      [4, 600, 600],
      [2, -150, 450],
      [1, 10, 460],
      [6, 60, 520],
      [7, -10, 510],
    ]);
    await expectProven();
    // Staff of the agent do not see the accounts of the tenant's programme, and move its points all the same.
    const { tenantId, agentId } = running().base.ids;
    const agentStaff = viewers.agent(tenantId, agentId);
    expect((await running().base.server.ok(agentStaff, userAgentPointsApi.list, { custId })).total).toBe(0);
    await running().base.server.ok(agentStaff, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount: '0.90', reason: 'the charge failed' });
    expect(await accountOf(custId)).toMatchObject({ balance: 600, lifetimeSpent: 0, debt: 0 });
    await expectProven();
  });

  test('a charge that was paid by a provider earns points for whoever has signed in; what was not needed and goes back takes none away', async () => {
    const { phone, custId } = await driver('13900000214', { cents: 0n });
    await running().base.plug();
    const made = await phone.order({ pay: 'wechat_native' });
    expect(running().standIn.pay(running().newest())).toBe(true);
    const orderNo = await chargePaid(running().base, await running().billOf(made.body.orderNo), 20_000);
    expect(await running().base.orderRow(orderNo)).toMatchObject({ billing_amount: 300n });
    await expect.poll(() => refundedCents(running().newest()), { interval: 50 }).toBe(4_700);
    expect(await entriesOf(custId)).toEqual([[1, 30, 30]]);
    await refund(orderNo, '1.50');
    // When the provider has given it back.
    running().later(1);
    await running().worker.poll();
    expect(await entriesOf(custId)).toEqual([
      [1, 30, 30],
      [7, -20, 10],
    ]);
    await expectProven();
  });

  test('earned points that were spent meanwhile are owed, and the next ones pay them', async () => {
    const { phone, custId } = await driver('13900000207');
    await running().base.plug();
    await phone.order({ pay: 'wallet' });
    const orderNo = await charge(20_000);
    const { userAgentPointsId } = await accountOf(custId);
    const { server, staff } = running().base;
    await server.ok(staff, userAgentPointsApi.take, { userAgentPointsId, points: 30, reason: 'mistake' });
    await refund(orderNo, '3.00');
    expect(await accountOf(custId)).toMatchObject({ balance: 0, debt: 30 });
    await expectProven();
    await server.ok(staff, userAgentPointsApi.give, { custId, pointProgramId: programId, points: 70, reason: 'sorry' });
    expect(await accountOf(custId)).toMatchObject({ balance: 40, debt: 0 });
    await expectProven();
  });

  test('a corrected bill is paid by fewer points and has earned fewer; more than was spent does not come back', async () => {
    const { phone, custId } = await driver('13900000208', { points: 600 });
    await orderWithPoints(phone);
    const { base } = running();
    const orderNo = await charge(60_000, { byHand: true });
    const before = await base.orderRow(orderNo);
    const spent = Number(before['point_credit_amount']);
    expect(spent).toBeGreaterThan(0);
    await refund(orderNo, '1.00');
    await expectProven();
    await base.sendEndRecord(orderNo, 40_000);
    base.advance(1_000);
    await base.worker.poll();
    const after = await base.orderRow(orderNo);
    expect(Number(after['point_credit_amount'])).toBeLessThan(spent);
    expect(Number(after['order_amount'])).toBe(Number(after['billing_amount']) + Number(after['point_credit_amount']));
    const account = await accountOf(custId);
    expect(account.balance).toBeLessThanOrEqual(600 + 10 * Math.floor(Number(after['billing_amount']) / 100));
    await expectProven();
  });
});

test('points expire at the end of their time; those of a running order do not', async () => {
  const { phone, custId } = await driver('13900000209', { points: 500 });
  expect((await orderWithPoints(phone)).status).toBe(201);
  const { base } = running();
  expect(await accountOf(custId)).toMatchObject({ balance: 500, locked: 500 });
  const { server } = base;
  await server.ok(base.staff, userAgentPointsApi.give, { custId, pointProgramId: programId, points: 40, reason: 'more' });
  const { userAgentPointsId } = await accountOf(custId);
  await server.database.asSuperuser(`update point_lot set expires_at = now() - interval '1 day' where user_agent_points_id = $1`, [
    userAgentPointsId,
  ]);
  const run = () => inSystem(server.database, (tx) => pointExpiryJob.run({ tx, now: new Date(base.now()), params: {} }));
  expect(await run()).toEqual({ accounts: 1, points: 40 });
  expect(await run()).toEqual({ accounts: 0, points: 0 });
  await charge(20_000);
  // Half of 3.00 was paid by points that had expired meanwhile; the others expire now, and the new ones stay.
  expect(await run()).toEqual({ accounts: 1, points: 350 });
  expect(await accountOf(custId)).toMatchObject({ balance: 10, locked: 0 });
  expect((await entriesOf(custId)).map(([kind, points]) => [kind, points])).toEqual([
    [4, 500],
    [4, 40],
    [3, -40],
    [2, -150],
    [1, 10],
    [3, -350],
  ]);
  await expectProven();
});

test('more than one person may give alone is given by two, several gifts of a day together; nobody agrees with himself', async () => {
  const { custId } = await driver('13900000210');
  const { server, staff, anna } = running().base;
  const second = { ...anna, userId: '424242' };
  const give = (points: number) => server.ok(staff, userAgentPointsApi.give, { custId, pointProgramId: programId, points, reason: 'campaign' });
  await give(4_000);
  await give(1_001);
  expect(await accountOf(custId)).toMatchObject({ balance: 4_000, askedPoints: 1_001, askedReason: 'campaign' });
  const { userAgentPointsId } = await accountOf(custId);
  const answer = (who: typeof staff, agree: 0 | 1) => server.call(who, userAgentPointsApi.confirm, { userAgentPointsId, agree });
  expect(await server.call(staff, userAgentPointsApi.give, { custId, pointProgramId: programId, points: 1, reason: 'again' })).toMatchObject({
    refusal: 'points.secondOpen',
  });
  expect(await answer(staff, 1)).toMatchObject({ refusal: 'points.secondSame' });
  expect(await answer(second, 1)).toMatchObject({ success: true });
  expect(await accountOf(custId)).toMatchObject({ balance: 5_001, askedPoints: null });
  expect(await answer(second, 1)).toMatchObject({ refusal: 'points.secondNone' });
  await expectProven();
});

test('rules: the best one counts, the limit of a day holds, and a programme that is off earns nothing', async () => {
  const { server, staff } = running().base;
  const { phone, custId } = await driver('13900000211');
  const best = await server.ok(staff, pointRuleApi.add, {
    pointProgramId: programId,
    ruleName: 'By energy',
    isUsed: 1,
    earnBasis: 2,
    pointsPerUnit: 100,
    orderMaxPoints: 150,
    vipLevelValLimit: 0,
  });
  await server.ok(staff, pointProgramApi.edit, { pointProgramId: programId, dayMaxPoints: 200 });
  // All of it within one local day.
  const { pastMs } = dayOf(running().base.now());
  if (pastMs > 20 * HOUR_MS) running().later((24 * HOUR_MS - pastMs) / 60_000 + 1);
  const order = async (energyDwh: number) => {
    running().later(11);
    await running().base.plug();
    expect((await phone.order({ pay: 'wallet' })).body).toMatchObject({ step: 'starting' });
    return charge(energyDwh);
  };
  await order(20_000);
  await order(20_000);
  expect(await entriesOf(custId)).toEqual([
    [1, 150, 150],
    [1, 50, 200],
  ]);
  await server.ok(staff, pointProgramApi.toggleFeature, { id: programId, enable: 0 });
  await order(20_000);
  expect((await entriesOf(custId)).length).toBe(2);
  expect(await server.call(staff, pointProgramApi.edit, { pointProgramId: programId, pointAmount: '0.02' })).toMatchObject({
    refusal: 'pointProgram.worthFixed',
  });
  expect(await server.call(staff, pointRuleApi.edit, { pointRuleId: ruleId, fromTime: '22:00' })).toMatchObject({ refusal: 'pointRule.hours' });
  expect(best.tenantId).toBe(running().base.ids.tenantId);
  await expectProven();
});

test('points of a charge that are locked are not spent before their day, and are the first that its refund takes back', async () => {
  const { server, staff } = running().base;
  await server.ok(staff, pointProgramApi.edit, { pointProgramId: programId, lockDays: 7, dayMaxPoints: null });
  await server.ok(staff, pointProgramApi.toggleFeature, { id: programId, enable: 1 });
  const { phone, custId } = await driver('13900000212', { points: 100 });
  await running().base.plug();
  await phone.order({ pay: 'wallet' });
  const orderNo = await charge(20_000);
  const earned = (await accountOf(custId)).lifetimeEarned - 100;
  expect(earned).toBeGreaterThan(0);
  expect(await accountOf(custId)).toMatchObject({ balance: 100 + earned, waitingPoints: earned, worthAmount: '1.00' });
  const [shown] = await ownPoints(phone);
  expect(shown).toMatchObject({ balance: 100 + earned, waitingPoints: earned, worthCents: 100 });
  const lockMs = Date.parse(shown?.activeAt ?? '') - running().base.now();
  expect(lockMs > 6 * 24 * HOUR_MS && lockMs <= 7 * 24 * HOUR_MS).toBe(true);
  expect(await offerOf(phone)).toMatchObject({ balance: 100 });
  // What an operator has given stays, and the locked ones go.
  await server.ok(staff, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount: '3.00', reason: 'the charge failed' });
  expect(await accountOf(custId)).toMatchObject({ balance: 100, waitingPoints: 0, debt: 0 });
  await running().base.plug();
  await phone.order({ pay: 'wallet' });
  await charge(20_000);
  expect(await offerOf(phone)).toMatchObject({ balance: 100 });
  running().later(7 * 24 * 60);
  await phone.scan();
  expect(await offerOf(phone)).toMatchObject({ balance: 100 + earned });
  expect((await ownPoints(phone))[0]).toMatchObject({ waitingPoints: 0, activeAt: null });
  expect((await orderWithPoints(phone)).status).toBe(201);
  await charge(20_000);
  await expectProven();
});
