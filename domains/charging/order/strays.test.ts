import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderReport } from '#engines/protocol/device.ts';
import { startDesk } from '../desk.fixture.ts';
import type { Desk } from '../desk.fixture.ts';
import { PILE } from '../world.fixture.ts';

/** What piles tell that fits nothing we know: kept, told once, and stopped where current flows. */
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  for (const gun of [1, 2]) await desk.plug(gun);
});

const ask = <Row extends object>(query: string) => desk.world.server.database.asSuperuser<Row>(query);
const events = (orderNo: string) => ask<{ kind: string }>(`select kind from device_event where charging_order_no = '${orderNo}' order by kind`);
const records = (digest: string) => ask(`select cp_code, charging_order_no, gun_number, refusal, raw from end_record where digest = '${digest}'`);
const report = (digest: string, more: Partial<OrderReport>) =>
  desk.world.share.handlers.orderReport(desk.world.pile, {
    kind: 'orderReport',
    gunNumber: 1,
    orderType: 1,
    stopAtMs: desk.now(),
    stopMeterDwh: 2_000_000,
    stopReason: 1,
    checkCode: 'ok',
    digest,
    raw: `raw of ${digest}`,
    fromStore: false,
    ...more,
  });
const finish = async (orderNo: string, energyDwh: number) => {
  await desk.end(orderNo, energyDwh);
  await desk.world.worker.look();
};

test('every end record is kept as it was sent: taken, refused, told again, and of a gun that is not there', async () => {
  const orderNo = await desk.begin({ energyDwh: 10_000 });
  const tooMuch = { chargingOrderNo: orderNo, energyDwh: 50_000_000, startMeterDwh: 1_000_000, stopMeterDwh: 51_000_000 };
  expect(await report('much', tooMuch)).toEqual({ result: 0 });
  expect(await report('much', tooMuch)).toEqual({ result: 0 });
  const refused = { cp_code: PILE, charging_order_no: orderNo, gun_number: 1, refusal: 'record.undeliverable', raw: 'raw of much' };
  expect(await records('much')).toEqual([refused]);
  expect(await events(orderNo)).toEqual([{ kind: 'record.undeliverable' }]);
  expect(await report('gun', { chargingOrderNo: 'NOWHERE', gunNumber: 9 })).toEqual({ result: 0 });
  expect(await records('gun')).toMatchObject([{ charging_order_no: 'NOWHERE', gun_number: 9, refusal: 'record.gunUnknown', raw: 'raw of gun' }]);
  expect(await events('NOWHERE')).toEqual([{ kind: 'record.gunUnknown' }]);
  await desk.end(orderNo, 10_000, { digest: 'good', raw: 'raw of good' });
  await desk.world.worker.look();
  expect(await records('good')).toMatchObject([{ charging_order_no: orderNo, refusal: null, raw: 'raw of good' }]);
  expect(await desk.world.row(orderNo)).toMatchObject({ order_state: 4 });
});

test('what was sent cannot be changed, and a session that is over is told to come again', async () => {
  const { database } = desk.world.server;
  await expect(database.systemPool.query(`update end_record set raw = 'other'`)).rejects.toThrow('permission denied');
  await expect(database.systemPool.query(`delete from end_record`)).rejects.toThrow('permission denied');
  const old = { ...desk.world.pile, epoch: desk.world.pile.epoch - 1 };
  const word = { kind: 'orderReport', chargingOrderNo: 'OLD1', gunNumber: 1, orderType: 2, stopAtMs: desk.now(), stopMeterDwh: 1 } as const;
  const told = { ...word, stopReason: 1, checkCode: 'ok', digest: 'old', fromStore: true } as const;
  expect(await desk.world.share.handlers.orderReport(old, told)).toEqual({ result: 1 });
  expect(await records('old')).toEqual([]);
});

test('a record without a number, told again, finds the order it made', async () => {
  const stray = { transactionId: -1, gunNumber: 2, startMeterDwh: 1_990_000 };
  expect(await report('stray'.padEnd(64, '0'), stray)).toEqual({ result: 0 });
  expect(await report('stray'.padEnd(64, '0'), stray)).toEqual({ result: 0 });
  expect(await ask(`select order_state from charging_order where charging_order_no like 'Xstray%'`)).toEqual([{ order_state: 9 }]);
});

test('a sample that is refused for hours is told once', async () => {
  const orderNo = await desk.begin({ energyDwh: 10_000 });
  for (let turn = 0; turn < 5; turn++) {
    desk.pass(15_000);
    const sample = { kind: 'chargingSample', chargingOrderNo: orderNo, gunNumber: 2, atMs: desk.now() } as const;
    expect((await desk.world.share.handlers.chargingSample(desk.world.pile, sample)).result).not.toBe(0);
  }
  expect(await events(orderNo)).toEqual([{ kind: 'order.otherGun' }]);
  await finish(orderNo, 10_000);
});
