import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayText, localDate } from '#engines/time/calendar.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { gridLimitApi, pilePowerApi, powerControlApi, powerKeyApi, powerLimitApi, powerMonthApi } from '#domains/power/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import { powerRoutes } from '#domains/power/server.ts';
import { startDispatcher } from '#domains/device/server.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { DeviceGateway, PileRef } from '#engines/protocol/device-backend.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { startChargingTestbed } from '../charging-testbed.fixture.ts';
import type { ChargingTestbed } from '../charging-testbed.fixture.ts';
import { powerSiteRoutes } from './power-site.server.ts';
import { powerSiteApi } from './power-site.ts';
import { startPowerDispatcher } from './power-dispatcher.server.ts';

const LIMIT_KW = 120;
const EFFICIENCY = 0.95;
/** Rated and offline power in kW. */
const stock = {
  NATIVE1: { protocol: 1, ratedKw: 120, offlineKw: 40 },
  NATIVE2: { protocol: 1, ratedKw: 60, offlineKw: 30 },
  OCPP1: { protocol: 2, ratedKw: 60, offlineKw: 30 },
  /** Comes later. */
  LATE1: { protocol: 1, ratedKw: 60, offlineKw: 3 },
} as const;
type Code = keyof typeof stock;
const codes: readonly Code[] = ['NATIVE1', 'NATIVE2', 'OCPP1'];

let testbed: ChargingTestbed;
let commands: PollingWorker;
let dispatcher: PollingWorker;
let powerControlId = '';
const refs = new Map<string, PileRef>();
/** What each device really does; it draws as much as it may. */
const limitsKw = new Map<string, number>();
const offlineKw = new Map<string, number>();
/** The limits of running charges that stations of OCPP were told. */
const running: Extract<DeviceCommand, { readonly cmd: 'setChargingProfile' }>[] = [];
/** Commands that were sent to a device which does not answer. */
const unheard: DeviceCommand[] = [];
const deaf = new Set<string>();

const now = () => Date.now() + testbed.clockOffset.ms;
const startedMs = Date.now();
const dayAt = (instantMs: number): string => dayText(localDate(instantMs, 'Asia/Shanghai'));
const start = () => startPowerDispatcher(testbed.deps, now);

const obey = (cpCode: string, command: DeviceCommand): void => {
  if (command.cmd === 'setParameter' && command.paramNo === 12) offlineKw.set(cpCode, Number(command.value));
  if (command.cmd === 'setParameter' && command.paramNo === 13) limitsKw.set(cpCode, Number(command.value));
  if (command.cmd === 'setChargingProfile' && command.profile.purpose === 'TxProfile') running.push(command);
  if (command.cmd === 'setChargingProfile') limitsKw.set(cpCode, (command.profile.periods[0]?.limit ?? 0) / 1_000);
  if (command.cmd === 'clearChargingProfile') limitsKw.set(cpCode, stock.OCPP1.ratedKw);
};

const answers: Promise<void>[] = [];
const gateway: DeviceGateway = {
  send: (cpCode, command) => {
    const pile = refs.get(cpCode);
    if (!pile) return 'offline';
    if (deaf.has(cpCode)) {
      unheard.push(command);
      return 'sent';
    }
    obey(cpCode, command);
    const { commandId, cmd } = command;
    const reply = { kind: 'commandReply', commandId, result: 0 } as const;
    answers.push(testbed.device.commandSettled(pile, { commandId, cmd, atMs: now(), outcome: 'answered', late: false, reply }));
    return 'sent';
  },
  epochOf: (cpCode) => refs.get(cpCode)?.epoch,
  kick: () => false,
};

const login = async (cpCode: Code): Promise<void> => {
  const protocol = stock[cpCode].protocol === 2 ? 'ocpp16' : 'native';
  const { epoch } = await testbed.device.login({ cpCode, protocol, remoteAddress: '127.0.0.1', overTls: false, atMs: now() }).then((verdict) => {
    if (verdict.result !== 0) throw new Error(`login ${verdict.result}`);
    return verdict;
  });
  refs.set(cpCode, { cpCode, epoch, protocol });
};
const report = async (cpCode: string, gunWorkStat: number): Promise<void> => {
  const pile = refs.get(cpCode);
  if (pile) await testbed.device.handle(pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat, gunFaultType: 0, plugged: true, atMs: now() });
};

const SWEEP_S = 3;

/** Lets the clock run; `watch` sees the site after each sweep. */
const run = async (seconds: number, watch: () => void = () => undefined): Promise<void> => {
  for (let second = SWEEP_S; second <= seconds; second += SWEEP_S) {
    testbed.clockOffset.ms += SWEEP_S * 1_000;
    if (second % 15 === 0) for (const cpCode of codes) await report(cpCode, 6);
    await dispatcher.poll();
    await commands.poll();
    await Promise.all(answers.splice(0));
    watch();
  }
};
const gridKw = (): number => [...limitsKw.values()].reduce((sum, limit) => sum + limit / EFFICIENCY, 0);

beforeAll(async () => {
  testbed = await startChargingTestbed({ routes: (deps) => [...powerRoutes(deps), ...powerSiteRoutes] });
  const { server, staff, ids, deps } = testbed;
  const period = { startTime: '00:00', changingPower: '0', changingPowerMin: '0', changingSoc: 0, endAction: 0 };
  ({ powerControlId } = await server.ok(staff, powerControlApi.add, { ruleName: 'Site', maxControlPower: String(LIMIT_KW) }));
  await server.ok(staff, powerMonthApi.saveMonth, { powerControlId, month: 1, periods: [period] });
  await server.ok(staff, powerMonthApi.copyMonth, { powerControlId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(staff, powerControlApi.changeState, { entityId: powerControlId, setState: 1 });
  for (const cpCode of codes) {
    const { protocol, ratedKw, offlineKw: offlineMaxPower } = stock[cpCode];
    const rest = { cpName: cpCode, cpType: 1, gunCount: 1, cpPower: String(ratedKw), accountMinAmount: '1.00' };
    await server.ok(staff, pileApi.add, { cpCode, stationId: ids.stationId, protocol, ...rest });
    await server.ok(staff, pileProfileApi.edit, { cpCode, offlineMaxPower: String(offlineMaxPower) });
    await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId: ids.rateRuleId });
    await server.ok(staff, pileApi.changeState, { entityId: cpCode, setState: 1 });
    limitsKw.set(cpCode, ratedKw);
    await login(cpCode);
    await report(cpCode, 6);
    await server.ok(staff, pilePowerApi.setPowerControl, { cpCode, powerControlId });
  }
  commands = startDispatcher(deps, gateway, { fileUrl: () => '' });
  dispatcher = start();
});
afterAll(async () => {
  await dispatcher.stop();
  await commands.stop();
  await testbed.close();
});

test('the piles of a site share its limit, whatever their protocol', async () => {
  expect(gridKw()).toBeGreaterThan(LIMIT_KW);
  await run(6);
  expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW);
  await run(70, () => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  expect(gridKw()).toBeGreaterThan(0.9 * LIMIT_KW);
  // Each gets the same, and native piles know what they may draw when they hear nothing.
  expect(Math.max(...limitsKw.values()) - Math.min(...limitsKw.values())).toBeLessThan(3);
  expect(Object.fromEntries(offlineKw)).toEqual({ NATIVE1: 40, NATIVE2: 30 });
});

test('a station that hears nothing falls from the limit of its charge by itself, and one that hears is told the limit again in time', async () => {
  const limitsOfCharge = () =>
    running.map(({ atMs, profile: { fromMs = 0, periods } }) => {
      const [first, then] = periods.map(({ startMinute, limit }) => ({ endsMs: fromMs + startMinute * 60_000, limit }));
      return { atMs, limitW: first?.limit, fallsAfterMs: (then?.endsMs ?? 0) - atMs, fallsToW: then?.limit };
    });
  running.length = 0;
  await run(108);
  const told = limitsOfCharge();
  expect(told.length).toBeGreaterThanOrEqual(1);
  for (const [at, { limitW, fallsAfterMs, fallsToW, atMs }] of told.entries()) {
    expect({ fallsAfterMs, fallsToW }).toEqual({ fallsAfterMs: 300_000, fallsToW: stock.OCPP1.offlineKw * 1_000 });
    expect(limitW).toBeCloseTo((limitsKw.get('OCPP1') ?? 0) * 1_000, 3);
    expect(atMs - (told[at - 1]?.atMs ?? atMs)).toBeLessThan(110_000);
  }
});

test('the page of the site shows its limit, the worst case and each gun with the reason for its limit, now and over the day', async () => {
  const { server, staff } = testbed;
  const { records } = await server.ok(staff, powerSiteApi.list, { powerControlId });
  const [site] = records;
  expect(site).toMatchObject({ isOver: 0, limitPower: '120.0', gunCount: 3 });
  expect(Number(site?.worstPower)).toBeLessThanOrEqual(LIMIT_KW);
  const id = site?.powerSiteId ?? '';
  const live = await server.ok(staff, powerSiteApi.live, { id });
  expect(live).toMatchObject({ limitHw: 1_200, overMs: null, isFailSafe: true });
  expect(live?.guns.map(({ cpCode, ratedHw, wantedHw, proof, reason }) => [cpCode, ratedHw, wantedHw, proof, reason.kind])).toEqual([
    ['NATIVE1', 1_200, 1_200, 'proven', 'limit'],
    ['NATIVE2', 600, 600, 'proven', 'limit'],
    ['OCPP1', 600, 600, 'proven', 'limit'],
  ]);
  await run(60);
  // Midnight at the station may have been between.
  const days = await Promise.all([...new Set([startedMs, now()].map(dayAt))].map((day) => server.ok(staff, powerSiteApi.day, { id, day })));
  const worstHw = days.flatMap((day) => day.worstHw.map((worst) => worst ?? 0));
  expect(worstHw.length).toBeGreaterThan(1);
  expect(worstHw[0]).toBeGreaterThan(1_200);
  expect(worstHw.at(-1)).toBeLessThanOrEqual(1_200);
  expect([...new Set(days.flatMap(({ guns }) => guns.map(({ cpCode }) => cpCode)))]).toEqual(['NATIVE1', 'NATIVE2', 'OCPP1']);
  expect(await server.ok(staff, powerSiteApi.day, { id, day: '2020-01-01' })).toMatchObject({ at: [], guns: [] });
});

test('a limit of an operator counts until its time is over, and it is written down when it was obeyed', async () => {
  const { server, staff, ids } = testbed;
  const site = { powerControlId, stationId: ids.stationId };
  const until = (minutes: number) => ({ endTime: new Date(now() + minutes * 60_000).toISOString(), reason: 'works at the transformer' });
  const refused = async (input: object, text: string) =>
    expect(await server.call(staff, powerLimitApi.set, { ...site, limitPower: '60.0', ...until(5), ...input })).toMatchObject({
      success: false,
      message: expect.stringContaining(text),
    });
  await refused({ limitPower: '120.1' }, 'above the 120.0 kW');
  await refused(until(-60), 'in the future');
  await refused(until(60 * 24 * 32), '31 days');
  await server.ok(staff, powerLimitApi.set, { ...site, limitPower: '100.0', ...until(30) });
  await run(3);
  await server.ok(staff, powerLimitApi.set, { ...site, limitPower: '80.0', ...until(2) });
  await run(9);
  expect(gridKw()).toBeLessThanOrEqual(80);
  await run(75, () => expect(gridKw()).toBeLessThanOrEqual(80));
  const limits = async () => (await server.ok(staff, powerLimitApi.list, site)).records;
  const [present, former] = await limits();
  expect(former).toMatchObject({ limitState: 4, limitPower: '100.0' });
  expect(present).toMatchObject({ limitState: 1, limitPower: '80.0', limitSource: 1, brokenTime: null, closedTime: null });
  expect(present?.obeyedTime).not.toBeNull();
  expect(Date.parse(present?.appliedTime ?? '')).toBeLessThanOrEqual(Date.parse(present?.obeyedTime ?? ''));
  await run(120);
  expect((await limits())[0]).toMatchObject({ limitState: 2, closedTime: present?.endTime, brokenTime: null });
  expect(gridKw()).toBeGreaterThan(0.9 * LIMIT_KW);
  await server.ok(staff, powerLimitApi.set, { ...site, limitPower: '110.0', ...until(5) });
  const [last] = await limits();
  await server.ok(staff, powerLimitApi.end, { id: last?.powerLimitId ?? '' });
  expect((await limits())[0]).toMatchObject({ limitState: 3 });
  expect(await server.call(staff, powerLimitApi.end, { id: last?.powerLimitId ?? '' })).toMatchObject({ success: false });
});

test('a limit that a grid operator sends with a key is obeyed, with the proof of when, and with no other key', async () => {
  const { server, staff } = testbed;
  const { powerKey } = await server.ok(staff, powerKeyApi.issue, { powerControlId, keyName: 'Grid' });
  const send = (input: Readonly<Record<string, unknown>>, key = powerKey) =>
    server.call(undefined, gridLimitApi.receive, input, { authorization: `Bearer ${key}` });
  const state = (requestId: string) => server.call(undefined, gridLimitApi.state, { requestId }, { authorization: `Bearer ${powerKey}` });
  const order = { requestId: 'G-1', limitPower: '90.0', endTime: new Date(now() + 600_000).toISOString(), reason: 'feeder F3' };
  expect(await send(order, `${powerKey}x`)).toMatchObject({ status: 401, success: false });
  expect(await send({ ...order, endTime: new Date(Date.now() - 1_000).toISOString() })).toMatchObject({ success: false });
  expect(await state('G-1')).toMatchObject({ status: 404 });
  expect(await send(order)).toMatchObject({ success: true, result: { requestId: 'G-1', limitPower: '90.0' } });
  // The same call again is the same call, and another one may not have its name.
  expect(await send(order)).toMatchObject({ success: true });
  expect(await send({ ...order, limitPower: '95.0' })).toMatchObject({ status: 422, success: false });
  await run(9);
  expect(gridKw()).toBeLessThanOrEqual(90);
  const { result } = await state('G-1');
  expect(result.sites).toMatchObject([{ limitState: 1, brokenTime: null }]);
  expect(Date.parse(result.sites[0]?.obeyedTime ?? '')).toBeGreaterThanOrEqual(Date.parse(result.receivedTime));
  const [row] = (await server.ok(staff, powerLimitApi.list, { powerControlId })).records;
  expect(row).toMatchObject({ limitSource: 2, limitPower: '90.0', createBy: 'Grid', reason: 'feeder F3' });
  expect(await server.call(staff, powerLimitApi.end, { id: row?.powerLimitId ?? '' })).toMatchObject({ success: false });
  await server.call(undefined, gridLimitApi.cancel, { requestId: 'G-1' }, { authorization: `Bearer ${powerKey}` });
  expect((await state('G-1')).result.sites).toMatchObject([{ limitState: 3 }]);
  await run(75);
  expect(gridKw()).toBeGreaterThan(0.9 * LIMIT_KW);
  const statuses = await Promise.all(Array.from({ length: 62 }, async () => (await state('G-1')).status));
  expect(statuses).toContain(429);
  const [key] = (await server.ok(staff, powerKeyApi.list, { powerControlId })).records;
  expect(JSON.stringify(key)).not.toContain(powerKey.slice(8));
  await server.ok(staff, powerKeyApi.revoke, { id: key?.powerKeyId ?? '' });
  expect(await send(order)).toMatchObject({ status: 401 });
});

test('a pile that comes to a busy site pauses nobody, not even until it has told anything', async () => {
  const { server, staff, ids } = testbed;
  const rest = { cpName: 'Late', cpType: 1, gunCount: 1, cpPower: '60', accountMinAmount: '1.00' };
  await server.ok(staff, pileApi.add, { cpCode: 'LATE1', stationId: ids.stationId, protocol: 1, ...rest });
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'LATE1', offlineMaxPower: '3' });
  await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: 'LATE1', rateRuleId: ids.rateRuleId });
  await server.ok(staff, pileApi.changeState, { entityId: 'LATE1', setState: 1 });
  await login('LATE1');
  await report('LATE1', 2);
  await server.ok(staff, pilePowerApi.setPowerControl, { cpCode: 'LATE1', powerControlId });
  await run(9, () => expect(Math.min(...codes.map((code) => limitsKw.get(code) ?? 0))).toBeGreaterThan(10));
  expect(limitsKw.get('LATE1')).toBeLessThanOrEqual(10);
  await server.ok(staff, pilePowerApi.setPowerControl, { cpCode: 'LATE1' });
  await run(60);
  limitsKw.delete('LATE1');
});

test('another process goes on when the one that shared the power has died, and not before', async () => {
  await dispatcher.stop();
  await testbed.server.database.asSuperuser(`update power_site set owner = 'dead', leased_until = $1`, [new Date(now() + 60_000)]);
  dispatcher = start();
  const ownerNow = async () => (await testbed.server.database.asSuperuser<{ owner: string }>('select owner from power_site'))[0]?.owner;
  await run(3, () => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  expect(await ownerNow()).toBe('dead');
  testbed.clockOffset.ms += 60_000;
  for (const cpCode of codes) await report(cpCode, 6);
  await run(45, () => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  expect(await ownerNow()).not.toBe('dead');
  expect(gridKw()).toBeGreaterThan(0.9 * LIMIT_KW);
});

test('a pile that falls silent counts with what it may draw offline, and the others leave it that', async () => {
  const pile = refs.get('NATIVE1');
  refs.delete('NATIVE1');
  if (pile) await testbed.device.disconnected(pile, 'closed');
  await run(6, () => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  limitsKw.set('NATIVE1', 40);
  await run(70, () => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  expect(gridKw()).toBeGreaterThan(0.85 * LIMIT_KW);
});

test('a pile that never came leaves its power to the others', async () => {
  const { server, staff, ids } = testbed;
  const rest = { cpName: 'Never', cpType: 1, gunCount: 1, cpPower: '120', accountMinAmount: '1.00' };
  await server.ok(staff, pileApi.add, { cpCode: 'NEVER1', stationId: ids.stationId, protocol: 1, ...rest });
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'NEVER1', offlineMaxPower: '10' });
  expect(await server.call(staff, pilePowerApi.setPowerControl, { cpCode: 'NEVER1', powerControlId })).toMatchObject({ success: true });
  const before = gridKw();
  await run(45, () => expect(gridKw()).toBeLessThanOrEqual(LIMIT_KW));
  expect(gridKw()).toBeGreaterThan(before - 12);
});

test('what is wrong with the power of a site is reported, and what is over', async () => {
  const { server, staff, ids } = testbed;
  const present = async () =>
    (
      await server.database.asSuperuser<{ told: string }>(
        `select subject || ' ' || exception_code as told from condition where exception_type = 9 and is_present order by 1`,
      )
    ).map(({ told }) => told);
  const [site] = (await server.ok(staff, powerSiteApi.list, { powerControlId })).records;
  // It has been charging unheard for minutes.
  expect(await present()).toEqual(['NATIVE1 4']);
  deaf.add('OCPP1');
  const limit = { limitPower: '70.0', endTime: new Date(now() + 600_000).toISOString(), reason: 'works' };
  await server.ok(staff, powerLimitApi.set, { powerControlId, stationId: ids.stationId, ...limit });
  await run(24);
  expect(await present()).toEqual(['NATIVE1 4']);
  await run(66);
  expect(await present()).toEqual([`${site?.powerSiteId} 1`, 'NATIVE1 4', 'OCPP1 3']);
  deaf.delete('OCPP1');
  const [present70] = (await server.ok(staff, powerLimitApi.list, { powerControlId, limitState: '1' })).records;
  await server.ok(staff, powerLimitApi.end, { id: present70?.powerLimitId ?? '' });
  await run(90);
  expect(await present()).toEqual(['NATIVE1 4']);
});

test('a released pile gets its rated power back', async () => {
  await testbed.server.ok(testbed.staff, pilePowerApi.setPowerControl, { cpCode: 'NATIVE2' });
  await testbed.server.ok(testbed.staff, pilePowerApi.setPowerControl, { cpCode: 'OCPP1' });
  const released = () => [limitsKw.get('NATIVE2'), limitsKw.get('OCPP1')];
  for (let minute = 0; minute < 3 && released().some((limit) => limit !== 60); minute += 1) await run(60);
  expect(released()).toEqual([60, 60]);
});
