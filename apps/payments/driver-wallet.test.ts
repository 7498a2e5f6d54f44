import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepaidOrderApi } from '#domains/charging/resources.ts';
import { chargingJobs, startBillWorker } from '#domains/charging/server.ts';
import { chargeOrder } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import type {
  DriverAccountOrders,
  DriverBill,
  DriverGunView,
  DriverProblem,
  DriverRecharge,
  DriverRechargeMade,
  DriverWallet,
} from '#domains/driver/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Wallets of drivers who have signed in: recharges over the wires of the providers, and their way back. */

let bed: DriverTestbed | undefined;
let bills: PollingWorker;
beforeAll(async () => {
  bed = await startDriverTestbed();
  bills = startBillWorker(bed.deps);
});
afterAll(async () => {
  await bills?.stop();
  await bed?.close();
});
const running = () => bed ?? expect.fail('the testbed has not started');
const rows = (statement: string, values: readonly unknown[] = []) =>
  running().base.server.database.asSuperuser<Record<string, unknown>>(statement, [...values]);

/** A driver who has signed in, and what they do with their wallet. */
const driverOf = async (number: string) => {
  running().later(61);
  const phone = running().phone();
  expect((await phone.signIn(number)).status).toBe(201);
  const wallet = async (page = 1) => (await phone.call<DriverWallet>('GET', `/me/wallet?page=${page}`)).body;
  const recharge = (amountCents: number, pay = 'wechat_native', key?: string) =>
    phone.press<DriverRechargeMade & DriverProblem>('/me/recharges', { amountCents, pay }, key);
  const stateOf = async (rechargeNo: string) => (await phone.call<DriverRecharge>('GET', `/me/recharges/${rechargeNo}`)).body.state;
  const paymentOf = (rechargeNo: string) =>
    running().standIn.books.payments.find(({ payNo }) => payNo === rechargeNo) ?? expect.fail(`nobody has asked for ${rechargeNo}`);
  return {
    ...phone,
    wallet,
    recharge,
    stateOf,
    paymentOf,
    refund: (amountCents: number, key?: string) =>
      phone.press<{ readonly refundNos: readonly string[] } & DriverProblem>('/me/refunds', { amountCents }, key),
    /** Recharges, pays at the provider, and waits until the money is there. */
    fill: async (amountCents: number, pay?: string) => {
      const { body } = await recharge(amountCents, pay);
      expect(running().standIn.pay(paymentOf(body.rechargeNo))).toBe(true);
      await expect.poll(() => stateOf(body.rechargeNo), { interval: 50 }).toBe('paid');
      return body.rechargeNo;
    },
  };
};

test('a recharge by each provider is in the wallet once it is paid, and in the records with its number', async () => {
  const anna = await driverOf('13900000101');
  expect(await anna.wallet()).toMatchObject({
    balanceCents: 0,
    refundableCents: 0,
    recharge: {
      amountsCents: [5_000, 10_000, 20_000, 50_000],
      ways: ['wechat_jsapi', 'wechat_h5', 'wechat_native', 'alipay', 'alipay_qr', 'stripe'],
    },
  });
  const numbers: string[] = [];
  for (const pay of ['wechat_native', 'alipay_qr', 'stripe']) numbers.push(await anna.fill(5_000, pay));
  const wallet = await anna.wallet();
  expect(wallet).toMatchObject({ balanceCents: 15_000, availableCents: 15_000, refundableCents: 15_000, hasMore: false });
  expect(wallet.entries.map(({ kind, amountCents, afterCents }) => [kind, amountCents, afterCents])).toEqual([
    ['recharge', 5_000, 15_000],
    ['recharge', 5_000, 10_000],
    ['recharge', 5_000, 5_000],
  ]);
  expect(
    await rows(
      `select pay_no, pay_method, main_part_type, main_part_no, rr_money::int, recharge_by from recharge_record where pay_no is not null order by recharg_record_id`,
    ),
  ).toEqual(
    numbers.map((payNo, index) => ({
      pay_no: payNo,
      pay_method: [2, 1, 3][index],
      main_part_type: 1,
      main_part_no: '13900000101',
      rr_money: 5_000,
      recharge_by: 'driver',
    })),
  );
  expect(await running().brokenBooks()).toEqual([]);
});

test('a press begins one payment, however often it comes; what is not offered is not taken, and too many payments are refused', async () => {
  const anna = await driverOf('13900000102');
  const before = running().standIn.books.payments.length;
  const key = randomUUID();
  const together = await Promise.all([1, 2, 3].map(() => anna.recharge(5_000, 'alipay_qr', key)));
  const [made] = together.filter(({ status }) => status === 201);
  expect(made?.body).toMatchObject({ clientAction: { type: 'qr' } });
  expect(together.every(({ status, body }) => status === 201 || body.code === 'driver.inProgress')).toBe(true);
  expect((await anna.recharge(5_000, 'alipay_qr', key)).body).toEqual(made?.body);
  expect((await anna.recharge(10_000, 'alipay_qr', key)).body.code).toBe('driver.keyReused');
  expect(running().standIn.books.payments.length).toBe(before + 1);
  expect((await anna.recharge(5_001)).body.code).toBe('driver.amountUnknown');
  expect((await anna.recharge(5_000, 'cash')).body.code).toBe('badInput');
  const bert = await driverOf('13900000103');
  for (const rechargeNo of [made?.body.rechargeNo, 'NOBODY'])
    expect((await bert.call<DriverProblem>('GET', `/me/recharges/${rechargeNo}`)).body).toMatchObject({
      code: 'driver.rechargeUnknown',
      status: 404,
    });
  const told: number[] = [];
  for (let count = 0; count < 11; count++) told.push((await bert.recharge(5_000)).status);
  expect(told).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  const stranger = running().phone();
  await stranger.scan();
  for (const path of ['/me/recharges', '/me/refunds'])
    expect((await stranger.press<DriverProblem>(path, { amountCents: 5_000, pay: 'alipay' })).body.code).toBe('driver.noPhone');
});

test('money that comes late is in the wallet; told twice it is there once; of another amount it waits for a person, and forged it is nothing', async () => {
  const anna = await driverOf('13900000104');
  const { standIn } = running();
  standIn.faults.notifications.push('twice');
  await anna.fill(5_000);
  expect((await anna.wallet()).balanceCents).toBe(5_000);
  const late = (await anna.recharge(10_000)).body.rechargeNo;
  running().later(6);
  await expect.poll(() => anna.stateOf(late), { interval: 50 }).toBe('closed');
  expect(standIn.pay(anna.paymentOf(late), { isLate: true })).toBe(true);
  await expect.poll(() => anna.stateOf(late), { interval: 50 }).toBe('paid');
  expect((await anna.wallet()).balanceCents).toBe(15_000);
  standIn.faults.notifications.push('forged');
  const forged = (await anna.recharge(5_000)).body.rechargeNo;
  standIn.notify(anna.paymentOf(forged));
  expect(await anna.stateOf(forged)).toBe('open');
  const other = (await anna.recharge(20_000)).body.rechargeNo;
  Object.assign(anna.paymentOf(other), { amountCents: 100 });
  standIn.faults.notifications.splice(0);
  expect(standIn.pay(anna.paymentOf(other))).toBe(true);
  await expect.poll(() => anna.stateOf(other), { interval: 50 }).toBe('review');
  expect((await anna.wallet()).balanceCents).toBe(15_000);
  expect(await rows('select exception_code, is_pile from condition_event where detail = $1', [other])).toEqual([
    { exception_code: 11, is_pile: false },
  ]);
  // Given back by a person, it goes to its payer whole, and never into the wallet.
  const { base } = running();
  const [row] = await rows('select pre_pay_order_id::text as id from prepaid_order where bill_id = $1', [other]);
  await base.server.ok(base.staff, prepaidOrderApi.decide, { id: String(row?.['id']), decision: 1, remark: 'Another amount' });
  await expect.poll(() => anna.paymentOf(other).refunds.map(({ amountCents }) => amountCents), { interval: 50 }).toEqual([100]);
  expect((await anna.wallet()).balanceCents).toBe(15_000);
  expect(await running().brokenBooks()).toEqual([]);
});

test('the rest goes back to where it came from, the newest first; two presses at once take it once', async () => {
  const anna = await driverOf('13900000105');
  const first = await anna.fill(10_000, 'alipay_qr');
  running().later(1);
  const second = await anna.fill(5_000, 'wechat_native');
  expect((await anna.refund(15_001)).body.code).toBe('driver.refundTooMuch');
  const key = randomUUID();
  const told = await Promise.all([anna.refund(7_000, key), anna.refund(7_000, key), anna.refund(12_000), anna.refund(12_000)]);
  const won = told.filter(({ status }) => status === 202);
  const refused = told.filter(({ status }) => status !== 202).map(({ body }) => body.code);
  expect(won.length).toBeGreaterThan(0);
  expect(new Set(won.map(({ body }) => body.refundNos.join()))).toEqual(new Set([`${second}R1,${first}R1`]));
  expect(refused.every((code) => code === 'driver.refundTooMuch' || code === 'driver.inProgress')).toBe(true);
  await expect.poll(async () => (await anna.wallet()).refunds.map(({ state }) => state), { interval: 50 }).toEqual(['succeeded', 'succeeded']);
  const wallet = await anna.wallet();
  const backCents = wallet.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect([7_000, 12_000]).toContain(backCents);
  expect(wallet).toMatchObject({ balanceCents: 15_000 - backCents, refundableCents: 15_000 - backCents });
  expect(anna.paymentOf(second).refunds).toMatchObject([{ refundNo: `${second}R1`, amountCents: 5_000 }]);
  expect(anna.paymentOf(first).refunds).toMatchObject([{ refundNo: `${first}R1`, amountCents: backCents - 5_000 }]);
  expect(wallet.entries.map(({ kind }) => kind)).toEqual(['refund_req', 'refund_req', 'recharge', 'recharge']);
  expect(await running().brokenBooks()).toEqual([]);
  // Nobody else can give it back, and a stranger's wallet is empty.
  const bert = await driverOf('13900000106');
  expect((await bert.refund(1)).body.code).toBe('driver.refundTooMuch');
});

test('a charge from the wallet: its amount is set aside, the bill is taken, and the rest was never gone', async () => {
  const anna = await driverOf('13900000108');
  await anna.fill(10_000, 'alipay_qr');
  await running().base.plug();
  expect((await anna.order({ pay: 'wallet', amountCents: 10_001 })).body.code).toBe('driver.amountUnknown');
  const key = randomUUID();
  const { status, body: made } = await anna.order({ pay: 'wallet', amountCents: 5_000 }, key);
  expect([status, made]).toEqual([201, expect.objectContaining({ step: 'starting', clientAction: { type: 'none', data: {} } })]);
  const again = await anna.order({ pay: 'wallet', amountCents: 5_000 }, key);
  expect([201, 409]).toContain(again.status);
  expect(await anna.wallet()).toMatchObject({ balanceCents: 10_000, heldCents: 5_000, availableCents: 5_000, refundableCents: 5_000 });
  expect(await anna.read(made.orderNo)).toMatchObject({ step: 'starting', isFromWallet: true, amountCents: 5_000, refund: null });
  // What is set aside cannot be taken out, and a second charge needs a gun of its own.
  expect((await anna.refund(5_001)).body.code).toBe('driver.refundTooMuch');
  expect((await anna.order({ pay: 'wallet', amountCents: 3_000 })).body.code).toBe('driver.orderOpen');
  for (const path of ['payments', 'cancel', 'returned'])
    expect((await anna.press<DriverProblem>(`/orders/${made.orderNo}/${path}`, path === 'payments' ? { pay: 'alipay' } : {})).status).toBe(409);
  const [order] = await rows(
    'select c.charging_order_no as no from driver_order d join charging_order c using (charging_order_id) where d.order_no = $1',
    [made.orderNo],
  );
  await chargeOrder(running().base, String(order?.['no']), 20_000);
  await expect.poll(async () => (await anna.read(made.orderNo)).step, { interval: 100 }).toBe('done');
  expect(await anna.read(made.orderNo)).toMatchObject({ costCents: 300, energyWh: 2_000, refund: null });
  expect((await anna.call<DriverBill>('GET', `/orders/${made.orderNo}/bill`)).body).toMatchObject({
    totalCents: 300,
    paidCents: 0,
    isFromWallet: true,
    refunds: [],
  });
  const wallet = await anna.wallet();
  expect(wallet).toMatchObject({ balanceCents: 9_700, heldCents: 0, refundableCents: 9_700 });
  expect(wallet.entries[0]).toMatchObject({ kind: 'settle', amountCents: -300, orderNo: made.orderNo, energyWh: 2_000 });
  expect((await anna.call<DriverAccountOrders>('GET', '/me/orders')).body.orders).toMatchObject([
    { orderNo: made.orderNo, state: 'over', totalCents: 300, paidCents: 0 },
  ]);
  expect((await anna.refund(9_700)).status).toBe(202);
  await expect.poll(async () => (await anna.wallet()).refunds[0]?.state, { interval: 50 }).toBe('succeeded');
  expect(await anna.wallet()).toMatchObject({ balanceCents: 0, refundableCents: 0 });
  expect(await running().brokenBooks()).toEqual([]);
});

test('a wallet pays for its own driver only, what it has, and once', async () => {
  const anna = await driverOf('13900000109');
  await running().base.plug();
  expect((await anna.order({ pay: 'wallet', amountCents: 3_000 })).body.code).toBe('driver.walletShort');
  await anna.fill(5_000);
  const bert = running().phone();
  await bert.scan();
  expect((await bert.order({ pay: 'wallet', amountCents: 3_000 })).body.code).toBe('driver.noPhone');
  expect((await anna.order({ pay: 'wallet', amountCents: 10_000 })).body.code).toBe('driver.walletShort');
  const told = await Promise.all([1, 2, 3].map(() => anna.order({ pay: 'wallet', amountCents: 3_000 })));
  expect(told.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(told.filter(({ status }) => status !== 201).every(({ body }) => ['driver.orderOpen', 'driver.gunBusy'].includes(body.code))).toBe(true);
  expect(await anna.wallet()).toMatchObject({ balanceCents: 5_000, heldCents: 3_000 });
  const made = told.find(({ status }) => status === 201)?.body.orderNo ?? '';
  expect((await bert.call<DriverProblem>('GET', `/orders/${made}`)).status).toBe(404);
  // A pile that refuses the start has taken nothing.
  const [order] = await rows(
    'select c.charging_order_no as no from driver_order d join charging_order c using (charging_order_id) where d.order_no = $1',
    [made],
  );
  const { charging, pile, now } = running().base;
  const refusal = {
    kind: 'startResult',
    chargingOrderNo: String(order?.['no']),
    gunNumber: 1,
    startResult: 5,
    startSource: 1,
    startSoc: 40,
    fromStore: false,
  } as const;
  await charging.handlers.startResult(pile, { ...refusal, startAtMs: now(), startMeterDwh: 1_000_000 });
  expect(await anna.read(made)).toMatchObject({ step: 'done', text: { code: 'startRefusedWallet', values: { reason: 'result:5' } } });
  expect(await anna.wallet()).toMatchObject({ balanceCents: 5_000, heldCents: 0 });
  expect(await running().brokenBooks()).toEqual([]);
});

test('who charges one car from the wallet pays for a second one as anybody does, and the wallet is told to be in use', async () => {
  const anna = await driverOf('13900000111');
  await anna.fill(10_000);
  await running().base.plug(1);
  expect((await anna.order({ pay: 'wallet', amountCents: 3_000 })).status).toBe(201);
  await running().base.plug(2);
  const { label } = running();
  await anna.call('POST', '/visits', { body: { label, gun: 2, channel: 'web' } });
  const quoteId = (await anna.call<DriverGunView>('GET', `/guns/${label}/2`)).body.price?.quoteId ?? '';
  expect((await anna.order({ quoteId, pay: 'wallet', amountCents: 3_000 })).body.code).toBe('driver.chargingAlready');
  const { status, body } = await anna.order({ quoteId, pay: 'alipay_qr' });
  expect(status).toBe(201);
  expect(
    await rows(
      'select p.cust_id, d.cust_id is not null as is_hers from prepaid_order p join driver_order d using (pre_pay_order_id) where d.order_no = $1',
      [body.orderNo],
    ),
  ).toEqual([{ cust_id: null, is_hers: true }]);
  expect(running().standIn.pay(running().newest())).toBe(true);
  await expect.poll(async () => (await anna.read(body.orderNo)).step, { interval: 100 }).toBe('starting');
});

test('floods are told to wait: reading a wallet, and codes for many numbers from one address at once', async () => {
  const anna = await driverOf('13900000112');
  const reads = await Promise.all(Array.from({ length: 70 }, () => anna.call<DriverProblem>('GET', '/me/wallet')));
  expect(new Set(reads.map(({ status, body }) => (status === 429 ? body.code : status)))).toEqual(new Set([200, 'driver.tooMany']));
  running().later(61);
  const flood = running().phone();
  await flood.scan();
  const solved = [];
  for (let number = 0; number < 14; number++) solved.push(await flood.solve(`139000003${String(number).padStart(2, '0')}`));
  const told = await Promise.all(solved.map((each) => flood.press<DriverProblem>('/otp', each)));
  expect(told.filter(({ status }) => status === 202)).toHaveLength(10);
  expect(told.filter(({ status }) => status !== 202).map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [429, 'driver.tooMany']),
  );
});

test('what the bills of the providers say of wallets is what the books say, and their accounts have what the providers have', async () => {
  const { base, deps, standIn } = running();
  const NOON_MS = 4 * 3_600_000;
  const DAY_MS = 86_400_000;
  const toNoon = (): void => base.advance(DAY_MS - ((base.now() - NOON_MS) % DAY_MS));
  const anna = await driverOf('13900000107');
  for (const pay of ['wechat_native', 'alipay_qr', 'stripe']) await anna.fill(5_000, pay);
  expect((await anna.refund(6_000)).status).toBe(202);
  await expect.poll(async () => (await anna.wallet()).refunds.every(({ state }) => state === 'succeeded')).toBe(true);
  toNoon();
  toNoon();
  const jobs = chargingJobs(deps).filter(({ kind }) => kind.name === 'payBills');
  for (const job of jobs) await inSystem(base.server.database, (tx) => job.run({ tx, now: deps.clock(), params: { keepDays: 400 } }));
  await bills.poll();
  const strange = standIn.books.payments.filter(({ amountCents }) => amountCents === 100).map(({ payNo }) => payNo);
  expect(await rows('select entry_no from pay_difference where difference_state < 2 and entry_no <> all($1)', [strange])).toEqual([]);
  // All lines of this driver are in bills: three payments and the two parts of the refund.
  expect(
    await rows(`select count(*)::int as lines from pay_bill_line l join prepaid_order p on p.bill_id = l.pay_no and p.user_mobile = '13900000107'`),
  ).toEqual([{ lines: 5 }]);
  expect(await running().brokenBooks()).toEqual([]);
});

test('after its window a payment takes nothing back', async () => {
  await (await driverOf('13900000110')).fill(5_000);
  running().later(365 * 24 * 60);
  const later = await driverOf('13900000110');
  expect(await later.wallet()).toMatchObject({ balanceCents: 5_000, refundableCents: 0 });
  expect((await later.refund(1)).body.code).toBe('driver.refundTooMuch');
});
