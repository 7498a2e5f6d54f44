import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ackLinkApi, alarm, exceptionRecordApi, openAlarmApi, pileTimelineApi, warningAccountApi } from '#domains/alarm/resources.ts';
import { alarmRoutes, ensureExceptionConfs, startExceptionWorker, startSelfTest, startWarningSender } from '#domains/alarm/server.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { startReceiver } from '#domains/alarm/warning-log/warning-testbed.fixture.ts';
import { charging } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { carApi, cardApi, customerApi } from '#domains/customer/resources.ts';
import { lowBalanceJob } from '#domains/money/server.ts';
import { endRecordMessage } from '#engines/protocol/native/client.ts';
import type { PileRequest } from '#engines/protocol/native/messages.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { inSystem } from '#kit/db/index.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import { CARD, PILE, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** From the bytes of a pile to the message at a receiver: gateway, judge, sender, HTTP. */
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let piles: PileTestbed;
let workers: readonly PollingWorker[];
let start: () => void;

beforeAll(async () => {
  receiver = await startReceiver();
  const egress = createEgress({ insideOrigins: new Set([receiver.origin]) });
  piles = await startPileTestbed({
    domains: [charging, alarm],
    routes: (deps) => [...chargingRoutes(deps), ...alarmRoutes({ ...deps, egress, services: new Set() })],
  });
  const { deps } = piles.world;
  await ensureExceptionConfs(deps.database);
  start = () => {
    workers = [startExceptionWorker(deps), startWarningSender({ ...deps, services: { egress, providers: {}, publicUrl: 'https://ops.example' } })];
  };
  start();
});
const stop = async () => {
  for (const worker of workers) await worker.stop();
};
afterAll(async () => {
  await stop();
  await piles.close();
  await receiver.close();
});

const work = async () => {
  for (const worker of workers) await worker.poll();
};
const failed: (typeof receiver.received)[number] = { url: '', headers: {}, body: '' };
const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const emergencyStop = (isPressed: boolean): PileRequest => ({
  type: '0001',
  body: {
    cpWorkStat: isPressed ? 7 : 1,
    cpFaultType: isPressed ? 2 : 0,
    moduleStat: 0,
    moduleCount: 4,
    cabinetTemp: 30,
    inputVoltage: [3_800, 3_800, 3_800],
    doorOpen: 0,
    emergencyStop: isPressed ? 1 : 0,
    networkKind: 1,
    signal: 90,
  },
});
const received = () => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; text: string; exceptionRecordId: string | null }); // as the sender writes it

test('a pile whose emergency stop is pressed is told to a signed webhook, and its release as well', async () => {
  const { server, staff, ids } = piles.world;
  const { warningAccountId } = await server.ok(staff, warningAccountApi.add, {
    tenantId: ids.tenantId,
    warningAccountName: 'Control room',
    warningAccountType: 6,
    warningAccount: `${receiver.origin}/hook`,
    accountSecret: SECRET,
    warningLang: 'en_US',
    minLevel: 3,
    delayMin: 0,
    passesMajor: 0,
  });
  await server.ok(staff, warningAccountApi.sendTest, { id: warningAccountId });
  await work();
  await server.ok(staff, warningAccountApi.confirmTest, { warningAccountId, testCode: /\d{6}/u.exec(received()[0]?.text ?? '')?.[0] ?? '' });

  const pile = await piles.pile();
  await pile.sendRequest(emergencyStop(true));
  await work();
  const [record] = (await server.ok(staff, exceptionRecordApi.list, { cpCode: PILE, exceptionType: '1' })).records;
  expect(record).toMatchObject({ exceptionCode: 2, exceptionLevel: 1, isPresent: 1 });
  expect(received()[1]).toMatchObject({
    exceptionRecordId: record?.exceptionRecordId,
    text: expect.stringMatching(new RegExp(`^Critical: .*mergency stop.*pile ${PILE}`, 'u')),
  });
  const [, { headers, body } = failed] = receiver.received;
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(signed)
      .digest('base64')}`,
  );

  // The link in the message acknowledges once, without a session; reading it changes nothing, and a changed one is none.
  const token = /token=(\S+)/u.exec(received()[1]?.text ?? '')?.[1] ?? '';
  const shownBy = async (given: string) => server.ok(anonymousViewer, ackLinkApi.info, { token: given });
  const title = expect.stringMatching(/^Emergency stop · /u);
  expect(await shownBy(token)).toEqual({ title, state: 'open' });
  expect(await shownBy(token)).toEqual({ title, state: 'open' });
  expect(await shownBy(token.replace('.', '0.'))).toEqual({ title: null, state: 'invalid' });
  expect(await shownBy(`${token.slice(0, -4)}AAAA`)).toEqual({ title: null, state: 'invalid' });
  expect(await server.ok(anonymousViewer, ackLinkApi.confirm, { token })).toEqual({ title, state: 'acknowledged' });
  expect(await server.ok(anonymousViewer, ackLinkApi.confirm, { token })).toEqual({ title, state: 'used' });
  expect(await server.ok(staff, exceptionRecordApi.list, { cpCode: PILE, exceptionType: '1' })).toMatchObject({
    records: [{ solveStat: 1, ackUser: 'link: Control room', isPresent: 1 }],
  });

  await pile.sendRequest(emergencyStop(false));
  piles.advance(61_000);
  await work();
  piles.advance(16_000);
  await work();
  expect(received().slice(2)).toMatchObject([{ exceptionRecordId: record?.exceptionRecordId, text: expect.stringContaining('Over: Critical: ') }]);
  expect(await server.ok(staff, exceptionRecordApi.list, { cpCode: PILE, exceptionType: '1' })).toMatchObject({
    records: [{ isPresent: 0, solveStat: 1 }],
  });
  pile.socket.destroy();
});

const faultyGun: PileRequest = {
  type: '0002',
  body: {
    gunNumber: 1,
    gunWorkStat: 9,
    gunStopType: 0,
    gunFaultType: 65,
    gunStatusInfo: 0,
    gunDcPositiveTemp: 25,
    gunDcNegativeTemp: 25,
    cpVoltage: 600,
    insulationVal: 500,
    onlineGunMaxPower: 1_200,
    chargingOrderNo: '',
    plugged: 0,
    homed: 0,
    locked: 0,
  },
};

test('a gun that is lost costs what it usually earns at this hour, and what costs more comes first', async () => {
  const { server, staff, ids } = piles.world;
  const now = piles.now();
  // One charge of two hours around this hour in each of the last four weeks: 32 kWh and 11.20 of service fee an hour.
  await server.database.asSuperuser(
    `update station set create_time = now() - interval '30 days';
    set session_replication_role = replica;
    insert into charging_order (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, order_category, start_source, create_time, start_time, stop_time, charging_elec,
      order_amount, billing_amount, srv_amount)
    select ${ids.tenantId}, ${ids.agentId}, ${ids.stationId}, '${PILE}', 1 + gun, 'HIST' || week || gun || part, 4, 1, 153, at, at, at + interval '2 hours', 640000, 2240, 2240, 2240
    from (select week, gun, part, to_timestamp(${now / 1_000}) - week * interval '7 days' - interval '1 hour' + part * interval '2 hours' as at
      from generate_series(1, 4) week, generate_series(0, 1) gun, generate_series(0, 2) part) history;
    set session_replication_role = origin`,
  );
  const pile = await piles.pile();
  await pile.sendRequest(faultyGun);
  piles.advance(31_000);
  await work();
  await work();
  const [faulty] = (await server.ok(staff, openAlarmApi.open, { cpCode: PILE })).items;
  // Both guns are usually occupied; one is lost, so that one driver leaves, and a tenth of half the others: 11.20 x (1 + 0.1 x 2 x 1/2).
  expect(faulty).toMatchObject({
    type: 2,
    code: 65,
    reason: 'money',
    currency: 'CNY',
    basis: { guns: 2, lost: 1, usuallyOccupied: 2, lossCentsPerHour: 1_232, repairS: 14_400 },
    riskCents: 4_928,
  });
  pile.socket.destroy();
});

const seconds = (): number => Math.floor(piles.now() / 1_000);
const shown = async (filters: Readonly<Record<string, string>>) =>
  (await piles.world.server.ok(piles.world.staff, exceptionRecordApi.list, filters)).records.map(
    ({ subject, gunNumber, exceptionCode, errorInfo, isPresent, solveStat }) => ({
      subject,
      gunNumber,
      exceptionCode,
      errorInfo,
      isPresent,
      solveStat,
    }),
  );

const record = {
  gunNumber: 1,
  orderType: 1,
  startSource: 16,
  accountType: 1,
  account: CARD,
  vin: '',
  startSoc: 40,
  stopSoc: 50,
  startMeter: 1_000_000,
  stopMeter: 1_010_000,
  chargingElec: 10_000,
  elecTip: 0,
  elecPeak: 0,
  elecFlat: 10_000,
  elecValley: 0,
  elecAmount: 0,
  srvAmount: 0,
  other1Amount: 0,
  other2Amount: 0,
  orderAmount: 0,
  stopReason: 3,
  rateRuleNo: '',
  slots: Array.from({ length: 48 }, (_none, slot) => (slot === 0 ? 10_000 : 0)),
};

test('a charge whose end record does not come is an exception of its gun until the record comes', async () => {
  const { worker, orderRow } = piles.world;
  const pile = await piles.pile();
  await pile.sendRequest(gunInfo(3));
  const startTime = seconds();
  const { message } = await pile.sendRequest(startRequest(CARD));
  const chargingOrderNo = message.type === '0104' ? message.body.chargingOrderNo : '';
  await pile.sendRequest(startResult({ chargingOrderNo, startTime, startMeter: 1_000_000 }));
  piles.advance(60_000);
  await pile.sendRequest(chargingInfo({ chargingOrderNo, time: seconds(), chargingElec: 5_000, meter: 1_005_000 }));
  await pile.sendRequest(gunInfo(7, chargingOrderNo));
  piles.advance(11 * 60_000);
  await worker.poll();
  await work();
  expect(await orderRow(chargingOrderNo)).toMatchObject({ abnormal_reason: 'endMissing' });
  const missing = { gunNumber: 1, exceptionCode: 7, errorInfo: chargingOrderNo };
  const filters = { cpCode: PILE, exceptionType: '7' };
  expect(await shown(filters)).toEqual([{ subject: null, ...missing, isPresent: 1, solveStat: 0 }]);
  const times = { startTime, stopTime: startTime + 120 };
  // The gateway has ended a session that was silent for so long.
  pile.socket.destroy();
  const again = await piles.pile();
  await again.sendRequest(endRecordMessage(again.link, { ...record, ...times, chargingOrderNo }, nodeCrypto));
  piles.advance(61_000);
  await work();
  expect(await shown(filters)).toEqual([{ subject: null, ...missing, isPresent: 0, solveStat: 3 }]);
  const { server, staff } = piles.world;
  const ofHours = async (viewer = staff) =>
    server.ok(viewer, pileTimelineApi.timeline, { cpCode: PILE, hours: 2, until: new Date(piles.now()).toISOString() });
  expect((await ofHours()).items.map(({ kind, gunNumber, code, text }) => [kind, gunNumber, code, text])).toEqual(
    expect.arrayContaining([
      ['exception', 0, 2, ''],
      ['exception', 1, 7, chargingOrderNo],
      ['order', 1, null, chargingOrderNo],
      ['command', 1, null, 'queryStatus'],
    ]),
  );
  expect(new Set((await ofHours(viewers.limited(staff, ['exceptionRecord:list']))).items.map(({ kind }) => kind))).toEqual(new Set(['exception']));
  expect((await server.call(viewers.tenant('999'), pileTimelineApi.timeline, { cpCode: PILE, hours: 2 })).status).toBe(404);
  again.socket.destroy();
});

test('the balance of a customer, a card or a car below its mark is an exception until it is not', async () => {
  const { server, staff, ids, deps, fund } = piles.world;
  const compare = async () => {
    const found = await inSystem(deps.database, (tx) => lowBalanceJob.run({ tx, now: deps.clock(), params: {} }));
    await work();
    return found;
  };
  const lowBalances = async () => {
    const found = await Promise.all([8, 9, 10].map((exceptionCode) => shown({ exceptionType: '7', exceptionCode: String(exceptionCode) })));
    return found.flat();
  };
  const { icCardId } = ids;
  const { version } = await server.ok(staff, cardApi.queryById, { id: icCardId });
  await server.ok(staff, cardApi.edit, { icCardId, cardAlarmMoney: '500.00', version });
  const { custId } = await server.ok(staff, customerApi.add, {
    custName: 'North Fleet',
    custPhone: '02188880000',
    custType: 2,
    useFundsPool: 0,
    alarmAmount: '300.00',
  });
  const { carId, carVin } = await server.ok(staff, carApi.add, {
    carVin: 'LSVAU2180N2000911',
    carNum: 'B-911',
    isDiscount: 1,
    carAlarmMoney: '20.00',
  });
  expect(await compare()).toEqual({ low: 3, over: 0 });
  expect(await compare()).toEqual({ low: 0, over: 0 });
  const [customer, card, car] = [
    { subject: custId, gunNumber: 0, exceptionCode: 8 },
    { subject: CARD, gunNumber: 0, exceptionCode: 9 },
    { subject: carVin, gunNumber: 0, exceptionCode: 10 },
  ];
  expect(await lowBalances()).toMatchObject([
    { ...customer, errorInfo: 'North Fleet: 0.00 < 300.00 CNY', isPresent: 1 },
    { ...card, errorInfo: expect.stringMatching(/: \d+\.\d\d < 500\.00 CNY$/u), isPresent: 1 },
    { ...car, errorInfo: 'B-911: 0.00 < 20.00 CNY', isPresent: 1 },
  ]);
  await fund(`customer:${custId}`, 300_00n);
  await fund(`card:${icCardId}`, 450_00n);
  await fund(`car:${carId}`, 20_00n);
  expect(await compare()).toEqual({ low: 0, over: 3 });
  piles.advance(61_000);
  await work();
  expect(await lowBalances()).toMatchObject([customer, card, car].map((which) => ({ ...which, isPresent: 0, solveStat: 3 })));
});

test('an exception of the platform itself passes the whole chain each minute, is told to the watcher, and its absence is told', async () => {
  const { server, staff, deps } = piles.world;
  const egress = createEgress({ insideOrigins: new Set([receiver.origin]) });
  const watched = () => receiver.received.filter(({ url }) => url === '/watcher').length;
  const silence = async () => (await server.ok(staff, openAlarmApi.open, {})).silentSince;
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(deps.log), { error: (_facts: unknown, message: unknown) => logged.push(message) });
  const selfTest = startSelfTest({ ...deps, log, egress, watcherUrl: `${receiver.origin}/watcher` });
  const minute = async (): Promise<void> => {
    await selfTest.poll();
    await work();
    // The message of the end waits in case the first one is still on its way.
    await work();
    piles.advance(16_000);
    await work();
    piles.advance(45_000);
  };
  try {
    await minute();
    await minute();
    await selfTest.poll();
    expect(watched()).toBe(2);
    // Nobody sees it, not even while it lasts.
    expect(await silence()).toBeNull();
    expect((await server.ok(viewers.platform(), openAlarmApi.open, {})).items.filter(({ type }) => type === 10)).toEqual([]);
    expect((await server.ok(viewers.platform(), exceptionRecordApi.list, { exceptionType: '10' })).total).toBe(0);
    expect((await server.ok(viewers.platform(), warningAccountApi.list, { warningAccountName: 'Self-test' })).total).toBe(0);

    await stop();
    await server.database.asSuperuser("update self_test set heard_at = now() - interval '4 minutes'");
    piles.advance(200_000);
    await selfTest.poll();
    await selfTest.poll();
    expect(logged).toEqual(['no self-test of warnings has arrived; warnings may not be sent']);
    expect(await silence()).not.toBeNull();
    expect(watched()).toBe(2);
    start();
    await minute();
    expect(await silence()).toBeNull();
    await selfTest.poll();
    expect(watched()).toBe(3);
  } finally {
    await selfTest.stop();
  }
});
