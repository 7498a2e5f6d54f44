import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChargingSample, EndRecord, StartResult } from '#engines/protocol/device.ts';
import { transitionPairs } from '#engines/order/transitions.ts';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { CARD, startChargingTestbed } from '../../charging-testbed.fixture.ts';
import type { ChargingTestbed } from '../../charging-testbed.fixture.ts';
import { decide } from './decide.server.ts';
import { orderWork } from './order-work.server.ts';

let testbed: ChargingTestbed;
beforeAll(async () => {
  testbed = await startChargingTestbed();
});
afterAll(() => testbed.close());
let meter = 1_000_000;
beforeEach(async () => {
  // Each test begins with a plugged gun and no order on it.
  await testbed.device.handle(testbed.pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 3, gunFaultType: 0, plugged: true, atMs: now() });
});

const now = (): number => Date.now() + testbed.clockOffset.ms;
const askStart = () =>
  testbed.charging.handlers.startRequest(testbed.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: now(),
  });
const setRule = (change: string) =>
  testbed.server.database.asSuperuser(`update rate_rule set ${change} where rate_rule_id = ${testbed.ids.rateRuleId}`);

test.each([
  ['disabled', 'rule_state = 0'],
  ['over since yesterday where the station is', `end_time = (now() at time zone 'Asia/Shanghai')::date - 1`],
  ['to begin tomorrow', `start_time = (now() at time zone 'Asia/Shanghai')::date + 1`],
])('a rule that is %s prices nothing, so nothing starts', async (_which, change) => {
  await setRule(change);
  expect(await askStart()).toMatchObject({ result: 13, chargingOrderNo: '' });
  expect(await testbed.server.database.asSuperuser('select 1 from charging_order')).toEqual([]);
  await setRule('rule_state = 1, start_time = null, end_time = null');
});

const started = (chargingOrderNo: string, more: Partial<StartResult> = {}): StartResult => ({
  kind: 'startResult',
  chargingOrderNo,
  gunNumber: 1,
  startResult: 0,
  startSource: 16,
  startAtMs: now(),
  startMeterDwh: meter,
  startSoc: 40,
  fromStore: false,
  ...more,
});
const sample = (chargingOrderNo: string, energyDwh: number, more: Partial<ChargingSample> = {}): ChargingSample => ({
  kind: 'chargingSample',
  chargingOrderNo,
  gunNumber: 1,
  atMs: now(),
  voltageDv: 4000,
  currentDa: 1000,
  powerW: 40_000,
  soc: 45,
  energyDwh,
  meterDwh: meter + energyDwh,
  ...more,
});
const ended = (chargingOrderNo: string, energyDwh: number, more: Partial<EndRecord> = {}): EndRecord => ({
  kind: 'endRecord',
  chargingOrderNo,
  gunNumber: 1,
  orderType: 1,
  stopAtMs: now(),
  startMeterDwh: meter,
  stopMeterDwh: meter + energyDwh,
  energyDwh,
  stopReason: 1,
  checkCode: 'ok',
  digest: `${chargingOrderNo}-${energyDwh}`.padEnd(64, '0'),
  fromStore: false,
  ...more,
});

/** One whole order of so much energy; answers its number. */
const charge = async (energyDwh: number): Promise<string> => {
  const { result, chargingOrderNo } = await askStart();
  expect(result).toBe(0);
  expect(await testbed.charging.handlers.startResult(testbed.pile, started(chargingOrderNo))).toEqual({ result: 0 });
  for (let step = 1; step <= 4; step++) {
    testbed.clockOffset.ms += 60_000;
    expect(await testbed.charging.handlers.chargingSample(testbed.pile, sample(chargingOrderNo, Math.round((energyDwh * step) / 5)))).toEqual({
      result: 0,
    });
  }
  testbed.clockOffset.ms += 60_000;
  expect(await testbed.charging.handlers.endRecord(testbed.pile, ended(chargingOrderNo, energyDwh, { startAtMs: now() - 300_000 }))).toEqual({
    result: 0,
  });
  meter += energyDwh;
  return chargingOrderNo;
};

test('an order from the card to the books, to the cent', async () => {
  const orderNo = await charge(80_000);
  await testbed.worker.poll();
  // 8 kWh at 1.00 and 0.50.
  expect(await testbed.orderRow(orderNo)).toMatchObject({
    order_state: 4,
    charging_elec: 80_000n,
    order_amount: 1200n,
    billing_amount: 1200n,
    elec_amount: 800n,
    srv_amount: 400n,
    other1_amount: 0n,
    charging_elec_flat: 80_000n,
    stop_reason: 1,
    start_soc: 40,
    settle_method: 1,
    shortfall_amount: 0n,
    next_wake_at: null,
  });
  expect(await testbed.brokenInvariants()).toEqual([]);
  const balances = await testbed.server.database.asSuperuser<{ posted: bigint; held: bigint }>(
    `select b.posted, b.held from ledger.balance b join ledger.account a on a.account_id = b.account_id where a.code = 'wallet:card:${testbed.ids.icCardId}'`,
  );
  expect(balances).toEqual([{ posted: 8800n, held: 0n }]);
});

test('the same end record twice settles once and is acknowledged twice; another one is kept and told', async () => {
  const orderNo = await charge(10_000);
  await testbed.worker.poll();
  const again = ended(orderNo, 10_000, { startAtMs: now() - 300_000 });
  meter -= 10_000;
  expect(
    await testbed.charging.handlers.endRecord(testbed.pile, { ...ended(orderNo, 10_000), startAtMs: now() - 300_000, digest: again.digest }),
  ).toEqual({ result: 0 });
  expect(await testbed.charging.handlers.endRecord(testbed.pile, { ...ended(orderNo, 12_000), startAtMs: now() - 300_000 })).toEqual({ result: 0 });
  meter += 12_000;
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: 150n });
  expect(await testbed.brokenInvariants()).toEqual([]);
  const events = await testbed.server.database.asSuperuser<{ kind: string }>(`select kind from device_event where charging_order_no = '${orderNo}'`);
  expect(events.length).toBeGreaterThan(0);
});

test('a lost answer to a start request is given again, not a second order', async () => {
  const first = await askStart();
  const second = await askStart();
  expect(second.chargingOrderNo).toBe(first.chargingOrderNo);
  await testbed.charging.handlers.startResult(testbed.pile, started(first.chargingOrderNo, { startResult: 161 }));
  await testbed.worker.poll();
  expect(await testbed.orderRow(first.chargingOrderNo)).toMatchObject({ order_state: 4, start_result: 161, billing_amount: 0n });
});

test('the end record alone is enough: start result and samples may be lost or come later', async () => {
  const { chargingOrderNo } = await askStart();
  const startAtMs = now();
  testbed.clockOffset.ms += 300_000;
  expect(await testbed.charging.handlers.endRecord(testbed.pile, ended(chargingOrderNo, 20_000, { startAtMs }))).toEqual({ result: 0 });
  expect(await testbed.charging.handlers.chargingSample(testbed.pile, sample(chargingOrderNo, 9_000, { atMs: startAtMs + 60_000 }))).toMatchObject({
    result: 0,
  });
  await testbed.charging.handlers.startResult(testbed.pile, started(chargingOrderNo, { startAtMs, fromStore: true }));
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 300n });
  meter += 20_000;
});

test('a record that no meter could have made is kept away from the books', async () => {
  const { chargingOrderNo } = await askStart();
  await testbed.charging.handlers.startResult(testbed.pile, started(chargingOrderNo));
  testbed.clockOffset.ms += 60_000;
  // 910 kWh in a minute: a lifetime's odometer.
  await testbed.charging.handlers.endRecord(testbed.pile, ended(chargingOrderNo, 9_100_000, { startAtMs: now() - 60_000 }));
  await testbed.worker.poll();
  expect(Number((await testbed.orderRow(chargingOrderNo))['order_state'])).toBe(9);
  await testbed.charging.handlers.endRecord(testbed.pile, ended(chargingOrderNo, 830, { startAtMs: now() - 60_000 }));
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 12n });
  meter += 830;
});

test('an order of a known card from an offline pile is billed, one of nobody waits at 9', async () => {
  const known = `L${Date.now()}`;
  const offline = (orderNo: string, account: string): EndRecord =>
    ended(orderNo, 5_000, { orderType: 2, fromStore: true, startAtMs: now() - 600_000, account: { accountType: 1, account } });
  await testbed.charging.handlers.endRecord(testbed.pile, offline(known, CARD));
  await testbed.charging.handlers.endRecord(testbed.pile, offline(`${known}X`, 'NOBODY'));
  await testbed.worker.poll();
  expect(await testbed.orderRow(known)).toMatchObject({ order_state: 4, order_category: 2, billing_amount: 75n });
  expect(await testbed.orderRow(`${known}X`)).toMatchObject({ order_state: 9, abnormal_reason: 'orphan', billing_amount: 0n });
  meter += 5_000;
});

test('a wallet that runs dry stops the order, and what the pile still delivers is owed', async () => {
  const { chargingOrderNo } = await askStart();
  await testbed.charging.handlers.startResult(testbed.pile, started(chargingOrderNo));
  for (let minute = 1; minute <= 40; minute++) {
    testbed.clockOffset.ms += 60_000;
    await testbed.charging.handlers.chargingSample(testbed.pile, sample(chargingOrderNo, minute * 19_000, { powerW: 114_000 }));
  }
  const commands = await testbed.server.database.asSuperuser<{ cmd: string; because: string }>(
    `select cmd, because from device_command where charging_order_no = '${chargingOrderNo}' limit 1`,
  );
  expect(commands).toEqual([{ cmd: 'stop', because: 'lowBalance' }]);
  await testbed.charging.handlers.endRecord(testbed.pile, ended(chargingOrderNo, 760_000, { startAtMs: now() - 2_400_000 }));
  meter += 760_000;
  await testbed.worker.poll();
  const row = await testbed.orderRow(chargingOrderNo);
  expect(row).toMatchObject({ order_state: 4, billing_amount: 11_400n });
  expect(Number(row['shortfall_amount'])).toBeGreaterThan(0);
  expect(await testbed.brokenInvariants()).toEqual([]);
  expect((await askStart()).result).toBe(2);
  // Enough for a start, were there no debt.
  await testbed.fund(`card:${testbed.ids.icCardId}`, 2_00n);
  expect((await askStart()).result).toBe(2);
});

/** An order whose end an operator put in, settled on its last sample of 10 kWh. */
const endedByHand = async (): Promise<{ readonly orderNo: string; readonly startAtMs: number }> => {
  await testbed.fund(`card:${testbed.ids.icCardId}`, 500_00n);
  const { chargingOrderNo } = await askStart();
  const startAtMs = now();
  await testbed.charging.handlers.startResult(testbed.pile, started(chargingOrderNo, { startAtMs }));
  testbed.clockOffset.ms += 600_000;
  await testbed.charging.handlers.chargingSample(testbed.pile, sample(chargingOrderNo, 100_000));
  testbed.clockOffset.ms += 600_000;
  await inSystem(testbed.server.database, (tx) =>
    decide(
      orderWork(testbed.deps, tx, 'operator'),
      { orderNo: chargingOrderNo },
      {
        event: {
          kind: 'manualEnd',
          by: '7',
          reason: 'the pile is gone',
          secondBy: null,
          gunChargingHeardMs: null,
          provisionalCents: 1500n,
          secondPersonAboveCents: 100_000n,
        },
      },
    ),
  );
  await testbed.worker.poll();
  return { orderNo: chargingOrderNo, startAtMs };
};

test.each([
  [80_000, 1200n, 'the customer gets back what was too much'],
  [120_000, 1500n, 'what was too little waits for an operator'],
])('a record of %i that comes after the settlement: %s', async (energyDwh, billed) => {
  const { orderNo, startAtMs } = await endedByHand();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: 1500n });
  await testbed.charging.handlers.endRecord(testbed.pile, ended(orderNo, energyDwh, { startAtMs, fromStore: true }));
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: billed });
  expect(await testbed.brokenInvariants()).toEqual([]);
  const waiting = await testbed.server.database.asSuperuser(
    `select 1 from device_event where charging_order_no = '${orderNo}' and kind = 'adjustmentDue'`,
  );
  expect(waiting).toHaveLength(energyDwh > 100_000 ? 1 : 0);
  meter += energyDwh;
});

test('what a settled order gives back goes to the pool that its card has joined since', async () => {
  const { orderNo, startAtMs } = await endedByHand();
  const { icCardId } = testbed.ids;
  const { cardBalance } = await testbed.server.ok(testbed.staff, cardApi.queryById, { id: icCardId });
  const company = { custName: 'Pool Co', custPhone: '02188880000', custType: 2, useFundsPool: 1 };
  const { custId } = await testbed.server.ok(testbed.staff, customerApi.add, company);
  await testbed.server.ok(testbed.staff, cardApi.edit, { icCardId, custId });
  const pooled = async () => (await testbed.server.ok(testbed.staff, customerApi.queryById, { id: custId })).custBalance;
  expect(await pooled()).toBe(cardBalance);
  await testbed.charging.handlers.endRecord(testbed.pile, ended(orderNo, 80_000, { startAtMs, fromStore: true }));
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ billing_amount: 1200n });
  expect(await pooled()).toBe((Number(cardBalance) + 3).toFixed(2));
  expect((await testbed.server.ok(testbed.staff, cardApi.queryById, { id: icCardId })).cardBalance).toBe('0.00');
  expect(await testbed.brokenInvariants()).toEqual([]);
  meter += 80_000;
});

test('a card with a password charges with it alone, a typed number never without; who is refused learns nothing', async () => {
  const { handlers } = testbed.charging;
  const issue = async (icCardNo: string, more: object) => {
    const { icCardId } = await testbed.server.ok(testbed.staff, cardApi.add, { icCardNo, canDiscount: 1, cardPeople: 'Han Mei', ...more });
    await testbed.fund(`card:${icCardId}`, 50_00n);
  };
  await issue('PINCARD1', { cardPwd: '135790' });
  await issue('BARECARD', {});
  const right = createHash('sha256').update(`135790${testbed.pile.cpCode}`).digest('hex');
  const said = (accountType: 1 | 3, account: string, passwordDigest?: string) =>
    ({ gunNumber: 1, accountType, account, atMs: now(), ...(passwordDigest && { passwordDigest }) }) as const;
  const refused = [said(3, 'BARECARD'), said(3, 'BARECARD', right), said(3, 'PINCARD1'), said(1, 'PINCARD1'), said(3, 'PINCARD1', '0f'.repeat(32))];
  for (const account of refused) {
    expect(await handlers.accountQuery(testbed.pile, { kind: 'accountQuery', ...account })).toMatchObject({
      result: 4,
      balanceCents: 0,
      displayName: '',
    });
    const start = { kind: 'startRequest', strategyType: 1, strategyValE2: 0, ...account } as const;
    expect(await handlers.startRequest(testbed.pile, start)).toMatchObject({ result: 4, chargingOrderNo: '', balanceCents: 0 });
  }
  const known = { result: 0, balanceCents: 50_00, displayName: 'Han Mei' };
  for (const account of [said(1, 'BARECARD'), said(1, 'PINCARD1', right), said(3, 'PINCARD1', right)])
    expect(await handlers.accountQuery(testbed.pile, { kind: 'accountQuery', ...account })).toMatchObject(known);
  const own = { kind: 'transactionStarted', gunNumber: 1, startAtMs: now(), startMeterDwh: meter } as const;
  expect(await handlers.transactionStarted(testbed.pile, { ...own, idTag: 'PINCARD1' })).toMatchObject({ accepted: false, reason: 4 });
});

test('the database knows the same transitions as the engine', async () => {
  const rows = await testbed.server.database.asSuperuser<{ from_state: number; to_state: number }>(
    'select from_state, to_state from order_transition',
  );
  const pairs = transitionPairs()
    .filter((pair) => pair.from !== null)
    .map((pair) => `${pair.from}>${pair.to}`);
  expect(rows.map((row) => `${row.from_state}>${row.to_state}`).toSorted()).toEqual(pairs.toSorted());
});
