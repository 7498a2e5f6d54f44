import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import { agentApi } from '../agent/agent.ts';
import { withReadings, readingsOf } from '../gun/gun-readings.rules.ts';
import { gunApi } from '../gun/gun.ts';
import { rateRuleStub } from '../rate-rule-stub.fixture.ts';
import { pileProfileApi } from '../pile-profile/pile-profile.ts';
import { network } from '../resources.ts';
import { networkRoutes, noPileCommands } from '../server.ts';
import { stationApi } from '../station/station.ts';
import { tenantApi } from '../tenant/tenant.ts';
import { changeState, checkSecret, stateAfter } from './pile.rules.ts';
import { pileApi } from './pile.ts';

let server: TestServer;
let staff: Viewer;
const world = { tenantId: '', agentId: '', stationId: '', otherStationId: '' };

beforeAll(async () => {
  server = await startTestServer({ domains: [network, rateRuleStub], routes: networkRoutes({ secrets: testSecrets, piles: noPileCommands }) });
  world.tenantId = (await server.ok(viewers.platform(), tenantApi.add, { name: 'Piles', currency: 'EUR', timezone: 'Europe/Berlin' })).tenantId;
  staff = viewers.tenant(world.tenantId);
  world.agentId = (await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Europe/Berlin' })).agentId;
  const addStation = async (stationName: string) =>
    (await server.ok(staff, stationApi.add, { agentId: world.agentId, stationName, timezone: 'Europe/Berlin' })).stationId;
  world.stationId = await addStation('Here');
  world.otherStationId = await addStation('There');
});
afterAll(() => server.close());

const add = (cpCode: string, more: Readonly<Record<string, unknown>> = {}) =>
  server.call(staff, pileApi.add, {
    cpCode,
    stationId: world.stationId,
    cpName: `Pile ${cpCode}`,
    cpType: 1,
    gunCount: 2,
    cpPower: '120',
    accountMinAmount: '1.00',
    ...more,
  });
const setState = (cpCode: string, state: number) => server.call(staff, pileApi.changeState, { entityId: cpCode, setState: state });

describe('a pile', () => {
  test('comes with its guns, its profile, and the currency and zone of its place', async () => {
    expect((await add('PL01', { gunCount: 3 })).result).toMatchObject({
      cpStat: 0,
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      agentId: world.agentId,
      guns: [1, 2, 3].map((gunNumber) => ({ gunNumber, gunWorkStat: 2, chargingSoc: null })),
    });
    const guns = (await server.ok(staff, gunApi.list, { cpCode: 'PL01' })).records;
    expect(guns.map((gun) => [gun.gunNumber, gun.gunWorkStat, gun.currency, gun.timezone])).toEqual(
      [1, 2, 3].map((gunNumber) => [gunNumber, 2, 'EUR', 'Europe/Berlin']),
    );
    expect(await server.ok(staff, pileProfileApi.queryById, { id: 'PL01' })).toMatchObject({ pileInterval: 60, chargingMaxSoc: 100 });
  });

  test.each([
    [{ cpCode: 'no spaces' }, 'Pile code may contain letters, digits, underscores and hyphens only'],
    [{ cpCode: 'X'.repeat(17) }, 'Pile code may have 16 characters at most'],
    [{ cpCode: 'PL01' }, 'Pile code exists already'],
    [{ gunCount: 5 }, 'Guns cannot be more than 4'],
    [{ cpPower: '0' }, 'Rated power cannot be less than 1'],
    [{ cpPower: '60.55' }, 'Rated power may have 1 decimals at most'],
    [{ accountMinAmount: '-1' }, 'Least balance to start cannot be less than 0'],
    [{ stationId: '99999' }, 'The chosen Station does not exist'],
    [{ encryptionSecret: 'too short' }, 'Secret needs at least 16 characters'],
    [{ encryptionSecret: '0123456789abcdef0' }, 'The secret needs 16 characters or 32 hex digits'],
  ])('%j is refused', async (wrong, message) => {
    const answer = await add('PLXX', wrong);
    expect(answer.success).toBe(false);
    expect(JSON.stringify(answer)).toContain(message);
  });

  test('its secret is told once, when it is made anew, and never read', async () => {
    await add('PL02', { encryptionSecret: 'abcdefghijklmnop' });
    const { encryptionSecret } = await server.ok(staff, pileApi.renewSecret, { cpCode: 'PL02' });
    expect(encryptionSecret).toMatch(/^[0-9a-f]{32}$/);
    const read = [await server.ok(staff, pileApi.queryById, { id: 'PL02' }), await server.ok(staff, pileApi.list, {})];
    expect(JSON.stringify(read)).not.toContain(encryptionSecret);
    expect(JSON.stringify(read)).not.toContain('encryptionSecret');
    const reader = viewers.limited(staff, ['pile:list', 'pile:edit']);
    expect((await server.call(reader, pileApi.renewSecret, { cpCode: 'PL02' })).status).toBe(403);
    expect(['0123456789abcdef', 'A'.repeat(32), '0123456789abcde', 'g'.repeat(32)].map((secret) => checkSecret(secret).ok)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('an edit that names no secret keeps it', async () => {
    const secretOf = async () => (await server.database.asSuperuser("select encryption_secret from pile where cp_code = 'PL02'"))[0];
    const before = await secretOf();
    await server.ok(staff, pileApi.edit, { cpCode: 'PL02', cpName: 'Renamed', encryptionSecret: '' });
    expect(await server.ok(staff, pileApi.queryById, { id: 'PL02' })).toMatchObject({ cpName: 'Renamed' });
    expect(await secretOf()).toEqual(before);
  });

  test('is enabled only with a rate policy, rests only when nobody charges, and disused for good', async () => {
    expect((await setState('PL02', 1)).message).toBe('Pile Renamed has no rate policy and cannot be enabled');
    const facts = { name: 'p', state: 1, rates: 'today', busyGuns: 0, isPlaceDisused: false } as const;
    expect(changeState({ ...facts, busyGuns: 2 }, 0)).toMatchObject({ refusal: 'pile.charging', args: { count: 2 } });
    expect(changeState({ ...facts, state: 0 }, 1)).toEqual({ ok: true, next: 1 });
    const shown = (wanted: 0 | 1, online: boolean, faultType: number | null) => stateAfter(wanted, { online, faultType }, 0);
    expect([shown(0, true, 2), shown(1, true, null), shown(1, true, 2), shown(1, false, 2)]).toEqual([0, 1, 7, 6]);
    await server.ok(staff, pileApi.changeState, { entityId: 'PL02', setState: -1 });
    expect((await setState('PL02', 0)).message).toBe('Pile Renamed is disused and stays so');
  });

  test('a gun that charges keeps its pile from being deleted, and itself in service', async () => {
    await add('PL03');
    await server.database.asSuperuser("update gun set gun_work_stat = 6 where cp_code = 'PL03' and gun_number = 2");
    await server.database.asSuperuser("update gun_live set charging_soc = 55 where cp_code = 'PL03' and gun_number = 2");
    expect((await server.ok(staff, pileApi.queryById, { id: 'PL03' })).guns).toContainEqual({ gunNumber: 2, gunWorkStat: 6, chargingSoc: 55 });
    expect((await server.call(staff, pileApi.delete, { id: 'PL03' })).message).toBe('1 gun of pile Pile PL03 is charging or reserved');
    const [idle, charging] = (await server.ok(staff, gunApi.list, { cpCode: 'PL03' })).records;
    const change = (entityId: string | undefined, wanted: 0 | 1) => server.call(staff, gunApi.changeState, { entityId, setState: wanted });
    expect((await change(charging?.gunId, 0)).message).toBe('The gun is charging or reserved and cannot be taken out of service');
    expect((await change(idle?.gunId, 0)).success).toBe(true);
    expect((await server.ok(staff, gunApi.queryById, { id: idle?.gunId })).gunWorkStat).toBe(0);
    expect((await change(idle?.gunId, 1)).success).toBe(true);
    expect((await server.ok(staff, gunApi.queryById, { id: idle?.gunId })).gunWorkStat).toBe(2);
    await server.database.asSuperuser("update gun set gun_work_stat = 7 where cp_code = 'PL03'");
    expect((await server.call(staff, pileApi.delete, { id: 'PL03' })).success).toBe(true);
    expect((await server.ok(staff, gunApi.list, { cpCode: 'PL03' })).total).toBe(0);
  });

  test('its addresses are addresses', async () => {
    const edit = (more: object) => server.call(staff, pileProfileApi.edit, { cpCode: 'PL01', ...more });
    const wrong = await edit({ srvIp: '999.1.1.1', deviceIp: 'fade', subnetMask: '::::', gateway: '10.0.0.256', mac: 'AA' });
    expect(wrong).toMatchObject({
      status: 400,
      result: {
        fields: {
          srvIp: 'Server IP is not a valid IP address',
          deviceIp: 'Device IP is not a valid IP address',
          subnetMask: 'Subnet mask is not a valid subnet mask',
          gateway: 'Gateway is not a valid IP address',
          mac: 'MAC address is not a valid MAC address such as 00:1A:2B:3C:4D:5E or 00-1A-2B-3C-4D-5E',
        },
      },
    });
    for (const mac of ['AA-BB-CC-DD-EE-FF', 'aa:bb:cc:dd:ee:ff']) expect((await edit({ mac })).result).toMatchObject({ mac });
  });

  test('keeps the address that it shows from everything but the call for it', async () => {
    await add('PL05', { payQrCode: 'javascript:alert(1)' });
    await server.ok(staff, pileApi.edit, { cpCode: 'PL05', payQrCode: 'javascript:alert(2)' });
    expect((await server.ok(staff, pileApi.queryById, { id: 'PL05' })).payQrCode).toBeNull();
  });

  test('its offline limit never exceeds its rating', async () => {
    const edit = (offlineMaxPower: string) => server.call(staff, pileProfileApi.edit, { cpCode: 'PL01', offlineMaxPower });
    expect((await edit('120.1')).message).toBe('The offline limit of 120.1 kW cannot exceed the rated 120 kW');
    expect((await edit('120')).result).toMatchObject({ offlineMaxPower: '120.0' });
    const rate = (cpPower: string) => server.call(staff, pileApi.edit, { cpCode: 'PL01', cpPower });
    expect((await rate('60')).message).toBe('The offline limit of 120 kW cannot exceed the rated 60 kW');
    expect((await rate('150')).result).toMatchObject({ cpPower: '150.0' });
    await rate('120');
  });

  test('shows what it told of its modules', async () => {
    const told = async () => (await server.ok(staff, pileProfileApi.queryById, { id: 'PL01' })).moduleStat;
    expect(await told()).toBeNull();
    await server.database.asSuperuser(`update pile_state set details = '{"moduleStat": 5}' where cp_code = 'PL01'`);
    expect(await told()).toBe(5);
  });

  test('leaves its code free when it is deleted, also for another tenant', async () => {
    await add('PL06', { gunCount: 3 });
    await server.database.asSuperuser(`update pile_state set epoch = 4, details = '{}' where cp_code = 'PL06'`);
    expect((await add('PL06')).message).toBe('Pile code exists already');
    await server.ok(staff, pileApi.delete, { id: 'PL06' });
    const again = await add('PL06', { cpType: 2, protocol: 2, gunCount: 1, stationId: world.otherStationId });
    expect(again.result).toMatchObject({ cpType: 2, protocol: 2, stationId: world.otherStationId, cpStat: 0, lastSeen: null });
    expect((await server.ok(staff, gunApi.list, { cpCode: 'PL06' })).records.map((row) => row.stationId)).toEqual([world.otherStationId]);
    expect(await server.database.asSuperuser("select epoch::int4 from pile_state where cp_code = 'PL06'")).toEqual([{ epoch: 5 }]);
    await server.ok(staff, pileApi.delete, { id: 'PL06' });
    const { tenantId } = await server.ok(viewers.platform(), tenantApi.add, { name: 'Buyer', currency: 'EUR', timezone: 'Europe/Berlin' });
    const buyer = viewers.tenant(tenantId);
    const { agentId } = await server.ok(buyer, agentApi.add, { agentName: 'Agent', timezone: 'Europe/Berlin' });
    const { stationId } = await server.ok(buyer, stationApi.add, { agentId, stationName: 'Bought', timezone: 'Europe/Berlin' });
    const bought = { cpCode: 'PL06', stationId, cpName: 'Bought', cpType: 1, gunCount: 1, cpPower: '60', accountMinAmount: '0' };
    expect((await server.call(buyer, pileApi.add, bought)).result).toMatchObject({ tenantId, stationId });
    expect((await server.call(staff, pileApi.queryById, { id: 'PL06' })).status).toBe(404);
  });
});

describe('four viewers', () => {
  const codes = async (viewer: Viewer) => (await server.ok(viewer, pileApi.list, {})).records.map(({ cpCode }) => cpCode);

  test('each sees its own and nothing else', async () => {
    await add('PL09', { stationId: world.otherStationId });
    expect(await codes(viewers.platform())).toEqual(expect.arrayContaining(['PL01', 'PL09']));
    expect(await codes(staff)).toEqual(expect.arrayContaining(['PL01', 'PL09']));
    expect(await codes(viewers.agent(world.tenantId, world.agentId))).toEqual(expect.arrayContaining(['PL01', 'PL09']));
    expect(await codes(viewers.station(world))).not.toContain('PL09');
    expect(await codes(viewers.tenant('999'))).toEqual([]);
  });

  test('a foreign pile answers exactly as an absent one', async () => {
    const foreign = viewers.tenant('999');
    const ask = async (cpCode: string) =>
      Promise.all([
        server.call(foreign, pileApi.queryById, { id: cpCode }),
        server.call(foreign, pileApi.renewSecret, { cpCode }),
        server.call(foreign, pileApi.changeState, { entityId: cpCode, setState: 1 }),
        server.call(foreign, pileProfileApi.queryById, { id: cpCode }),
        server.call(foreign, pileApi.delete, { id: cpCode }),
      ]);
    const blank = (answers: readonly object[]) => answers.map((answer) => ({ ...answer, timestamp: 0 }));
    expect(blank(await ask('PL01'))).toEqual(blank(await ask('NOBODY')));
  });
});

describe('what is pushed of a gun', () => {
  const row = { reportedAt: '2026-03-01T08:00:00.000Z', chargingSoc: 20, chargingPower: '10.000' };

  test('becomes fields of its row in the units of the wire', () => {
    const atMs = Date.parse('2026-03-01T08:00:05Z');
    const news = readingsOf({
      cpCode: 'A',
      gunNumber: 1,
      atMs,
      voltageDv: 7_500,
      currentDa: 1_255,
      powerW: 94_125,
      soc: 41,
      energyDwh: 123_456,
      amountCents: 1_207,
    });
    expect(news).toEqual({
      reportedAt: '2026-03-01T08:00:05.000Z',
      chargingVoltage: '750.0',
      chargingCurrent: '125.5',
      chargingPower: '94.125',
      chargingSoc: 41,
      chargingElec: '12.3456',
      chargingAmount: '12.07',
    });
    expect(withReadings(row, news)).toMatchObject({ chargingSoc: 41, chargingPower: '94.125' });
  });

  test('says nothing when it is older than the row, or measures nothing', () => {
    expect(withReadings(row, readingsOf({ cpCode: 'A', gunNumber: 1, atMs: Date.parse('2026-03-01T07:59:59Z'), soc: 5 }))).toBe(row);
    expect(readingsOf({ cpCode: 'A', online: true })).toBeUndefined();
    expect(readingsOf({ cpCode: 'A', gunNumber: 1, gunWorkStat: 6 })).toBeUndefined();
    expect(withReadings(row, undefined)).toBe(row);
  });
});

describe('the security profile', () => {
  const edit = async (cpCode: string, securityProfile: number) => {
    const { version } = await server.ok(staff, pileApi.queryById, { id: cpCode });
    return server.call(staff, pileApi.edit, { cpCode, version, securityProfile });
  };

  test('rises only after a login over TLS, and never falls', async () => {
    await add('SEC1');
    expect(await edit('SEC1', 2)).toMatchObject({ success: false, message: expect.stringContaining('was not over TLS') as string });
    await server.database.asSuperuser(`update pile_state set over_tls = true where cp_code = 'SEC1'`);
    expect(await edit('SEC1', 2)).toMatchObject({ success: true, result: { securityProfile: 2, overTls: 1 } });
    expect(await edit('SEC1', 1)).toMatchObject({ success: false, message: expect.stringContaining('can be raised but not lowered') as string });
    expect(await edit('SEC1', 3)).toMatchObject({ success: false, code: 400 });
    // A form that sends the present value changes nothing, whatever the last login was.
    await server.database.asSuperuser(`update pile_state set over_tls = false where cp_code = 'SEC1'`);
    expect(await edit('SEC1', 2)).toMatchObject({ success: true });
  });

  test('of a new pile is free', async () => {
    expect((await add('SEC2', { securityProfile: 2 })).result).toMatchObject({ securityProfile: 2, overTls: null });
    expect((await add('SEC3')).result).toMatchObject({ securityProfile: 1 });
  });
});
