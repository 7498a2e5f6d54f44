import { createHmac } from 'node:crypto';
import { power } from '#domains/power/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { system } from '#domains/system/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import { device, deviceCommandApi, parameterApi, payQrApi } from '../resources.ts';
import { deviceRoutes, payQrRoutes, pileCommandSender } from '../server.ts';
import { checkOf, labelText, readLabel } from '../pay-qr/label.rules.ts';
import { pileOfLabel } from '../pay-qr/label.server.ts';
import { addressOf, addressOfPile, checkAddress, sharedTemplate } from '../pay-qr/pay-qr.rules.ts';
import { storeAcceptedParameter } from './store-accepted.server.ts';
import { planParameter, serversIn } from './parameter.rules.ts';
import type { PileFacts } from './parameter.rules.ts';
import { followPowerControl } from './power-control.fixture.ts';

let server: TestServer;
let staff: Viewer;
const world = { tenantId: '', agentId: '', stationId: '' };

beforeAll(async () => {
  server = await startTestServer({
    domains: [system, network, tariff, power, device],
    routes: [...networkRoutes({ secrets: testSecrets, piles: pileCommandSender }), ...deviceRoutes, ...payQrRoutes({ secrets: testSecrets })],
  });
  const addTenant = async (name: string) =>
    (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  world.tenantId = await addTenant('Parameter Tenant');
  staff = viewers.tenant(world.tenantId);
  world.agentId = (await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Asia/Shanghai' })).agentId;
  const home = { agentId: world.agentId, stationName: 'Station', timezone: 'Asia/Shanghai' };
  world.stationId = (await server.ok(staff, stationApi.add, home)).stationId;
  const { stationId } = world;
  for (const [cpCode, protocol] of [
    ['PA01', 1],
    ['PA02', 2],
    ['PA03', 1],
  ] as const)
    await server.ok(staff, pileApi.add, {
      cpCode,
      stationId,
      cpName: cpCode,
      cpType: 1,
      protocol,
      gunCount: 2,
      cpPower: '60',
      accountMinAmount: '0',
    });
  await server.database.asSuperuser("update pile_state set online = true where cp_code = 'PA01'");
  await followPowerControl(server.database, 'PA03');
});
afterAll(() => server.close());

const set = (input: Readonly<Record<string, unknown>>, viewer: Viewer = staff) => server.call(viewer, parameterApi.setParameter, input);
const commandsOf = async (cpCode: string) => (await server.ok(staff, deviceCommandApi.list, { cpCode, pageSize: '100' })).records;

describe('setting a parameter', () => {
  test('becomes one command with the value as devices take it', async () => {
    const { result } = await set({ cpCode: 'PA01', paramNo: 12, value: '45' });
    expect(await server.ok(staff, deviceCommandApi.queryById, { id: result.commandId })).toMatchObject({
      cmd: 'setParameter',
      cmd_dictText: 'Set a parameter',
      stat: 0,
      requestedBy: staff.username,
      payload: { cmd: 'setParameter', paramNo: 12, gunNumber: 0, value: '45.0' },
    });
    await server.ok(staff, parameterApi.setParameter, { cpCode: 'PA01', paramNo: 13, gunNumber: 2, value: '30.5' });
    expect((await commandsOf('PA01'))[0]?.payload).toMatchObject({ paramNo: 13, gunNumber: 2, value: '30.5' });
  });

  test.each([
    [{ cpCode: 'PA01', paramNo: 12, value: '60.1' }, 'The offline limit of 60.1 kW cannot exceed the rated 60 kW'],
    [{ cpCode: 'PA03', paramNo: 11, value: '30' }, 'The pile follows a power schedule; setting its online power has no effect'],
    [{ cpCode: 'PA01', paramNo: 1, value: '' }, 'Value is required'],
    [{ cpCode: 'PA01', paramNo: 1, value: '70000' }, 'Value cannot be more than 65535'],
    [{ cpCode: 'PA01', paramNo: 15, value: '0' }, 'Value cannot be less than 1'],
    [{ cpCode: 'PA01', paramNo: 8, value: 'home sweet' }, 'Value is not a valid IP address'],
    [
      { cpCode: 'PA01', paramNo: 8, value: '203.0.113.7' },
      '203.0.113.7 is not among the servers piles may be sent to; the platform lists them under Settings',
    ],
    [{ cpCode: 'PA01', paramNo: 9, value: '9100' }, '9100 is not among the servers piles may be sent to; the platform lists them under Settings'],
    [{ cpCode: 'PA01', paramNo: 19, value: '1' }, 'This parameter is of one gun; name the gun'],
    [{ cpCode: 'PA01', paramNo: 19, gunNumber: 3, value: '1' }, 'Pile PA01 has no gun 3'],
    [{ cpCode: 'PA02', paramNo: 12, value: '10' }, 'OCPP 1.6 has nothing for this parameter; it cannot be sent'],
    [{ cpCode: 'PA03', paramNo: 0, value: '1' }, 'The pile is offline; this cannot wait for it'],
    [{ cpCode: 'PA01', paramNo: 23, value: '1' }, 'Parameter is not one of the allowed values'],
  ])('%j is refused and nothing is sent', async (input, message) => {
    const before = (await commandsOf(input.cpCode)).length;
    const answer = await set(input);
    expect(answer).toMatchObject({ success: false, message });
    expect(await commandsOf(input.cpCode)).toHaveLength(before);
  });

  test('a press that is repeated sends once', async () => {
    const before = (await commandsOf('PA01')).length;
    const press = () => server.call(staff, parameterApi.setParameter, { cpCode: 'PA01', paramNo: 1, value: '30' }, { 'idempotency-key': 'press-1' });
    const [one, two] = [await press(), await press()];
    expect(one.result).toEqual(two.result);
    expect(await commandsOf('PA01')).toHaveLength(before + 1);
  });

  test("sends the platform's own time for the system time", () => {
    const pile: PileFacts = {
      name: 'North 1',
      protocol: 1,
      disused: false,
      online: true,
      gunCount: 1,
      ratedPower: 600n,
      scheduled: false,
      servers: new Set(),
    };
    const now = new Date('2026-03-01T08:00:00.900Z');
    expect(planParameter({ paramNo: 7, gunNumber: 0, value: null }, pile, now)).toEqual({
      ok: true,
      next: { paramNo: 7, gunNumber: 0, value: '1772352000' },
    });
    expect(planParameter({ paramNo: 1, gunNumber: 0, value: '5' }, { ...pile, disused: true }, now)).toMatchObject({ refusal: 'device.disused' });
    const servers = serversIn(' 203.0.113.7:9100;gw.Example.com [2001:db8::1]:9200, ');
    expect([...servers]).toEqual(['203.0.113.7', '9100', 'gw.example.com', '[2001:db8::1]', '9200']);
    for (const [paramNo, value] of [
      [8, '203.0.113.7'],
      [9, '9200'],
      [10, 'GW.example.com'],
    ] as const)
      expect(planParameter({ paramNo, gunNumber: 0, value }, { ...pile, servers }, now)).toMatchObject({ ok: true });
    expect(planParameter({ paramNo: 10, gunNumber: 0, value: 'evil.example.com' }, { ...pile, servers }, now)).toMatchObject({
      refusal: 'parameter.notListed',
    });
  });
});

test('reading asks a native pile for all numbers and an OCPP station for all keys', async () => {
  await server.ok(staff, parameterApi.readParameters, { cpCode: 'PA01' });
  expect((await commandsOf('PA01'))[0]?.payload['paramNos']).toHaveLength(23);
  await server.ok(staff, parameterApi.readParameters, { cpCode: 'PA02' });
  expect((await commandsOf('PA02'))[0]?.payload['paramNos']).toEqual([]);
});

test('a value that the pile has taken is the one it has; one that it refused is not', async () => {
  const answer = async (paramNo: number, reply: { readonly result: number }) => {
    const command = { cmd: 'setParameter', commandId: 'C', paramNo, gunNumber: 0, value: '77' } as const;
    await inSystem(server.database, (tx) =>
      storeAcceptedParameter(tx, { cpCode: 'PA03', command, reply: { kind: 'commandReply', commandId: 'C', ...reply }, atMs: Date.now() }),
    );
  };
  await answer(1, { result: 0 });
  await answer(2, { result: 1 });
  await answer(7, { result: 0 });
  const reported = (await server.ok(staff, parameterApi.list, { cpCode: 'PA03' })).filter((side) => side.reported !== null);
  expect(reported).toMatchObject([{ paramNo: '1', wanted: '60', reported: '77', differs: true }]);
});

test('what was reported is read back as it was told', async () => {
  await server.database.asSuperuser(
    `insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at) values ('PA01', '12', ${world.tenantId}, '45.0', '2026-03-01T00:00:00Z')`,
  );
  expect(await server.ok(staff, parameterApi.list, { cpCode: 'PA01' })).toContainEqual({
    paramNo: '12',
    gunNumber: 0,
    wanted: '45.0',
    reported: '45.0',
    reportedAt: '2026-03-01T00:00:00.000Z',
    differs: false,
  });
});

describe('a payment QR code', () => {
  test('is kept for each pile and sent to each gun that can show it', async () => {
    const before = (await commandsOf('PA01')).length;
    await server.ok(staff, payQrApi.setPayQrCode, { cpCodes: 'PA01,PA02', payQrCode: 'https://pay.example.com/c/{cpCode}/{gunNumber}' });
    expect((await server.ok(staff, pileApi.queryById, { id: 'PA02' })).payQrCode).toBe('https://pay.example.com/c/PA02/{gunNumber}');
    const sent = (await commandsOf('PA01')).slice(0, (await commandsOf('PA01')).length - before).map(({ payload }) => String(payload['url']));
    expect(sent.toSorted()).toEqual(['https://pay.example.com/c/PA01/1', 'https://pay.example.com/c/PA01/2']);
    expect((await commandsOf('PA02')).some(({ cmd }) => cmd === 'setPayQrCode')).toBe(false);
    expect(await server.ok(staff, payQrApi.payQrCodes, { cpCodes: 'PA02,PA01' })).toEqual(
      ['PA02', 'PA01'].map((cpCode): unknown =>
        expect.objectContaining({ cpCode, cpName: cpCode, gunCount: 2, payQrCode: `https://pay.example.com/c/${cpCode}/{gunNumber}` }),
      ),
    );
  });

  test('is an address and nothing else', async () => {
    const wrong = await server.call(staff, payQrApi.setPayQrCode, { cpCodes: 'PA01', payQrCode: 'javascript:alert(1)' });
    expect(wrong.message).toBe('The content must be an http or https address');
    for (const text of ['https://', 'ftp://a.b', 'https://a b', '//a.b']) expect(checkAddress(text).ok).toBe(false);
    expect(checkAddress('http://10.0.0.1:8080/{cpCode}').ok).toBe(true);
    const labelled = { cpCode: 'A_1', ref: '7K3MQ2ZD', check: 'BV6DPJ' };
    expect(addressOf('https://a/{cpCode}?g={gunNumber}', { ...labelled, gunNumber: 2 })).toBe('https://a/A_1?g=2');
    expect(addressOfPile('https://a/{ref}{check}/{gunNumber}', labelled)).toBe('https://a/7K3MQ2ZDBV6DPJ/{gunNumber}');
  });

  test('names the label of each pile, which an operator can renew; the old one is withdrawn', async () => {
    const template = 'https://pay.example.com/q/{ref}{check}/{gunNumber}';
    await server.ok(staff, payQrApi.setPayQrCode, { cpCodes: 'PA01,PA02', payQrCode: template });
    const read = async () => server.ok(staff, payQrApi.payQrCodes, { cpCodes: 'PA01,PA02' });
    const [one, two] = await read();
    expect(one?.payQrCode).toBe(`https://pay.example.com/q/${one?.ref}${one?.check}/{gunNumber}`);
    expect(one?.ref).not.toBe(two?.ref);
    expect(sharedTemplate([one, two].filter((row) => row !== undefined))).toBe(template);
    const pileBehind = (label: string) => inSystem(server.database, (tx) => pileOfLabel(tx, testSecrets, label));
    const label = `${one?.ref}${one?.check}`;
    expect(await pileBehind(label.toLowerCase())).toEqual({ cpCode: 'PA01', isWithdrawn: false });
    expect(await pileBehind(`${one?.ref}${two?.check}`)).toBeUndefined();
    await server.ok(staff, payQrApi.renewLabels, { cpCodes: 'PA01' });
    const [renewed, same] = await read();
    expect(same).toEqual(two);
    expect(renewed?.payQrCode).toBe(`https://pay.example.com/q/${renewed?.ref}${renewed?.check}/{gunNumber}`);
    expect(await pileBehind(label)).toEqual({ cpCode: 'PA01', isWithdrawn: true });
    expect(await pileBehind(`${renewed?.ref}${renewed?.check}`)).toEqual({ cpCode: 'PA01', isWithdrawn: false });
    expect((await commandsOf('PA01'))[0]?.payload['url']).toMatch(new RegExp(`/q/${renewed?.ref}${renewed?.check}/[12]$`));
  });

  test('has letters that prove a label, which are the first 30 bits of an HMAC', () => {
    const mac = createHmac('sha256', 'driver-label-test-key-01').update(labelText('7K3MQ2ZD')).digest();
    expect(checkOf(mac)).toBe('BV6DPJ');
    expect(readLabel('7k3mq2zdbv6dpj')).toEqual({ ref: '7K3MQ2ZD', check: 'BV6DPJ' });
    for (const label of ['', '7K3MQ2ZDBV6DP', '7K3MQ2ZDBV6DPJ1', '7K3MQ2ZD-V6DPJ', '7K3MQ2ZDBV6DPU']) expect(readLabel(label)).toBeUndefined();
    expect(readLabel('OIL0OIL0OIL0OI')).toEqual({ ref: '01100110', check: '011001' });
  });
});

describe('scope', () => {
  const foreign = viewers.tenant('999');
  const asks = [
    (viewer: Viewer, cpCode: string) => server.call(viewer, parameterApi.list, { cpCode }),
    (viewer: Viewer, cpCode: string) => server.call(viewer, parameterApi.setParameter, { cpCode, paramNo: 1, value: '30' }),
    (viewer: Viewer, cpCode: string) => server.call(viewer, parameterApi.readParameters, { cpCode }),
    (viewer: Viewer, cpCode: string) => server.call(viewer, payQrApi.payQrCodes, { cpCodes: cpCode }),
    (viewer: Viewer, cpCode: string) => server.call(viewer, payQrApi.setPayQrCode, { cpCodes: cpCode, payQrCode: 'https://a.b/c' }),
    (viewer: Viewer, cpCode: string) => server.call(viewer, payQrApi.renewLabels, { cpCodes: cpCode }),
  ];

  test.each(asks)("another tenant's pile answers exactly as an absent one (%#)", async (ask) => {
    const blank = (answer: object) => ({ ...answer, timestamp: 0 });
    expect(blank(await ask(foreign, 'PA01'))).toEqual(blank(await ask(foreign, 'NOBODY')));
    expect((await ask(foreign, 'PA01')).status).toBe(404);
  });

  test.each([
    ['platform', () => viewers.platform()],
    ['tenant', () => staff],
    ['agent', () => viewers.agent(world.tenantId, world.agentId)],
    ['station', () => viewers.station(world)],
  ] as const)('%s staff reach a pile of their own', async (_name, viewer) => {
    for (const ask of asks) expect((await ask(viewer(), 'PA01')).success).toBe(true);
  });

  test('sending needs its permission', async () => {
    const reader = viewers.limited(staff, ['pile:list', 'deviceCommand:list']);
    const answers = await Promise.all(asks.map((ask) => ask(reader, 'PA01')));
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 200, 403, 403]);
  });
});
