import { afterAll, beforeAll, expect, test } from 'vitest';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { pileApi, stationApi } from '#domains/network/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Where a driver may go instead. */

let bed: DriverTestbed;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());

const NORMAL = 1;
const OFFLINE = 6;
const CHARGING = 6;
const change = (statement: string) => bed.base.server.database.asSuperuser(statement);

const addPile = async (cpCode: string, stationId: string): Promise<void> => {
  const { server, staff, ids } = bed.base;
  await server.ok(staff, pileApi.add, {
    cpCode,
    stationId,
    cpName: cpCode,
    cpType: 1,
    protocol: 1,
    gunCount: 1,
    cpPower: '60',
    accountMinAmount: '1.00',
  });
  await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId: ids.rateRuleId });
  await server.ok(staff, pileApi.changeState, { entityId: cpCode, setState: 1 });
  await change(`update pile set cp_work_stat = ${NORMAL} where cp_code = '${cpCode}'`);
};

test('a gun that cannot be used names free ones: at its station first, then at others within five kilometres, three at most', async () => {
  const { server, staff, ids } = bed.base;
  const addStation = async (stationName: string, gpsY: string) =>
    (await server.ok(staff, stationApi.add, { agentId: ids.agentId, stationName, timezone: 'Asia/Shanghai', gpsX: '121.400000', gpsY })).stationId;
  await server.ok(staff, stationApi.edit, { stationId: ids.stationId, gpsX: '121.400000', gpsY: '31.200000' });
  const [near, nearer, far] = [await addStation('Near', '31.240000'), await addStation('Nearer', '31.190000'), await addStation('Far', '31.250000')];
  for (const [cpCode, stationId] of [
    ['AA-FAR', far],
    ['BB-NEAR', near],
    ['CC-NEARER', nearer],
    ['DD-HERE', ids.stationId],
    ['EE-BUSY', ids.stationId],
    ['FF-AWAY', ids.stationId],
  ] as const)
    await addPile(cpCode, stationId);
  await change(`update gun set device_gun_stat = ${CHARGING}, gun_work_stat = ${CHARGING} where cp_code = 'EE-BUSY'`);
  await change(`update pile set cp_work_stat = ${OFFLINE} where cp_code in ('FF-AWAY', '${PILE}')`);
  expect(await bed.phone().gun()).toMatchObject({
    step: 'problem',
    code: 'pileOffline',
    nearby: [
      { stationName: null, pileNo: 'DD-HERE', gunNo: 1, distanceM: 0 },
      { stationName: 'Nearer', pileNo: 'CC-NEARER', gunNo: 1, distanceM: 1_113 },
      { stationName: 'Near', pileNo: 'BB-NEAR', gunNo: 1, distanceM: 4_453 },
    ],
  });
  // Nobody is sent to a gun of a station that has closed, or past one that works.
  await server.ok(staff, stationApi.changeState, { entityId: nearer, setState: 0 });
  expect((await bed.phone().gun()).nearby.map(({ pileNo }) => pileNo)).toEqual(['DD-HERE', 'BB-NEAR']);
  await change(`update pile set cp_work_stat = ${NORMAL} where cp_code = '${PILE}'`);
  await bed.base.plug();
  expect(await bed.phone().gun()).toMatchObject({ step: 'gun', nearby: [] });
});
