import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChargingSample, EndRecord } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { transitionPairs } from '#engines/order/transitions.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { CARD, PILE } from '../../charging-testbed.fixture.ts';

/** Messages of piles that match no known order: they are stored, reported once, and the charge is stopped where energy flows. */
let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());
beforeEach(async () => {
  for (const gun of [1, 2]) await testbed.plug(gun);
});

const ask = <Row extends object>(query: string) => testbed.server.database.asSuperuser<Row>(query);
const events = (orderNo: string) => ask<{ kind: string }>(`select kind from device_event where charging_order_no = '${orderNo}' order by kind`);
const records = (digest: string) => ask(`select cp_code, charging_order_no, gun_number, refusal, raw from end_record where digest = '${digest}'`);
const sendEndRecord = (digest: string, more: Partial<EndRecord>) =>
  testbed.charging.handlers.endRecord(testbed.pile, {
    kind: 'endRecord',
    gunNumber: 1,
    orderType: 1,
    stopAtMs: testbed.now(),
    stopMeterDwh: 2_000_000,
    stopReason: 1,
    checkCode: 'ok',
    digest,
    raw: `raw of ${digest}`,
    fromStore: false,
    ...more,
  });
const finish = async (orderNo: string, energyDwh: number) => {
  await testbed.sendEndRecord(orderNo, energyDwh);
  await testbed.worker.poll();
};

test('every end record is kept as it was sent: taken, refused, told again, and of a gun that is not there', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 10_000 });
  const tooMuch = { chargingOrderNo: orderNo, energyDwh: 50_000_000, startMeterDwh: 1_000_000, stopMeterDwh: 51_000_000 };
  expect(await sendEndRecord('much', tooMuch)).toEqual({ result: 0 });
  expect(await sendEndRecord('much', tooMuch)).toEqual({ result: 0 });
  const refused = { cp_code: PILE, charging_order_no: orderNo, gun_number: 1, refusal: 'record.undeliverable', raw: 'raw of much' };
  expect(await records('much')).toEqual([refused]);
  expect(await events(orderNo)).toEqual([{ kind: 'record.undeliverable' }]);
  expect(await sendEndRecord('gun', { chargingOrderNo: 'NOWHERE', gunNumber: 9 })).toEqual({ result: 0 });
  expect(await records('gun')).toMatchObject([{ charging_order_no: 'NOWHERE', gun_number: 9, refusal: 'record.gunUnknown', raw: 'raw of gun' }]);
  expect(await events('NOWHERE')).toEqual([{ kind: 'record.gunUnknown' }]);
  await testbed.sendEndRecord(orderNo, 10_000, { digest: 'good', raw: 'raw of good' });
  await testbed.worker.poll();
  expect(await records('good')).toMatchObject([{ charging_order_no: orderNo, refusal: null, raw: 'raw of good' }]);
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4 });

  const asked = { id: await testbed.idOf(orderNo) };
  const shown = { cpCode: PILE, gunNumber: 1 };
  expect(await testbed.server.ok({ ...testbed.anna, language: 'zh_CN' }, chargingOrderApi.endRecords, asked)).toMatchObject([
    { ...shown, raw: 'raw of much', refusal: '账单电量超出设备能力' },
    { ...shown, raw: 'raw of good', refusal: null },
  ]);
  // The answer must not reveal that an invisible pile has sent a record with this number.
  await ask(`update end_record set cp_code = 'ELSEWHERE' where digest = 'much'`);
  expect(await testbed.server.ok(testbed.anna, chargingOrderApi.endRecords, asked)).toMatchObject([{ raw: 'raw of good' }]);
  await ask(`update end_record set cp_code = '${PILE}' where digest = 'much'`);
});

test('a refused record that can be taken when it comes again is taken', async () => {
  const stray = {
    chargingOrderNo: 'L70',
    orderType: 2,
    gunNumber: 2,
    startAtMs: testbed.now() - 60_000,
    startMeterDwh: 0,
    stopMeterDwh: 30_000,
    energyDwh: 30_000,
  } as const;
  await sendEndRecord('again', stray);
  expect(await records('again')).toMatchObject([{ refusal: 'record.undeliverable' }]);
  await ask(`update pile set cp_power = 3600 where cp_code = '${PILE}'`);
  await sendEndRecord('again', stray);
  expect(await records('again')).toMatchObject([{ refusal: null, raw: 'raw of again' }]);
  await sendEndRecord('again', stray);
  expect(await records('again')).toMatchObject([{ refusal: null }]);
  expect(await testbed.orderRow('L70')).toMatchObject({ order_state: 9, abnormal_reason: 'orphan' });
  await ask(`update pile set cp_power = 1200 where cp_code = '${PILE}'`);
});

test('what was sent cannot be changed, and a session that is over is told to come again', async () => {
  const { database } = testbed.server;
  await expect(database.systemPool.query(`update end_record set raw = 'other'`)).rejects.toThrow('permission denied');
  await expect(database.systemPool.query(`delete from end_record`)).rejects.toThrow('permission denied');
  const old = { ...testbed.pile, epoch: testbed.pile.epoch - 1 };
  const word = { kind: 'endRecord', chargingOrderNo: 'OLD1', gunNumber: 1, orderType: 2, stopAtMs: testbed.now(), stopMeterDwh: 1 } as const;
  const told = { ...word, stopReason: 1, checkCode: 'ok', digest: 'old', fromStore: true } as const;
  expect(await testbed.charging.handlers.endRecord(old, told)).toEqual({ result: 1 });
  expect(await records('old')).toEqual([]);
});

test('a record without a number, told again, finds the order it made', async () => {
  const stray = { transactionId: -1, gunNumber: 2, startMeterDwh: 1_990_000 };
  expect(await sendEndRecord('stray'.padEnd(64, '0'), stray)).toEqual({ result: 0 });
  expect(await sendEndRecord('stray'.padEnd(64, '0'), stray)).toEqual({ result: 0 });
  expect(await ask(`select order_state from charging_order where charging_order_no like 'Xstray%'`)).toEqual([{ order_state: 9 }]);
});

test('a sample that is refused for hours is told once', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 10_000 });
  for (let turn = 0; turn < 5; turn++) {
    testbed.advance(15_000);
    const sample = { kind: 'chargingSample', chargingOrderNo: orderNo, gunNumber: 2, atMs: testbed.now() } as const;
    expect((await testbed.charging.handlers.chargingSample(testbed.pile, sample)).result).not.toBe(0);
  }
  expect(await events(orderNo)).toEqual([{ kind: 'order.otherGun' }]);
  await finish(orderNo, 10_000);
});

const GHOST_MS = 5 * 60_000;
const gunSays = (gunWorkStat: number, chargingOrderNo?: string) =>
  testbed.device.handle(testbed.pile, {
    kind: 'gunStatus',
    gunNumber: 1,
    gunWorkStat,
    gunFaultType: 0,
    atMs: testbed.now(),
    ...(chargingOrderNo !== undefined && { chargingOrderNo }),
  });
const flow = (named: Pick<ChargingSample, 'chargingOrderNo' | 'transactionId'>, energyDwh: number) =>
  testbed.charging.handlers.chargingSample(testbed.pile, {
    kind: 'chargingSample',
    gunNumber: 1,
    atMs: testbed.now(),
    currentDa: 1000,
    energyDwh,
    ...named,
  });
const stops = (orderNo: string) =>
  ask<{ payload: DeviceCommand }>(`select payload from device_command where charging_order_no = '${orderNo}' and cmd = 'stop' order by create_time`);
/** Sends the stops that wait, and answers them as a pile that knows no such order. */
const answerStops = async (orderNo: string) => {
  for (const { payload } of await ask<{ payload: DeviceCommand }>(
    `update device_command set stat = 1 where charging_order_no = '${orderNo}' and cmd = 'stop' and stat = 0 returning payload`,
  )) {
    const { commandId } = payload;
    await testbed.device.commandSettled(testbed.pile, {
      commandId,
      cmd: 'stop',
      atMs: testbed.now(),
      outcome: 'answered',
      late: false,
      reply: { kind: 'commandReply', commandId, result: 3 },
    });
  }
};
const ordersOf = (like: string) =>
  ask<{ charging_order_no: string }>(`select charging_order_no from charging_order where charging_order_no like '${like}%'`);

test('a gun that charges unnamed becomes an order that is stopped by its gun, again and again until it rests', async () => {
  await gunSays(6);
  testbed.advance(60_000);
  await gunSays(6);
  expect(await ordersOf('G')).toEqual([]);
  testbed.advance(GHOST_MS);
  await gunSays(6);
  const [made] = await ordersOf('G');
  const orderNo = made?.charging_order_no ?? '';
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'ghost' });
  expect((await stops(orderNo)).map(({ payload }) => payload)).toMatchObject([{ cmd: 'stop', gunNumber: 1, byGun: true }]);
  for (let turn = 1; turn <= 3; turn++) {
    await answerStops(orderNo);
    testbed.advance(60_000);
    await gunSays(6);
    expect(await stops(orderNo)).toHaveLength(turn + 1);
  }
  await testbed.worker.poll();
  expect(await events(orderNo)).toEqual([{ kind: 'ghost' }, { kind: 'stopUnconfirmed' }]);
  await answerStops(orderNo);
  await gunSays(2);
  testbed.advance(60_000);
  await testbed.worker.poll();
  expect(await stops(orderNo)).toHaveLength(4);
  expect(await ask('select * from gun_ghost')).toEqual([]);
});

test('an operator need not wait: he stops a gun that charges without an order, and its live order where it has one', async () => {
  const { server } = testbed;
  const stopGun = () => server.call(testbed.anna, chargingOrderApi.stopGun, { cpCode: PILE, gunNumber: 1 });
  expect((await stopGun()).message).toBe('The gun is not charging');
  await gunSays(6, 'L78');
  expect((await stopGun()).message).toBe('The stop is on its way');
  expect(await stops('L78')).toMatchObject([{ payload: { cmd: 'stop', chargingOrderNo: 'L78' } }]);
  expect(await testbed.orderRow('L78')).toMatchObject({ order_state: 9, abnormal_reason: 'ghost' });
  await gunSays(6, 'L78');
  expect(await ask('select * from charging_order where charging_order_no like $$%L78%$$')).toHaveLength(1);
  await gunSays(2);
  const orderNo = await testbed.startCharging();
  expect((await stopGun()).success).toBe(true);
  expect(await stops(orderNo)).toHaveLength(1);
  await finish(orderNo, 20_000);
});

test('samples under a number nobody knows become an order of that number; its record ends it, and its card pays', async () => {
  const start = testbed.now();
  for (let minute = 1; minute <= 6; minute++) {
    testbed.advance(60_000);
    expect(await flow({ chargingOrderNo: 'L77' }, minute * 10_000)).toEqual({ result: 0 });
  }
  expect(await testbed.orderRow('L77')).toMatchObject({ order_state: 9, abnormal_reason: 'ghost', order_category: 2 });
  // It began while the pile was offline, so it may continue until its record names a payer.
  expect(await stops('L77')).toEqual([]);
  testbed.advance(60_000);
  await flow({ chargingOrderNo: 'L77' }, 70_000);
  const meters = { startMeterDwh: 3_000_000, stopMeterDwh: 3_070_000, energyDwh: 70_000 };
  await sendEndRecord('local', { chargingOrderNo: 'L77', orderType: 2, startAtMs: start, ...meters, account: { accountType: 1, account: CARD } });
  await testbed.worker.poll();
  expect(await testbed.orderRow('L77')).toMatchObject({ order_state: 4, ic_card_no: CARD, billing_amount: 1050n });
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('a transaction that was refused and goes on is stopped by the number it was given', async () => {
  const told = { kind: 'transactionStarted', gunNumber: 1, idTag: 'NOBODY', startAtMs: testbed.now(), startMeterDwh: 0 } as const;
  const { transactionId, accepted } = await testbed.charging.handlers.transactionStarted(testbed.pile, told);
  expect(accepted).toBe(false);
  for (let minute = 1; minute <= 6; minute++) {
    testbed.advance(60_000);
    await flow({ transactionId }, minute * 10_000);
  }
  const [made] = await ask<{ charging_order_no: string }>(`select charging_order_no from charging_order where transaction_id = ${transactionId}`);
  expect((await stops(made?.charging_order_no ?? '')).map(({ payload }) => payload)).toMatchObject([{ transactionId }]);
  await gunSays(2);
});

test('a gun that charges under another number is no evidence of our start; one that names an order thought dead brings it back', async () => {
  const begin = {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: testbed.now(),
  } as const;
  const { chargingOrderNo, result } = await testbed.charging.handlers.startRequest(testbed.pile, begin);
  expect(result).toBe(0);
  await gunSays(6, 'SOMETHING-ELSE');
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 6 });
  testbed.advance(3 * 60_000);
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'startTimeout' });
  await gunSays(6, chargingOrderNo);
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 2, abnormal_reason: null });
  await sendEndRecord('back', {
    chargingOrderNo,
    startAtMs: testbed.now() - 60_000,
    startMeterDwh: 3_070_000,
    stopMeterDwh: 3_070_100,
    energyDwh: 100,
  });
  await testbed.worker.poll();
});

test('the database lets no fact be changed or forgotten, and no order begin in the middle', async () => {
  const orderNo = await testbed.charge(10_000);
  const { systemPool } = testbed.server.database;
  const fact = (kind: string) =>
    `from charging_order o where o.charging_order_no = '${orderNo}' and f.charging_order_id = o.charging_order_id and f.kind = '${kind}'`;
  const add = (kind: string, key: string, amount: number) =>
    systemPool.query(
      `update order_fact f set content = content || jsonb_build_object('${key}', (content ->> '${key}')::bigint + ${amount}) ${fact(kind)}`,
    );
  for (const [kind, key] of [
    ['created', 'atMs'],
    ['startResult', 'startAtMs'],
    ['endRecord', 'stopMeterDwh'],
    ['settled', 'atMs'],
  ] as const)
    await expect(add(kind, key, 1), kind).rejects.toThrow('stays as it was told');
  // When both starts are reported, the earlier one counts.
  await add('startResult', 'startAtMs', -1);
  await expect(systemPool.query(`update order_fact f set kind = 'progress' ${fact('created')}`)).rejects.toThrow('stays as it was told');
  await expect(systemPool.query(`delete from order_fact`)).rejects.toThrow('permission denied');
  await expect(ask(`delete from order_fact`)).rejects.toThrow('stays as it was told');
  const births = transitionPairs().filter(({ from }) => from === null);
  const columns = 'tenant_id, agent_id, station_id, cp_code, gun_number';
  for (const state of [0, 1, 2, 3, 4, 5, 6, 9] as const) {
    // Taken back at once, so that no worker meets an order without facts.
    const born = ask(`do $$ begin
      insert into charging_order (${columns}, charging_order_no, order_state) select ${columns}, 'BORN${state}', ${state} from gun where gun_number = 2;
      raise exception 'begun'; end $$`);
    await expect(born).rejects.toThrow(births.some(({ to }) => to === state) ? 'begun' : 'cannot begin');
  }
});

test('an account query asks about the gun it names, in the words of its own table; a scheduled time is the next such time', async () => {
  const { accountQuery, startRequest, startResult } = testbed.charging.handlers;
  const query = async (gunNumber: number) =>
    (await accountQuery(testbed.pile, { kind: 'accountQuery', gunNumber, accountType: 1, account: CARD })).result;
  expect([await query(1), await query(9)]).toEqual([0, 153]);
  const wish = { kind: 'startRequest', gunNumber: 1, accountType: 1, account: CARD, strategyType: 6, atMs: testbed.now() } as const;
  expect(await startRequest(testbed.pile, { ...wish, strategyValE2: 150_000 })).toMatchObject({ result: 13 });
  // Half past seven in the morning at the station, eight hours before Greenwich.
  const { result, chargingOrderNo } = await startRequest(testbed.pile, { ...wish, strategyValE2: 45_000 });
  expect(result).toBe(0);
  const [fact] = await ask<{ until: string }>(
    `select f.content -> 'strategy' ->> 'untilMs' as until from order_fact f join charging_order o using (charging_order_id) where o.charging_order_no = '${chargingOrderNo}' and f.kind = 'created'`,
  );
  const untilMs = Number(fact?.until);
  expect([new Date(untilMs).toISOString().slice(11), untilMs > testbed.now(), untilMs <= testbed.now() + 86_400_000]).toEqual([
    '23:30:00.000Z',
    true,
    true,
  ]);
  // The gun starts; and at the other gun the card charges already.
  expect([await query(1), await query(2)]).toEqual([8, 8]);
  const told = {
    kind: 'startResult',
    chargingOrderNo,
    gunNumber: 1,
    startResult: 0,
    startSource: 16,
    startAtMs: testbed.now(),
    startMeterDwh: 3_100_000,
    fromStore: false,
  } as const;
  await ask(`update charging_order set tariff_snapshot_id = null where charging_order_no = '${chargingOrderNo}'`);
  expect(await startResult(testbed.pile, told)).toEqual({ result: 2 });
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 2, charging_strategy_type: 6 });
});
