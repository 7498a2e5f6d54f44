import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import { viewers } from '#kit/test/server.ts';
import { enablePiles, pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { partChanges } from './pile-part.rules.ts';
import { pilePartApi } from './pile-part.ts';

let testbed: DeviceTestbed;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  const codes = ['PART1', 'PART2', 'PART3', 'PART4'];
  for (const cpCode of codes)
    await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, stationId, cpName: cpCode, encryptionSecret: '0123456789abcdef' });
  await enablePiles(testbed, codes);
});
afterAll(() => testbed.server.close());

const login = async (cpCode: string, more: Partial<LoginAttempt>) => {
  const verdict = await testbed.handlers.login({
    cpCode,
    protocol: 'native',
    remoteAddress: '127.0.0.1',
    overTls: false,
    cpType: 1,
    gunCount: 1,
    atMs: Date.now(),
    ...more,
  });
  expect(verdict).toMatchObject({ result: 0 });
};
const history = async (cpCode: string) => (await testbed.server.ok(testbed.staff, pilePartApi.list, { cpCode, pageSize: '100' })).records;

test('a login that reports other versions adds a row; one that repeats them, or tells none, adds nothing', async () => {
  expect(await history('PART1')).toEqual([]);
  await login('PART1', { mainHw: 'H1', mainSw: 'S1' });
  for (let repeat = 0; repeat < 3; repeat++) await login('PART1', { mainHw: 'H1', mainSw: 'S1' });
  await login('PART1', {});
  await login('PART1', { mainHw: '', mainSw: '' });
  await login('PART1', { mainHw: 'H1', mainSw: 'S2' });
  const rows = await history('PART1');
  expect(rows.map(({ mainPcbHwVer, mainPcbSwVer, source, isCurrent }) => [mainPcbHwVer, mainPcbSwVer, source, isCurrent])).toEqual([
    ['H1', 'S2', 1, 1],
    ['H1', 'S1', 1, 0],
  ]);
  expect(rows[0]).toMatchObject({ cpType: 1, commProtType: 1, stationId: testbed.stationId, mergedCount: 0 });
});

test('a version that an operator enters in the profile stands beside what the pile reports', async () => {
  const { server, staff } = testbed;
  await login('PART2', { mainHw: 'H1', mainSw: 'S1' });
  const entered = { mainBoardVer: 'M1', auxPcbHwVer: 'A1', auxPcbSwVer: 'A2', moduleType: 'REG1K0100', gunlineType: '250A', screenVersion: '3' };
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'PART2', ...entered });
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'PART2', pileInterval: 30 });
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'PART2', screenVersion: '3' });
  const rows = await history('PART2');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ ...entered, mainPcbSwVer: 'S1', source: 3, isCurrent: 1, createBy: staff.username });
  const [now, before] = rows;
  expect(now && before && partChanges(now, before).map(({ field }) => field)).toEqual(
    expect.arrayContaining(['mainBoardVer', 'auxPcbHwVer', 'auxPcbSwVer', 'moduleType', 'gunlineType', 'screenVersion']),
  );
});

test('a pile that invents versions gets 20 rows a day, and the current one stays true', async () => {
  for (let n = 1; n <= 25; n++) await login('PART3', { mainHw: 'H', mainSw: `v${n}` });
  const rows = await history('PART3');
  expect(rows).toHaveLength(20);
  expect(rows[0]).toMatchObject({ mainPcbSwVer: 'v25', isCurrent: 1, mergedCount: 5 });
  expect(rows[1]).toMatchObject({ mainPcbSwVer: 'v19', isCurrent: 0 });
  await testbed.server.database.asSuperuser(`update pile_part set upgrade_time = upgrade_time - interval '1 day' where cp_code = 'PART3'`);
  await login('PART3', { mainHw: 'H', mainSw: 'next day' });
  expect((await history('PART3'))[0]).toMatchObject({ mainPcbSwVer: 'next day', mergedCount: 0 });
});

test('control characters and long texts are not stored', async () => {
  await login('PART4', { mainHw: `H\u0007\n${'x'.repeat(5_000)}`, mainSw: '  S\t ' });
  expect(await history('PART4')).toMatchObject([{ mainPcbHwVer: `H ${'x'.repeat(62)}`, mainPcbSwVer: 'S' }]);
});

test('the list has the current parts of each pile, the sheet too, and another tenant sees none', async () => {
  const { server, staff } = testbed;
  const current = await server.ok(staff, pilePartApi.list, { isCurrent: '1', pageSize: '100' });
  expect(current.records.map(({ cpCode }) => cpCode).toSorted()).toEqual(['PART1', 'PART2', 'PART3', 'PART4']);
  expect(await server.ok(staff, pilePartApi.list, { mainPcbSwVer: 'v1' })).toMatchObject({ total: 11 });
  const foreign = viewers.tenant('999');
  expect((await server.ok(foreign, pilePartApi.list, {})).total).toBe(0);
  expect(await server.call(foreign, pilePartApi.queryById, { id: current.records[0]?.pilePartId ?? '' })).toMatchObject({ status: 404 });
});

test('the history of a pile whose code is used again begins anew', async () => {
  const { server, staff, stationId } = testbed;
  await server.database.asSuperuser(`update pile set cp_stat = -1 where cp_code = 'PART4'`);
  await server.ok(staff, pileApi.delete, { id: 'PART4' });
  await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode: 'PART4', stationId, cpName: 'again', encryptionSecret: '0123456789abcdef' });
  expect(await history('PART4')).toEqual([]);
});
