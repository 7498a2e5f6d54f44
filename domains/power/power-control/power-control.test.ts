import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentApi, network, pileApi, pileProfileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { tariff } from '#domains/tariff/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { pilePowerApi, power, powerControlApi, powerMonthApi } from '../resources.ts';
import { checkPilePower, powerRoutes } from '../server.ts';

let server: TestServer;
let staff: Viewer;
let foreign: Viewer;
let seesOneStation: Viewer;
const stationIds: string[] = [];
const otherMonths = '2,3,4,5,6,7,8,9,10,11,12';
const period = (startTime: string, changingPower: string, more: object = {}) => ({
  startTime,
  changingPower,
  changingPowerMin: '10',
  changingSoc: 80,
  endAction: 0,
  ...more,
});

beforeAll(async () => {
  server = await startTestServer({
    domains: [network, tariff, power],
    routes: (database) => [
      ...networkRoutes({ secrets: testSecrets, piles: noPileCommands, checkPower: checkPilePower }),
      ...powerRoutes({ database, clock: () => new Date() }),
    ],
  });
  const [own = '', other = ''] = await Promise.all(
    ['Own', 'Other'].map(
      async (name) => (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId,
    ),
  );
  staff = viewers.tenant(own);
  foreign = viewers.tenant(other);
  const { agentId } = await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Asia/Shanghai' });
  for (const stationName of ['East', 'West'])
    stationIds.push((await server.ok(staff, stationApi.add, { agentId, stationName, timezone: 'Asia/Shanghai', address: 'x' })).stationId);
  seesOneStation = viewers.station({ tenantId: own, agentId, stationId: stationIds[0] ?? '' });
});
afterAll(() => server.close());

const addControl = async (ruleName: string, months = otherMonths): Promise<string> => {
  const { powerControlId } = await server.ok(staff, powerControlApi.add, { ruleName, maxControlPower: '240.0' });
  await server.ok(staff, powerMonthApi.saveMonth, { powerControlId, month: 1, periods: [period('00:00', '0'), period('08:30', '42.5')] });
  if (months) await server.ok(staff, powerMonthApi.copyMonth, { powerControlId, month: 1, months });
  return powerControlId;
};
const stateOf = async (powerControlId: string) => (await server.ok(staff, powerControlApi.queryById, { id: powerControlId })).controlState;
const setState = (viewer: Viewer, entityId: string, state: number) => server.call(viewer, powerControlApi.changeState, { entityId, setState: state });
const follow = async (cpCode: string, stationId: string, powerControlId: string) => {
  const draft = { cpCode, stationId, cpName: cpCode, cpType: 1, gunCount: 1, cpPower: '120', accountMinAmount: '1.00' };
  await server.ok(staff, pileApi.add, draft);
  await server.ok(staff, pilePowerApi.setPowerControl, { cpCode, powerControlId });
};
const followers = (powerControlId: string) =>
  server.database.asSuperuser('select cp_code from pile where power_control_id = $1 order by cp_code', [powerControlId]);

describe('months', () => {
  test('are saved, copied, read by the rule, and deleted', async () => {
    const powerControlId = await addControl('Months', '2,12');
    const months = await server.ok(staff, powerMonthApi.selectMonthsByControlId, { powerControlId });
    expect(months.map(({ starMonthTime, periods }) => [starMonthTime, periods.length])).toEqual(
      Array.from({ length: 12 }, (_unused, index) => [index + 1, [0, 1, 11].includes(index) ? 2 : 0]),
    );
    expect(months[11]?.periods[1]).toEqual({ startTime: '08:30', changingPower: '42.5', changingPowerMin: '10.0', changingSoc: 80, endAction: 0 });
    expect(new Set(months.flatMap(({ powerControlMonthId }) => powerControlMonthId ?? [])).size).toBe(3);
    await server.ok(staff, powerMonthApi.deleteMonth, { powerControlId, month: 2 });
    expect((await server.ok(staff, powerControlApi.queryById, { id: powerControlId })).monthCount).toBe(2);
    expect(await server.call(staff, powerMonthApi.copyMonth, { powerControlId, month: 2, months: '3' })).toMatchObject({
      success: false,
      message: 'Month 2 has no periods to copy',
    });
    expect(await server.call(foreign, powerMonthApi.saveMonth, { powerControlId, month: 3, periods: [period('00:00', '0')] })).toMatchObject({
      status: 404,
    });
  });

  test.each([
    [[period('00:30', '0')], 'begin at 00:00'],
    [[period('00:00', '0'), period('08:15', '0')], 'half hours'],
    [[period('00:00', '0'), period('09:00', '0'), period('09:00', '0')], 'follow each other'],
    [[period('00:00', '0'), period('09:30', '9.9')], 'at 09:30 is above its power'],
  ])('with wrong periods are refused and change nothing: %j', async (periods, text) => {
    const powerControlId = await addControl(`Wrong ${text}`, '');
    const answer = await server.call(staff, powerMonthApi.saveMonth, { powerControlId, month: 1, periods });
    expect(answer).toMatchObject({ success: false });
    expect(answer.message).toContain(text);
    const [january] = await server.ok(staff, powerMonthApi.selectMonthsByControlId, { powerControlId });
    expect(january?.periods.length).toBe(2);
  });
});

describe('the state', () => {
  test('is enabled with a whole year only, and then no month is deleted', async () => {
    const powerControlId = await addControl('State', '2,3,4,5,6,7,8,9,10,11');
    expect(await setState(staff, powerControlId, 1)).toMatchObject({
      success: false,
      message: 'Power control State has no periods for month 12 and cannot be enabled',
    });
    await server.ok(staff, powerMonthApi.copyMonth, { powerControlId, month: 1, months: '12' });
    expect(await setState(staff, powerControlId, 1)).toMatchObject({ success: true });
    expect(await stateOf(powerControlId)).toBe(1);
    expect(await server.call(staff, powerMonthApi.deleteMonth, { powerControlId, month: 12 })).toMatchObject({
      success: false,
      message: 'Power control State is enabled, so month 12 cannot be deleted',
    });
  });

  test('disabled releases the piles', async () => {
    const powerControlId = await addControl('Released');
    await setState(staff, powerControlId, 1);
    for (const [index, stationId] of stationIds.entries()) await follow(`REL${index}`, stationId, powerControlId);
    expect(await setState(staff, powerControlId, -1)).toMatchObject({ success: false, message: '2 piles follow power control Released' });
    expect(await server.call(staff, powerControlApi.delete, { id: powerControlId })).toMatchObject({ success: false });
    expect((await followers(powerControlId)).length).toBe(2);
    expect(await setState(staff, powerControlId, 0)).toMatchObject({ success: true });
    expect(await followers(powerControlId)).toEqual([]);
    expect(await setState(staff, powerControlId, -1)).toMatchObject({ success: true });
    expect(await setState(staff, powerControlId, 1)).toMatchObject({
      success: false,
      message: 'Power control Released is disused and stays so',
    });
  });

  test('is changed only by a viewer who sees all piles that follow the rule', async () => {
    const powerControlId = await addControl('Elsewhere');
    await setState(staff, powerControlId, 1);
    await follow('ELSE0', stationIds[0] ?? '', powerControlId);
    await follow('ELSE1', stationIds[1] ?? '', powerControlId);
    for (const answer of [
      await setState(seesOneStation, powerControlId, 0),
      await server.call(seesOneStation, powerMonthApi.saveMonth, { powerControlId, month: 1, periods: [period('00:00', '0')] }),
      await server.call(seesOneStation, powerControlApi.edit, { powerControlId, version: 1, ruleName: 'Mine now' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('only who sees them all may change it') });
    expect(await stateOf(powerControlId)).toBe(1);
    expect((await followers(powerControlId)).length).toBe(2);
  });
});

test('a rule has a power above 0 and ends after it begins', async () => {
  expect(await server.call(staff, powerControlApi.add, { ruleName: 'Zero', maxControlPower: '0' })).toMatchObject({ status: 400, success: false });
  expect(await server.call(staff, powerControlApi.add, { ruleName: 'Days', startTime: '2026-03-01', endTime: '2026-03-01' })).toMatchObject({
    success: false,
    message: 'The power control must end after the day on which it begins',
  });
  expect(await server.call(foreign, powerControlApi.queryById, { id: await addControl('Foreign') })).toMatchObject({ status: 404 });
});

describe('binding', () => {
  const bind = (cpCode: string, powerControlId: string | null, viewer = staff) =>
    server.call(viewer, pilePowerApi.setPowerControl, { cpCode, ...(powerControlId !== null && { powerControlId }) });
  const addPile = async (cpCode: string, more: { readonly offlineMaxPower?: string; readonly cpPower?: string } = {}) => {
    const { offlineMaxPower, cpPower = '120' } = more;
    await server.ok(staff, pileApi.add, {
      cpCode,
      stationId: stationIds[0] ?? '',
      cpName: cpCode,
      cpType: 1,
      gunCount: 1,
      accountMinAmount: '1.00',
      cpPower,
    });
    if (offlineMaxPower !== undefined) await server.ok(staff, pileProfileApi.edit, { cpCode, offlineMaxPower });
  };
  const controlOf = async (cpCode: string) => (await server.ok(staff, pileApi.queryById, { id: cpCode })).powerControlId;
  const enabled = async (ruleName: string, maxControlPower = '240') => {
    const powerControlId = await addControl(ruleName);
    await server.ok(staff, powerControlApi.edit, { powerControlId, maxControlPower });
    await setState(staff, powerControlId, 1);
    return powerControlId;
  };

  test('binds piles of the tenant to an enabled power control, and releases them', async () => {
    const powerControlId = await enabled('Bound');
    await addPile('BIND1');
    expect(await bind('BIND1', powerControlId)).toMatchObject({ success: true });
    expect(await server.ok(staff, pileApi.list, { powerControlId })).toMatchObject({
      records: [{ cpCode: 'BIND1', powerControlId, powerControlId_dictText: 'Bound' }],
    });
    expect(await bind('BIND1', null)).toMatchObject({ success: true });
    expect(await controlOf('BIND1')).toBeNull();
  });

  test('is refused for names that the viewer cannot see, for another tenant and for a disabled power control', async () => {
    await addPile('BIND2');
    const [powerControlId, disabled] = [await enabled('Mine'), await addControl('Disabled')];
    const theirs = await server.ok(foreign, powerControlApi.add, { ruleName: 'Theirs' });
    expect(await bind('BIND2', powerControlId, foreign)).toMatchObject({ status: 404 });
    expect(await bind('BIND2', theirs.powerControlId)).toMatchObject({ status: 404 });
    expect(await bind('BIND2', theirs.powerControlId, viewers.platform())).toMatchObject({ status: 404 });
    expect(await bind('NONE', powerControlId)).toMatchObject({ status: 404 });
    expect(await bind('BIND2', disabled)).toMatchObject({ success: false, message: 'Power control Disabled is not enabled' });
    expect(await controlOf('BIND2')).toBeNull();
  });

  test('is refused while the piles could pass the limit without hearing anything', async () => {
    const powerControlId = await enabled('Tight', '100');
    await addPile('SAFE1');
    expect(await bind('SAFE1', powerControlId)).toMatchObject({ success: false, message: expect.stringContaining('may draw 126.4 kW together') });
    await server.ok(staff, pileProfileApi.edit, { cpCode: 'SAFE1', offlineMaxPower: '40' });
    expect(await bind('SAFE1', powerControlId)).toMatchObject({ success: true });
    await addPile('SAFE2', { offlineMaxPower: '60' });
    expect(await bind('SAFE2', powerControlId)).toMatchObject({
      success: false,
      message: expect.stringContaining('105.3 kW together, above the 100.0'),
    });
    await server.ok(staff, pileProfileApi.edit, { cpCode: 'SAFE2', offlineMaxPower: '50' });
    expect(await bind('SAFE2', powerControlId)).toMatchObject({ success: true });
    // The limit cannot be lowered below what they may draw.
    expect(await server.call(staff, powerControlApi.edit, { powerControlId, maxControlPower: '90' })).toMatchObject({ success: false });
    expect((await server.ok(staff, powerControlApi.queryById, { id: powerControlId })).maxControlPower).toBe('100.0');
    // Nor may a pile draw more afterwards, or start charges while it hears nothing.
    expect(await server.call(staff, pileProfileApi.edit, { cpCode: 'SAFE2', offlineMaxPower: '60' })).toMatchObject({
      success: false,
      message: expect.stringContaining('105.3 kW together, above the 100.0'),
    });
    expect((await server.ok(staff, pileProfileApi.queryById, { id: 'SAFE2' })).offlineMaxPower).toBe('50.0');
    await server.ok(staff, pileProfileApi.edit, { cpCode: 'SAFE2', offlineMaxPower: '54' });
  });

  test('is refused for a pile with less than the power control sets, and so is such a power', async () => {
    const powerControlId = await enabled('Above');
    await addPile('LOW1', { cpPower: '40' });
    expect(await bind('LOW1', powerControlId)).toMatchObject({
      success: false,
      message: 'Power control Above sets 42.5 kW, but pile LOW1 is rated 40.0 kW',
    });
    await addPile('HIGH1', { cpPower: '60' });
    expect(await bind('HIGH1', powerControlId)).toMatchObject({ success: true });
    expect(await server.call(staff, pileApi.edit, { cpCode: 'HIGH1', cpPower: '42' })).toMatchObject({
      success: false,
      message: 'Power control Above sets 42.5 kW, but pile HIGH1 is rated 42.0 kW',
    });
    await server.ok(staff, pileApi.edit, { cpCode: 'HIGH1', cpPower: '60' });
    const periods = [period('00:00', '60.5')];
    expect(await server.call(staff, powerMonthApi.saveMonth, { powerControlId, month: 3, periods })).toMatchObject({
      success: false,
      message: 'Power control Above sets 60.5 kW, but pile HIGH1 is rated 60.0 kW',
    });
    const months = await server.ok(staff, powerMonthApi.selectMonthsByControlId, { powerControlId });
    expect(months[2]?.periods).toHaveLength(2);
  });
});
