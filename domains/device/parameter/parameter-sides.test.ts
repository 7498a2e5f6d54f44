import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandResult } from '#engines/protocol/codes.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { gunApi, pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { bulkRoutes } from '#kit/server/crud/bulk.ts';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { enablePiles, pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { deviceCommandApi, operationApi, parameterApi, payQrApi } from '../resources.ts';
import { deviceRoutes } from '../server.ts';
import { heldParameters } from './held-parameters.ts';
import { canonicalText } from './parameter-values.rules.ts';
import { remainingValues } from './parameter.rules.ts';
import { followPowerControl } from './power-control.fixture.ts';

let testbed: DeviceTestbed;
let staff: Viewer;
const piles: Record<string, PileRef> = {};
const [NATIVE, OCPP] = [1, 2];

beforeAll(async () => {
  testbed = await startDeviceTestbed({ routes: bulkRoutes(deviceRoutes) });
  ({ staff } = testbed);
  for (const [cpCode, protocol] of [
    ['SD01', NATIVE],
    ['SD02', NATIVE],
    ['SD03', OCPP],
    ['SD04', NATIVE],
  ] as const)
    await testbed.server.ok(staff, pileApi.add, { ...pileDefaults, stationId: testbed.stationId, cpCode, cpName: cpCode, protocol });
  await enablePiles(testbed, ['SD01', 'SD02', 'SD03', 'SD04']);
  for (const [cpCode, protocol] of [
    ['SD01', 'native'],
    ['SD02', 'native'],
    ['SD03', 'ocpp16'],
    ['SD04', 'native'],
  ] as const)
    await enter(cpCode, protocol);
});
afterAll(() => testbed.server.close());

const enter = async (cpCode: string, protocol: PileRef['protocol']): Promise<PileRef> => {
  const verdict = await testbed.handlers.login({ cpCode, protocol, remoteAddress: '127.0.0.1', overTls: false, atMs: Date.now() });
  const pile = { cpCode, protocol, epoch: verdict.result === 0 ? verdict.epoch : 0 };
  piles[cpCode] = pile;
  return pile;
};
const pileOf = (cpCode: string): PileRef => piles[cpCode] ?? { cpCode, protocol: 'native', epoch: 0 };
const report = (cpCode: string, values: Readonly<Record<string, string>>, pile = pileOf(cpCode)) =>
  testbed.handlers.handle(pile, { kind: 'parameterReport', values });
const sides = async (cpCode: string, viewer = staff) => testbed.server.ok(viewer, parameterApi.list, { cpCode });
const side = async (cpCode: string, paramNo: number, gunNumber = 0) =>
  (await sides(cpCode)).find((one) => one.paramNo === String(paramNo) && one.gunNumber === gunNumber);
const differing = async (cpCode: string) => (await sides(cpCode)).filter(({ differs }) => differs).map(({ paramNo }) => Number(paramNo));
const pileRow = (cpCode: string) => testbed.server.ok(staff, pileApi.queryById, { id: cpCode });
const send = (input: Readonly<Record<string, unknown>>, viewer = staff) => testbed.server.call(viewer, parameterApi.sendWanted, input);
const take = (input: Readonly<Record<string, unknown>>, viewer = staff) => testbed.server.call(viewer, parameterApi.takeReported, input);
const commandsOf = async (cpCode: string) => (await testbed.server.ok(staff, deviceCommandApi.list, { cpCode, pageSize: '100' })).records;
const openCommands = async (cpCode: string) => (await commandsOf(cpCode)).filter(({ stat }) => stat < 2);

/** The pile answers commands that were sent, all of them or those of one parameter. */
const answer = async (
  cpCode: string,
  {
    result = 0,
    late = false,
    of,
  }: { result?: number; late?: boolean; of?: (command: Awaited<ReturnType<typeof commandsOf>>[number]) => boolean } = {},
) => {
  for (const command of (await commandsOf(cpCode)).filter(of ?? (({ stat }) => stat < 2))) {
    const { commandId } = command;
    const { value } = command.payload;
    const reply = { kind: 'commandReply', commandId, result, ...(typeof value === 'string' && { keyVal: value }) } as const;
    await testbed.handlers.commandSettled(pileOf(cpCode), { commandId, cmd: 'setParameter', atMs: Date.now(), outcome: 'answered', late, reply });
  }
};
const markSent = (cpCode: string) =>
  testbed.server.database.asSuperuser(`update device_command set stat = 1, sent_at = clock_timestamp() where cp_code = '${cpCode}' and stat = 0`);

describe('the wanted side', () => {
  /** Values of the forms, with the texts that devices write for them. */
  const profileValues = [
    { pileInterval: 0, gunInterval: 65_535, chargingInterval: 7, bmsHandshakeInterval: 1, bmsParameterInterval: 2, bmsChargingInterval: 3 },
    { srvIp: '2001:db8::1', srvPort: 1, srvDomainName: 'gw.example.com', onlineMaxPower: '0', offlineMaxPower: '60', chargingMaxSoc: 1 },
    { srvIp: '10.0.0.1', srvPort: 65_535, onlineMaxPower: '2000', offlineMaxPower: '0.1', chargingMaxSoc: 100, isVinOfflineCharging: 1 },
    { onlineMaxPower: '45.5', isIccardOfflineCharging: 1, isVinOfflineCharging: 0 },
    { srvIp: null, srvPort: null, srvDomainName: null, onlineMaxPower: null, offlineMaxPower: null },
  ];
  const pileValues = [
    { insertSelfStart: 1, checkAccount: 0, accountMinAmount: '0.01' },
    { insertSelfStart: 0, checkAccount: 1, accountMinAmount: '100000' },
    { accountMinAmount: '12.3' },
  ];

  /** Each held parameter as a form shows it, in the text of devices, by its number. */
  const formTexts = async (cpCode: string) => {
    const forms = { pile: await pileRow(cpCode), pileProfile: await testbed.server.ok(staff, pileProfileApi.queryById, { id: cpCode }) };
    const texts = heldParameters.flatMap(({ paramNo, form, field }): readonly (readonly [string, string])[] => {
      const value: unknown = Object.entries(forms[form]).find(([name]) => name === field)?.[1];
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      if (field === 'cpStat') return [[String(paramNo), value === 1 ? '0' : '1']];
      return [[String(paramNo), canonicalText(String(paramNo), String(value))]];
    });
    return Object.fromEntries(texts);
  };

  test.each([...profileValues.map((profile) => ({ profile })), ...pileValues.map((pile) => ({ pile }))])(
    'is what the forms say: %j',
    async (change) => {
      if ('profile' in change) await testbed.server.ok(staff, pileProfileApi.edit, { cpCode: 'SD04', ...change.profile });
      else await testbed.server.ok(staff, pileApi.edit, { cpCode: 'SD04', ...change.pile });
      const wanted = (await sides('SD04')).filter((one) => one.gunNumber === 0 && one.wanted !== null);
      expect(Object.fromEntries(wanted.map((one) => [one.paramNo, one.wanted]))).toEqual(await formTexts('SD04'));
    },
  );

  test('a power schedule takes the place of the online power', async () => {
    await testbed.server.ok(staff, pileProfileApi.edit, { cpCode: 'SD04', onlineMaxPower: '30' });
    await report('SD04', { 11: '40.0' });
    expect(await side('SD04', 11)).toMatchObject({ wanted: '30.0', reported: '40.0', differs: true });
    await followPowerControl(testbed.server.database, 'SD04');
    expect(await side('SD04', 11)).toMatchObject({ wanted: null, differs: false });
    expect(await pileRow('SD04')).toMatchObject({ differingCount: null, parameterStat: 0 });
  });
});

describe('a difference', () => {
  test('is seen in the row of the pile, in its parameters and by a filter of the list, and ends by itself', async () => {
    expect(await pileRow('SD01')).toMatchObject({ parameterStat: 0, differingCount: null });
    await report('SD01', { 1: '60', 15: '100', 20: '0', 22: '0.00' });
    expect(await pileRow('SD01')).toMatchObject({ parameterStat: 1, differingCount: 0 });
    const told = { 1: '60', 15: '80', 20: '1', 22: '5.00', 11: '45' };
    for (let n = 0; n < 2; n++) await report('SD01', told);
    expect(await pileRow('SD01')).toMatchObject({ parameterStat: 2, differingCount: 3 });
    expect(await differing('SD01')).toEqual([15, 20, 22]);
    // No form says an online power.
    expect(await side('SD01', 11)).toMatchObject({ wanted: null, reported: '45.0', differs: false });
    const found = async (parameterStat: string) =>
      (await testbed.server.ok(staff, pileApi.list, { parameterStat })).records.map(({ cpCode }) => cpCode);
    expect(await found('2')).toEqual(['SD01']);
    expect(await found('0')).not.toContain('SD01');
    await testbed.server.ok(staff, pileApi.edit, { cpCode: 'SD01', insertSelfStart: 1 });
    expect(await differing('SD01')).toEqual([15, 22]);
    await report('SD01', { 15: '100' });
    expect(await pileRow('SD01')).toMatchObject({ parameterStat: 2, differingCount: 1 });
  });

  test('is not made by a report of an older session, nor by other ways to write a value', async () => {
    const old = pileOf('SD02');
    await enter('SD02', 'native');
    await report('SD02', { 15: '90' }, old);
    expect(await side('SD02', 15)).toMatchObject({ reported: null });
    await testbed.server.ok(staff, pileProfileApi.edit, { cpCode: 'SD02', onlineMaxPower: '45', srvDomainName: 'GW.Example.com' });
    await report('SD02', { 11: '45', 10: 'gw.example.COM', 15: '100', 77: 'AB' });
    expect(await differing('SD02')).toEqual([]);
    await report('SD02', { 15: '300', 11: 'x' });
    expect(await differing('SD02')).toEqual([11, 15]);
    await report('SD02', { 15: '100', 11: '45.0' });
  });

  test('of many piles is counted for each parameter', async () => {
    await report('SD01', { 15: '70' });
    await report('SD02', { 15: '70', 2: '5' });
    expect(await testbed.server.ok(staff, parameterApi.differing, { cpCodes: 'SD01,SD02,NOBODY' })).toEqual([
      { paramNo: 2, pileCount: 1 },
      { paramNo: 15, pileCount: 2 },
      { paramNo: 22, pileCount: 1 },
    ]);
  });
});

describe('sending the wanted values', () => {
  test('sends what differs, once, and the difference ends with the answer; another report brings it back', async () => {
    const before = (await commandsOf('SD01')).length;
    expect((await send({ cpCode: 'SD01' })).result).toMatchObject({ sentCount: 2 });
    const sent = (await commandsOf('SD01')).slice(0, (await commandsOf('SD01')).length - before);
    expect(Object.fromEntries(sent.map(({ paramNo, payload, because }) => [paramNo, [payload['value'], because]]))).toEqual({
      15: ['100', 'wanted'],
      22: ['0.00', 'wanted'],
    });
    await markSent('SD01');
    expect(await send({ cpCode: 'SD01' })).toMatchObject({ success: false, message: 'These values are already on their way to pile SD01' });
    expect(await differing('SD01')).toEqual([15, 22]);
    await answer('SD01');
    expect(await pileRow('SD01')).toMatchObject({ parameterStat: 1, differingCount: 0 });
    expect((await commandsOf('SD01'))[0]).toMatchObject({ stat: 2, result: 0, keyVal: expect.stringMatching(/^(?:100|0\.00)$/) });
    expect(await send({ cpCode: 'SD01' })).toMatchObject({
      success: false,
      message: 'Nothing that pile SD01 has reported differs from its forms; read its parameters if some are not reported',
    });
    await report('SD01', { 15: '70' });
    expect(await differing('SD01')).toEqual([15]);
  });

  test('a value that the pile refuses stays a difference', async () => {
    await send({ cpCode: 'SD01' });
    await markSent('SD01');
    await answer('SD01', { result: commandResult.failure });
    expect(await differing('SD01')).toEqual([15]);
  });

  test('a late answer to an older command does not undo a later one', async () => {
    const set = async (value: string) => {
      const { commandId } = await testbed.server.ok(staff, parameterApi.setParameter, { cpCode: 'SD02', paramNo: 15, value });
      await markSent('SD02');
      return commandId;
    };
    const older = await set('50');
    const newer = await set('55');
    await answer('SD02', { of: ({ commandId }) => commandId === newer });
    await answer('SD02', { of: ({ commandId }) => commandId === older, late: true });
    expect(await side('SD02', 15)).toMatchObject({ wanted: '55', reported: '55', differs: false });
  });

  test('only of chosen parameters; a server that is not listed is refused and nothing is sent', async () => {
    await testbed.server.ok(staff, pileProfileApi.edit, { cpCode: 'SD02', srvPort: 9_100, gunInterval: 61 });
    await report('SD02', { 9: '9000', 2: '5', 16: '1' });
    const before = (await commandsOf('SD02')).length;
    expect(await send({ cpCode: 'SD02' })).toMatchObject({
      message: '9100 is not among the servers piles may be sent to; the platform lists them under Settings',
    });
    expect(await send({ cpCode: 'SD02', paramNos: '1,x' })).toMatchObject({ success: false });
    expect(await commandsOf('SD02')).toHaveLength(before);
    expect((await send({ cpCode: 'SD02', paramNos: '16' })).result).toMatchObject({ sentCount: 1 });
    expect((await openCommands('SD02')).map(({ paramNo }) => paramNo)).toContain(16);
  });

  test('for many piles: a preview changes nothing, the result is told for each', async () => {
    const run = (preview: 0 | 1) =>
      testbed.server.call(
        staff,
        bulkApi.run,
        { noun: 'parameter', verb: 'sendWanted', rowIds: 'SD01,SD03', preview, shared: { paramNos: '15' } },
        { 'idempotency-key': `bulk-${preview}` },
      );
    const expected = {
      result: {
        rows: [
          { id: 'SD01', outcome: 'done' },
          { id: 'SD03', outcome: 'refused', reason: expect.stringContaining('Nothing that pile SD03 has reported differs') },
        ],
      },
    };
    expect(await run(1)).toMatchObject(expected);
    expect(await openCommands('SD01')).toEqual([]);
    expect(await run(0)).toMatchObject(expected);
    await run(0);
    expect(await openCommands('SD01')).toHaveLength(1);
  });

  test('what remains is what differs, is chosen and is not under way', () => {
    const one = { paramNo: 15, gunNumber: 0, wanted: '100' };
    const [chosen, none] = [new Set([15]), new Set([16])];
    expect(remainingValues([one], { chosen: none, unanswered: [] })).toMatchObject({ refusal: 'parameter.nothingDiffers' });
    expect(remainingValues([one], { chosen, unanswered: [{ paramNo: 15, gunNumber: 0, value: '100' }] })).toMatchObject({
      refusal: 'parameter.underWay',
    });
    expect(remainingValues([one], { chosen: null, unanswered: [{ paramNo: 15, gunNumber: 0, value: '90' }] })).toMatchObject({ ok: true });
    expect(remainingValues([one], { chosen, unanswered: [{ paramNo: 15, gunNumber: 1, value: '100' }] })).toMatchObject({ ok: true });
  });
});

describe('taking the reported value', () => {
  test('writes it into the form that holds it, if it is still the one that was seen', async () => {
    await report('SD04', { 15: '66', 20: '1', 12: '70.0', 13: '5.0', 14: 'https://evil.example', 18: '1', 22: '0.00' });
    expect(await take({ cpCode: 'SD04', paramNo: 15, value: '65' })).toMatchObject({
      message: 'The pile reports another value now; look at it again',
    });
    expect(await take({ cpCode: 'SD04', paramNo: 15, value: '66' })).toMatchObject({ success: true });
    expect(await take({ cpCode: 'SD04', paramNo: 20, value: '1' })).toMatchObject({ success: true });
    expect(await testbed.server.ok(staff, pileProfileApi.queryById, { id: 'SD04' })).toMatchObject({ chargingMaxSoc: 66 });
    expect(await pileRow('SD04')).toMatchObject({ insertSelfStart: 1 });
    expect(await side('SD04', 15)).toMatchObject({ wanted: '66', differs: false });
    expect(await openCommands('SD04')).toEqual((await openCommands('SD04')).filter(({ paramNo }) => paramNo !== 15 && paramNo !== 20));
  });

  test.each([
    [12, '70.0', 'The offline limit of 70 kW cannot exceed the rated 60 kW'],
    [13, '5.0', 'No form holds this parameter, so its reported value cannot be taken'],
    [14, 'https://evil.example', 'People decide on this value; the one that a pile reports is not taken'],
    [18, '1', 'People decide on this value; the one that a pile reports is not taken'],
    [22, '0.00', 'People decide on this value; the one that a pile reports is not taken'],
    [15, '300', 'Value cannot be more than 100'],
  ])('parameter %i is refused', async (paramNo, value, message) => {
    await report('SD04', { [paramNo]: value });
    const before = [await pileRow('SD04'), await testbed.server.ok(staff, pileProfileApi.queryById, { id: 'SD04' })];
    expect(await take({ cpCode: 'SD04', paramNo, value })).toMatchObject({ success: false, message });
    const after = [await pileRow('SD04'), await testbed.server.ok(staff, pileProfileApi.queryById, { id: 'SD04' })];
    expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
  });
});

describe('a parameter that is set by hand', () => {
  test('is wanted from then on', async () => {
    await testbed.server.ok(staff, parameterApi.setParameter, { cpCode: 'SD02', paramNo: 17, value: '1' });
    expect(await testbed.server.ok(staff, pileProfileApi.queryById, { id: 'SD02' })).toMatchObject({ isIccardOfflineCharging: 1 });
    await testbed.server.ok(staff, parameterApi.setParameter, { cpCode: 'SD02', paramNo: 22, value: '2.5' });
    expect(await pileRow('SD02')).toMatchObject({ accountMinAmount: '2.50' });
  });

  test('changes no form that the operator may not edit', async () => {
    const operator = viewers.limited(staff, ['pile:list', 'deviceCommand:list', 'deviceCommand:parameter']);
    await testbed.server.ok(operator, parameterApi.setParameter, { cpCode: 'SD02', paramNo: 17, value: '0' });
    expect(await testbed.server.ok(staff, pileProfileApi.queryById, { id: 'SD02' })).toMatchObject({ isIccardOfflineCharging: 1 });
    const locked = { ...staff, limits: new Set(['pileProfile:set:isIccardOfflineCharging']) };
    expect((await take({ cpCode: 'SD02', paramNo: 17, value: '0' }, operator)).status).toBe(403);
    await testbed.server.ok(locked, parameterApi.setParameter, { cpCode: 'SD02', paramNo: 17, value: '0' });
  });
});

describe('guns', () => {
  test('a gun out of service and its pile are compared once the pile has taken or told the switch', async () => {
    const [gun] = (await testbed.server.ok(staff, gunApi.list, { cpCode: 'SD04' })).records;
    await testbed.server.ok(staff, parameterApi.setParameter, { cpCode: 'SD04', paramNo: 19, gunNumber: 1, value: '0' });
    await markSent('SD04');
    await answer('SD04', { of: ({ paramNo, stat }) => paramNo === 19 && stat < 2 });
    expect(await side('SD04', 19, 1)).toMatchObject({ wanted: '0', reported: '0', differs: false });
    await testbed.server.ok(staff, gunApi.changeState, { entityId: gun?.gunId ?? '', setState: 0 });
    expect(await side('SD04', 19, 1)).toMatchObject({ wanted: '1', differs: true });
    expect((await send({ cpCode: 'SD04', paramNos: '19' })).result).toMatchObject({ sentCount: 1 });
    expect((await openCommands('SD04'))[0]?.payload).toMatchObject({ paramNo: 19, gunNumber: 1, value: '1' });
    // A pile with one gun tells the value of this gun.
    await report('SD04', { 19: '1' });
    expect(await side('SD04', 19, 1)).toMatchObject({ differs: false });
  });
});

describe('other ways to a value', () => {
  test('a configuration key that carries a parameter sets it', async () => {
    await testbed.server.ok(staff, operationApi.setKey, { cpCode: 'SD03', key: 'localpreauthorize', value: 'true' });
    await markSent('SD03');
    await answer('SD03');
    expect(await side('SD03', 21)).toMatchObject({ wanted: '1', reported: '0', differs: true });
    expect((await send({ cpCode: 'SD03' })).result).toMatchObject({ sentCount: 1 });
  });

  test('an accepted payment address is that of the pile', async () => {
    await report('SD02', { 14: 'https://pay.example.com/old' });
    await testbed.server.ok(staff, payQrApi.setPayQrCode, { cpCodes: 'SD02', payQrCode: 'https://pay.example.com/c/{cpCode}/{gunNumber}' });
    expect(await side('SD02', 14)).toMatchObject({ wanted: 'https://pay.example.com/c/SD02/1', differs: true });
    await markSent('SD02');
    await answer('SD02', { of: ({ cmd }) => cmd === 'setPayQrCode' });
    expect(await side('SD02', 14)).toMatchObject({ reported: 'https://pay.example.com/c/SD02/1', differs: false });
  });
});

describe('who may', () => {
  const foreign = viewers.tenant('999');
  const asks = [
    (viewer: Viewer, cpCode: string) => send({ cpCode }, viewer),
    (viewer: Viewer, cpCode: string) => take({ cpCode, paramNo: 15, value: '66' }, viewer),
  ];
  test.each(asks)("another tenant's pile answers exactly as an absent one (%#)", async (ask) => {
    const blank = (answered: object) => ({ ...answered, timestamp: 0 });
    expect(blank(await ask(foreign, 'SD01'))).toEqual(blank(await ask(foreign, 'NOBODY')));
    expect((await ask(foreign, 'SD01')).status).toBe(404);
  });

  test('sending and taking need their permissions; counts show only piles in sight', async () => {
    const reader = viewers.limited(staff, ['pile:list']);
    expect((await Promise.all(asks.map((ask) => ask(reader, 'SD01')))).map(({ status }) => status)).toEqual([403, 403]);
    expect(await testbed.server.ok(foreign, parameterApi.differing, { cpCodes: 'SD01,SD02' })).toEqual([]);
  });

  test('a hidden field shows its wanted value nowhere', async () => {
    const limited = { ...staff, limits: new Set(['pile:see:accountMinAmount']) };
    expect((await sides('SD02', limited)).find(({ paramNo }) => paramNo === '22')).toMatchObject({ wanted: null, differs: false });
  });
});
