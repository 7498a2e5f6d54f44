import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BmsReport, GunStatus, PileStatus } from '#engines/protocol/device.ts';
import { agentApi, pileApi, stationApi } from '#domains/network/resources.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { PILE } from '../charging-testbed.fixture.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { chargingOrderApi, monitorApi } from '../resources.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const piles = () => testbed.server.ok(testbed.anna, monitorApi.piles, { stationId: testbed.ids.stationId });
const charge = (viewer: Viewer = testbed.anna, gunNumber = 1) => testbed.server.ok(viewer, monitorApi.charge, { cpCode: PILE, gunNumber });
/** A report without temperatures and insulation. */
const reportOf = (more: Partial<GunStatus>) =>
  testbed.device.handle(testbed.pile, {
    kind: 'gunStatus',
    gunNumber: 2,
    gunWorkStat: 2,
    gunFaultType: 0,
    atMs: testbed.now(),
    gunStopType: 3,
    gunStatusInfo: 0,
    ...more,
  });
const reportGun = (more: Partial<GunStatus> = {}) =>
  reportOf({ gunDcPositiveTemp: 24, gunDcNegativeTemp: 23, cpVoltage: '12.00', insulationVal: 1_480, onlineGunMaxPowerW: 60_000, ...more });
const reportPile = (more: Partial<PileStatus> = {}) =>
  testbed.device.handle(testbed.pile, {
    kind: 'pileStatus',
    cpWorkStat: 1,
    cpFaultType: null,
    atMs: testbed.now(),
    details: { cabinetTemp: 26 },
    ...more,
  });
type Battery = Pick<BmsReport, 'stage' | 'chargingOrderNo' | 'values'>;
const reportBatteryAt = (pile: PileRef, report: Battery) =>
  testbed.device.handle(pile, { kind: 'bmsReport', ...report, gunNumber: 1, atMs: testbed.now() });
const reportBattery = (stage: Battery['stage'], chargingOrderNo: string, values: Battery['values']) =>
  reportBatteryAt(testbed.pile, { stage, chargingOrderNo, values });

/** What the work publishes to one topic. */
const pushedTo = async (topic: string, work: () => Promise<unknown>): Promise<readonly unknown[]> => {
  const before = testbed.published.length;
  await work();
  return testbed.published.slice(before).flatMap((message) => (message.topic === topic ? [message.data] : []));
};

const readings = {
  gunNumber: 2,
  faultType: 0,
  stopType: 3,
  statusInfo: 0,
  positiveTempC: 24,
  negativeTempC: 23,
  cpVoltageCv: 1_200,
  insulationKohm: 1_480,
  maxPowerHw: 600,
};

test('a station is told what a gun measures when a value is new, and the page of the gun each report', async () => {
  const [station, gun] = [`station:${testbed.ids.stationId}`, `gun:${PILE}:2`];
  await reportGun({ gunDcPositiveTemp: 20 });
  expect(await pushedTo(station, reportGun)).toMatchObject([{ cpCode: PILE, ...readings, atMs: expect.any(Number) }]);
  expect(await pushedTo(station, reportGun)).toEqual([]);
  expect(await pushedTo(gun, reportGun)).toMatchObject([{ gunWorkStat: 2, ...readings }]);
  // A value that is not sent is not new.
  expect(await pushedTo(station, () => reportOf({ cpVoltage: '12.00', onlineGunMaxPowerW: 60_000 }))).toEqual([]);
  // A new state tells its measurements at once.
  expect(await pushedTo(station, () => reportGun({ gunWorkStat: 9, gunFaultType: 66, gunStatusInfo: 28 }))).toMatchObject([
    { cpCode: PILE, gunNumber: 2, gunWorkStat: 9, faultType: 66, statusInfo: 28 },
  ]);
  expect(await pushedTo(station, () => reportGun({ gunWorkStat: 9, gunFaultType: 66, gunStatusInfo: 28, gunDcPositiveTemp: 71 }))).toMatchObject([
    { positiveTempC: 71 },
  ]);
  const [, second] = await testbed.server.ok(testbed.anna, monitorApi.guns, { stationId: testbed.ids.stationId });
  expect(second).toMatchObject({
    gunFaultType: 66,
    status: { stopType: 3, statusInfo: 28, positiveTempC: 71, negativeTempC: 23, cpVoltageCv: 1_200, insulationKohm: 1_480, maxPowerHw: 600 },
  });
  await reportGun();
});

test('the state of a pile is its own: fault, steps of an upgrade, last heard, offline since', async () => {
  const topic = `station:${testbed.ids.stationId}`;
  await reportPile();
  expect(await piles()).toMatchObject([
    { cpCode: PILE, cpWorkStat: 1, cpFaultType: null, isOnline: true, offlineSince: null, upgradeSince: null, details: { cabinetTemp: 26 } },
  ]);
  expect(await pushedTo(topic, () => reportPile({ cpWorkStat: 7, cpFaultType: 9 }))).toEqual([{ cpCode: PILE, cpWorkStat: 7, cpFaultType: 9 }]);
  expect(await pushedTo(topic, () => reportPile({ cpWorkStat: 7, cpFaultType: 9 }))).toEqual([]);
  expect(await pushedTo(`pile:${PILE}`, () => reportPile({ cpWorkStat: 7, cpFaultType: 9, details: { cabinetTemp: 61 } }))).toMatchObject([
    { details: { cabinetTemp: 61 } },
  ]);
  testbed.advance(60_000);
  await reportPile({ cpWorkStat: 7, cpFaultType: 9 });
  const [faulty] = await piles();
  expect(faulty).toMatchObject({ cpWorkStat: 7, cpFaultType: 9 });
  expect(Math.abs(Date.parse(faulty?.lastSeen ?? '') - testbed.now())).toBeLessThan(5_000);
  expect(await pushedTo(topic, reportPile)).toEqual([{ cpCode: PILE, cpWorkStat: 1, cpFaultType: null }]);
  await testbed.server.database.asSuperuser(`update pile_state set upgrade_phase = 4, upgrade_since = '2026-03-01T00:00:00Z'`);
  await testbed.server.database.asSuperuser('update pile set cp_work_stat = 5');
  expect(await piles()).toMatchObject([{ cpWorkStat: 5, upgradeSince: '2026-03-01T00:00:00.000Z' }]);
  await testbed.server.database.asSuperuser('update pile_state set upgrade_phase = null');
  await reportPile();
});

test('a viewer of the monitor without a right to orders sees the curve and the battery of a charge', async () => {
  expect(await charge(testbed.anna, 2)).toBeNull();
  const orderNo = await testbed.startCharging({ energyDwh: 40_000 });
  await testbed.sample(orderNo, 41_000, { gunDcPositiveTemp: 41, gunDcNegativeTemp: 39 });
  await reportBattery('handshake', orderNo, { vin: 'LVIN0000000000001', batteryType: 3 });
  await reportBattery('charging', orderNo, {
    demandVoltage: '400.0',
    measuredVoltage: '398.5',
    demandCurrent: '120.0',
    measuredCurrent: '100.0',
    maxTemp: 31,
  });
  testbed.advance(15_000);
  const push = () =>
    reportBattery('charging', orderNo, { demandVoltage: '401.0', measuredVoltage: '399.0', cellMaxVoltage: '3.41', maxTemp: 32, minTemp: 28 });
  expect(await pushedTo(`gun:${PILE}:1`, push)).toMatchObject([
    { bmsStage: 'charging', chargingOrderNo: orderNo, values: { demandVoltage: '401.0' } },
  ]);
  const guard = viewers.limited(testbed.anna, ['monitor:list']);
  const seen = await charge(guard);
  expect(seen).toMatchObject({
    chargingOrderNo: orderNo,
    stopTime: null,
    curve: { total: 5, positiveTemp: [null, null, null, null, 41], negativeTemp: [null, null, null, null, 39] },
    bms: {
      source: 'reports',
      stages: { handshake: { values: { vin: 'LVIN0000000000001' } }, parameter: null, charging: { values: { maxTemp: 32 } }, end: null },
      curve: { demandVoltage: [400, 401], measuredVoltage: [398.5, 399], cellMaxVoltage: [null, 3.41], minTemp: [null, 28] },
    },
  });
  expect(await testbed.server.call(guard, chargingOrderApi.bmsReports, { id: await testbed.idOf(orderNo) })).toMatchObject({
    success: false,
    code: 403,
  });
  expect(
    await testbed.server.call(viewers.limited(testbed.anna, ['chargingOrder:list']), monitorApi.charge, { cpCode: PILE, gunNumber: 1 }),
  ).toMatchObject({
    code: 403,
  });
  await reportBattery('end', orderNo, { soc: 80, bmsAbortReasons: 'bits 0' });
  await testbed.sendEndRecord(orderNo, 41_000);
  await testbed.plug(1, 2);
  expect(await charge()).toMatchObject({ chargingOrderNo: orderNo, stopTime: expect.any(String), bms: { stages: { end: { values: { soc: 80 } } } } });
  expect(await testbed.server.ok(testbed.anna, chargingOrderApi.bmsReports, { id: await testbed.idOf(orderNo) })).toEqual((await charge())?.bms);
});

test('a report of another pile that names the order is no report of its battery, and reaches no page of it', async () => {
  const orderNo = (await charge())?.chargingOrderNo ?? '';
  const before = (await charge())?.bms;
  await testbed.server.ok(testbed.anna, pileApi.add, {
    cpCode: 'FALSE01',
    stationId: testbed.ids.stationId,
    cpName: 'Other',
    cpType: 1,
    protocol: 1,
    gunCount: 1,
    cpPower: '60',
    accountMinAmount: '1.00',
  });
  await testbed.server.database.asSuperuser(`update pile set cp_stat = 1, rate_rule_id = $1 where cp_code = 'FALSE01'`, [testbed.ids.rateRuleId]);
  const other = { cpCode: 'FALSE01', epoch: 1, protocol: 'native' } as const;
  const lie = () => reportBatteryAt(other, { stage: 'handshake', chargingOrderNo: orderNo, values: { vin: 'FALSEVIN000000001' } });
  expect(await pushedTo(`order:${orderNo}`, lie)).toEqual([]);
  expect(await pushedTo(`gun:${PILE}:1`, lie)).toEqual([]);
  expect((await charge())?.bms).toEqual(before);
});

test('piles and charges of other stations are answered like those that do not exist', async () => {
  const { tenantId, agentId, stationId } = testbed.ids;
  const beside = await testbed.server.ok(testbed.anna, stationApi.add, { agentId, stationName: 'Beside', timezone: 'Asia/Shanghai' });
  const far = await testbed.server.ok(testbed.anna, agentApi.add, { agentName: 'Far', timezone: 'Asia/Shanghai' });
  for (const viewer of [viewers.station({ tenantId, agentId, stationId: beside.stationId }), viewers.agent(tenantId, far.agentId)]) {
    const absent = await testbed.server.call(viewer, monitorApi.charge, { cpCode: 'NO-SUCH', gunNumber: 1 });
    expect(absent).toMatchObject({ success: false, code: 404 });
    expect(await testbed.server.call(viewer, monitorApi.charge, { cpCode: PILE, gunNumber: 1 })).toEqual({
      ...absent,
      timestamp: expect.any(Number),
    });
    expect(await testbed.server.call(viewer, monitorApi.piles, { stationId })).toMatchObject({ success: false, code: 404 });
  }
  expect(await charge(viewers.station({ tenantId, agentId, stationId }))).not.toBeNull();
});

test('a pile that is gone says since when', async () => {
  await testbed.device.disconnected(testbed.pile, 'closed');
  const gone = (await piles()).find(({ cpCode }) => cpCode === PILE);
  expect(gone).toMatchObject({ cpWorkStat: 6, isOnline: false });
  expect(Math.abs(Date.parse(gone?.offlineSince ?? '') - testbed.now())).toBeLessThan(5_000);
});
