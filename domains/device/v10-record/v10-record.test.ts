import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import type { RecordReport } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { v10Record } from '#engines/protocol/codes.ts';
import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { viewers } from '#kit/test/server.ts';
import { enablePiles, pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { entriesOf, exceptionsOf, factsOf, membersOf, slotsOf, slotTimes, statesOf, sumOf } from './record-content.rules.ts';
import { v10RecordApi } from './v10-record.ts';

let testbed: DeviceTestbed;
let pile: PileRef;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode: 'V10A', stationId, cpName: 'V10A', encryptionSecret: '0123456789abcdef' });
  await enablePiles(testbed, ['V10A']);
  pile = await login();
});
afterAll(() => testbed.server.close());

const login = async (nativeVersion: 16 | 32 = 16): Promise<PileRef> => {
  const attempt = {
    cpCode: 'V10A',
    protocol: 'native',
    nativeVersion,
    remoteAddress: '127.0.0.1',
    overTls: false,
    cpType: 1,
    gunCount: 1,
    atMs: Date.now(),
  } as const;
  const verdict = await testbed.handlers.login(attempt);
  return { cpCode: 'V10A', epoch: verdict.result === 0 ? verdict.epoch : 0, protocol: 'native' };
};

const report = (more: Partial<RecordReport>): RecordReport => ({
  kind: 'recordReport',
  record: v10Record.end,
  gunNumber: 1,
  chargingOrderNo: 'O1',
  atMs: 1_795_190_401_000,
  values: { orderNo: 'O1', stopReason: 9, stopMeter: '118.0000' },
  digest: 'aa',
  fromStore: false,
  ...more,
});
const list = async (query: Record<string, string> = {}) => (await testbed.server.ok(testbed.staff, v10RecordApi.list, query)).records;

test('a record is listed as it arrived; one that is repeated, now or after a new login, has one row', async () => {
  const handled = await Promise.all([1, 2, 3].map(() => testbed.handlers.handle(pile, report({}))));
  expect(handled).toEqual([{ result: 0 }, { result: 0 }, { result: 0 }]);
  pile = await login();
  await testbed.handlers.handle(pile, report({}));
  expect(await list({ chargingOrderNo: 'O1' })).toMatchObject([
    {
      cpCode: 'V10A',
      gunNumber: 1,
      recordType: 3,
      chargingOrderNo: 'O1',
      fromStore: 0,
      stationId: testbed.stationId,
      recordTime: '2026-11-20T16:00:01.000Z',
      content: { orderNo: 'O1', stopReason: 9, stopMeter: '118.0000' },
    },
  ]);
});

test('another body of the same order, and the same body at another time, are records of their own', async () => {
  await testbed.handlers.handle(pile, report({ digest: 'bb', fromStore: true }));
  await testbed.handlers.handle(pile, report({ digest: 'cc', record: v10Record.order }));
  await testbed.handlers.handle(pile, report({ digest: 'aa', atMs: 1_795_190_402_000 }));
  expect(await list({ chargingOrderNo: 'O1' })).toHaveLength(4);
  expect(await list({ recordType: '4' })).toMatchObject([{ recordType: 4 }]);
});

test('the page of a pile names the variant of its last login', async () => {
  const shown = async () => (await testbed.server.ok(testbed.staff, pileApi.queryById, { id: 'V10A' })).nativeVersion;
  expect(await shown()).toBe(16);
  await login(32);
  expect(await shown()).toBe(32);
  pile = await login();
});

test('a record of an older session is not stored', async () => {
  const old = { ...pile, epoch: pile.epoch - 1 };
  await testbed.handlers.handle(old, report({ digest: 'dd', chargingOrderNo: 'OLD' }));
  expect(await list({ chargingOrderNo: 'OLD' })).toEqual([]);
});

test('status reports and other records are stored together, and the same status once', async () => {
  const { chargingOrderNo: _none, ...pileWide } = report({
    record: v10Record.status,
    gunNumber: 0,
    digest: 's1',
    values: { cpWorkStat: 1, guns: [] },
  });
  const status: RecordReport = pileWide;
  await Promise.all([status, status, report({ digest: 'ee', chargingOrderNo: 'O2' })].map((event) => testbed.handlers.handle(pile, event)));
  expect(await list({ recordType: '1', cpCode: 'V10A' })).toHaveLength(1);
  expect(await list({ chargingOrderNo: 'O2' })).toHaveLength(1);
});

test('the account of a phone user is stored masked, that of a card as it is', async () => {
  const start = (digest: string, type: number) =>
    report({ record: v10Record.start, digest, chargingOrderNo: 'O3', values: { accountType: type, account: '13900000001' } });
  for (const [digest, type] of [
    ['p1', 4],
    ['p2', 1],
  ] as const)
    await testbed.handlers.handle(pile, start(digest, type));
  expect(new Set((await list({ chargingOrderNo: 'O3' })).map(({ content }) => content['account']))).toEqual(new Set(['139****0001', '13900000001']));
});

test('another tenant sees none, and a foreign id answers as an absent one', async () => {
  const foreign = viewers.tenant('999');
  expect((await testbed.server.ok(foreign, v10RecordApi.list, {})).total).toBe(0);
  const [row] = await list();
  expect(await testbed.server.call(foreign, v10RecordApi.queryById, { id: row?.v10RecordId ?? '' })).toMatchObject({ status: 404 });
});

const english = (words: Words | string): string => (typeof words === 'string' ? words : say(words, 'en_US'));

test('a record is told in words: codes, units, bits and half hours', () => {
  const told = (members: ReturnType<typeof membersOf>) =>
    members.map(({ label, value, unit }) => `${english(label)} ${english(value)} ${unit}`.trim());
  expect(told(factsOf(3, { orderNo: 'O1', gunNumber: 1, stopReason: 9, stopMeter: '118.0000', stopSoc: 80 }))).toEqual([
    'Stop reason SOC reached',
    'Meter at stop 118.0000 kWh',
    'SOC at stop 80 %',
  ]);
  expect(told(membersOf(4, { orderNo: 'O1', elec01: '1.0000', startTime: 0, somethingNew: 1 }))).toEqual(['Order no. O1']);
  const guns = entriesOf(1, { guns: [{ gunNumber: 2, gunWorkStat: 6, voltage: '398.6' }, 'odd'] }, 'guns');
  expect(told(guns[0] ?? [])).toEqual(['Gun no. 2', 'Gun work state Charging', 'Voltage 398.6 V']);
  expect(guns[1]).toEqual([]);
  expect(exceptionsOf({ exception: `1010${'0'.repeat(27)}1` }).map(english)).toEqual([expect.stringMatching(/\w/), 'Exception 31']);
  expect(statesOf({ status: '1001000000000001' }).map(english)).toEqual(['Online', 'Gun 1 plugged in', 'State 15']);
  expect([exceptionsOf({}), statesOf({ status: 5 })]).toEqual([[], []]);
  const slots = slotsOf({ elec01: '0.1000', elec48: '0.2000' });
  expect([slots.length, slots[0], slots[47], sumOf(slots), slotTimes[0], slotTimes[47]]).toEqual([48, 0.1, 0.2, '0.3000', '00:00', '23:30']);
});
