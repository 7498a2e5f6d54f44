import { power } from '#domains/power/resources.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customers, vipDiscountApi, vipLevelApi } from '#domains/customer/resources.ts';
import { customerRoutes } from '#domains/customer/server.ts';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { pilePolicyApi, rateAliasApi, rateMonthApi, rateRuleApi, tariff } from '#domains/tariff/resources.ts';
import { tariffRoutes } from '#domains/tariff/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { marketing } from '../resources.ts';
import { marketingRoutes } from '../server.ts';
import { stationTagApi } from './station-tag.ts';

const api = stationTagApi;
let server: TestServer;
let staff: Viewer;
let foreign: Viewer;
let tenantId: string;
let agentId: string;
let otherAgentId: string;
let stationNumber = 0;
let stationId: string;

beforeAll(async () => {
  const books = { withBalances: () => Promise.reject(new Error('no books')) };
  server = await startTestServer({
    domains: [network, customers, tariff, power, marketing],
    routes: [
      ...networkRoutes({ secrets: testSecrets, piles: noPileCommands }),
      ...customerRoutes({ secrets: testSecrets, books: books as never }),
      ...tariffRoutes({ sendRatesToPiles: () => Promise.resolve() }),
      ...marketingRoutes,
    ],
  });
  const addTenant = async (name: string) =>
    (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  tenantId = await addTenant('Tagged');
  staff = viewers.tenant(tenantId);
  foreign = viewers.tenant(await addTenant('Foreign'));
  const addAgent = async (agentName: string) => (await server.ok(staff, agentApi.add, { agentName, timezone: 'Asia/Shanghai' })).agentId;
  [agentId, otherAgentId] = [await addAgent('One'), await addAgent('Two')];
});
afterAll(() => server.close());

const addStation = async (more: object = {}): Promise<string> =>
  (await server.ok(staff, stationApi.add, { agentId, stationName: `Station ${++stationNumber}`, timezone: 'Asia/Shanghai', ...more })).stationId;
beforeEach(async () => {
  stationId = await addStation();
});

const rowOf = async (id: string, viewer = staff) =>
  (await server.ok(viewer, api.list, { pageSize: 100 })).records.find((row) => row.stationId === id);
const idsWith = async (query: object, viewer = staff) =>
  (await server.ok(viewer, api.list, { pageSize: 100, ...query })).records.map((row) => row.stationId);

let pileNumber = 0;
const addPile = async (place: string, more: object = {}): Promise<string> => {
  const cpCode = `TAG${++pileNumber}`;
  await server.ok(staff, pileApi.add, {
    cpCode,
    stationId: place,
    cpName: cpCode,
    cpType: 1,
    gunCount: 1,
    cpPower: '120',
    accountMinAmount: '0.00',
    ...more,
  });
  return cpCode;
};

interface Prices {
  readonly elec: string;
  readonly peak?: string;
  readonly srvDiscount?: number;
}
const feesOf = ({ elec, peak = elec, srvDiscount = 100 }: Prices) => [
  {
    rateType: 1,
    billMode: 1,
    periods: [
      { startTime: '00:00', rateStage: 4, rateDiscount: 100, rate: elec },
      { startTime: '07:30', rateStage: 2, rateDiscount: 100, rate: peak },
    ],
  },
  { rateType: 2, billMode: 1, periods: [{ startTime: '00:00', rateStage: 0, rateDiscount: srvDiscount, rate: '0.35000' }] },
  { rateType: 4, billMode: 2, periods: [{ startTime: '00:00', rateStage: 0, rateDiscount: 100, rate: '2.50000' }] },
];
let ruleNumber = 0;
const addRule = async (prices: Prices): Promise<string> => {
  const { rateRuleId } = await server.ok(staff, rateRuleApi.add, { rateRuleName: `Rule ${++ruleNumber}` });
  await server.ok(staff, rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: feesOf(prices) });
  await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  return rateRuleId;
};
const follow = (cpCode: string, rateRuleId: string) => server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId });
/** A station with a pile that can charge. */
const pricedStation = async (prices: Prices = { elec: '0.64321' }) => {
  const rateRuleId = await addRule(prices);
  const cpCode = await addPile(stationId);
  await follow(cpCode, rateRuleId);
  await server.ok(staff, pileApi.changeState, { entityId: cpCode, setState: 1 });
  return { rateRuleId, cpCode };
};

describe('tags', () => {
  test('a set replaces the one before, in its order', async () => {
    const set = async (tagCodes: readonly string[]) =>
      (await server.ok(staff, api.updateCommonTag, { stationId, tagCodes })).map(({ tagCode }) => tagCode);
    expect(await set(['toilet', 'park_free', 'toilet'])).toEqual(['toilet', 'park_free']);
    expect(await set(['wifi'])).toEqual(['wifi']);
    expect(await server.ok(staff, api.getStationCommonTag, { stationId })).toEqual([{ tagCode: 'wifi', tagName: 'Wi-Fi', validUntil: null }]);
    expect(await idsWith({ tagCode: 'wifi' })).toEqual([stationId]);
    expect(await idsWith({ tagCode: 'toilet' })).toEqual([]);
    expect(await set([])).toEqual([]);
  });

  test.each([
    [{ tagCodes: ['sauna'] }, 'There is no tag sauna'],
    [{ tagCodes: ['park_free', 'park_paid'] }, 'Only one of the parking tags can be chosen'],
    [
      {
        tagCodes: [
          'toilet',
          'canteen',
          'restaurant',
          'store',
          'lounge',
          'canopy',
          'car_wash',
          'wifi',
          'repair',
          'duty',
          'open24',
          'lock',
          'night_light',
        ],
      },
      'At most 12 common tags can be chosen',
    ],
    [{ tagCodes: 'toilet' }, 'The tags are not a list of codes'],
    [{ tagCodes: [7] }, 'The tags are not a list of codes'],
    [{ tagCodes: ['wifi'], validUntils: [{ tagCode: 'wifi', validUntil: '2020-01-01T00:00:00Z' }] }, 'The end of tag wifi has to lie in the future'],
  ])('%o is refused and changes nothing', async (input, message) => {
    await server.ok(staff, api.updateCommonTag, { stationId, tagCodes: ['lounge'] });
    expect(await server.call(staff, api.updateCommonTag, { stationId, ...input })).toMatchObject({ success: false, message });
    expect((await rowOf(stationId))?.commonTags).toMatchObject([{ tagCode: 'lounge' }]);
  });

  test('a tag with an end disappears by itself', async () => {
    const validUntil = new Date(Date.now() + 1_500).toISOString();
    const input = { stationId, tagCodes: ['store', 'lounge'], validUntils: [{ tagCode: 'store', validUntil }] };
    expect(await server.ok(staff, api.updateCommonTag, input)).toMatchObject([{ tagCode: 'store', validUntil }, { tagCode: 'lounge' }]);
    expect(await idsWith({ tagCode: 'store' })).toEqual([stationId]);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(validUntil) - Date.now() + 20));
    expect(await server.ok(staff, api.getStationCommonTag, { stationId })).toMatchObject([{ tagCode: 'lounge' }]);
    expect(await idsWith({ tagCode: 'store' })).toEqual([]);
    expect((await rowOf(stationId))?.commonTags).toMatchObject([{ tagCode: 'lounge' }]);
  });

  test('categories are replaced one by one, and those of devices follow from the piles', async () => {
    const change = (categories: unknown) => server.call(staff, api.updateCategoryTag, { stationId, categories });
    await change([{ categoryCode: 'site', tagCodes: ['bus'] }]);
    await change([{ categoryCode: 'vehicle', tagCodes: ['car', 'truck'] }]);
    const chosen = async () =>
      (await server.ok(staff, api.getStationCategoryTag, { stationId })).map(({ categoryCode, tagList }) => [
        categoryCode,
        ...tagList.map(({ tagCode }) => tagCode),
      ]);
    expect(await chosen()).toEqual([['site', 'bus'], ['position'], ['device'], ['vehicle', 'car', 'truck']]);
    expect((await change([{ categoryCode: 'site', tagCodes: ['bus', 'public'] }])).message).toBe('Only one tag of this category can be chosen');
    expect((await change([{ categoryCode: 'device', tagCodes: ['fast'] }])).message).toBe('Device tags follow from the piles and cannot be chosen');
    expect((await change([{ categoryCode: 'mood', tagCodes: [] }])).message).toBe('There is no tag mood');
    expect((await change([{ categoryCode: 'site', tagCodes: ['car'] }])).message).toBe('There is no tag car');
    for (const wrong of [{}, [null], [{ categoryCode: 'site' }], 'site']) expect(await change(wrong)).toMatchObject({ success: false });
    await addPile(stationId, { cpPower: '480', gunCount: 2 });
    await addPile(stationId, { cpPower: '250' });
    await addPile(stationId, { cpType: 3, cpPower: '21' });
    await change([{ categoryCode: 'site', tagCodes: [] }]);
    expect(await chosen()).toEqual([['site'], ['position'], ['device', 'fast', 'slow', 'supercharge'], ['vehicle', 'car', 'truck']]);
    expect(await idsWith({ tagCode: 'supercharge' })).toEqual([stationId]);
    expect(await idsWith({ tagCode: 'truck' })).toEqual([stationId]);
    expect((await server.call(staff, api.list, { tagCode: 'sauna' })).message).toBe('There is no tag sauna');
  });

  test('what is offered is said in three languages', async () => {
    const named = async (language: Viewer['language']) => {
      const [first] = await server.ok({ ...staff, language }, api.getCommonTag, {});
      const [category] = await server.ok({ ...staff, language }, api.getCategoryTag, {});
      return [first?.tagName, first?.exclusiveGroup, category?.categoryName, category?.multiple, category?.tagList[0]?.tagName];
    };
    expect(await named('zh_CN')).toEqual(['停车免费', 'parking', '场站类型', 0, '公共']);
    expect(await named('zh_TW')).toEqual(['停車免費', 'parking', '場站類型', 0, '公共']);
    expect(await named('en_US')).toEqual(['Free parking', 'parking', 'Type of site', 0, 'Public']);
  });
});

describe('area', () => {
  test('the area of the station holds until there is another', async () => {
    const placed = await addStation({ areaCode: '330106' });
    expect(await server.ok(staff, api.getAreaInfoByStationId, { stationId: placed })).toMatchObject({
      provinceCode: '330000',
      cityCode: '330100',
      districtCode: '330106',
      areaName: null,
    });
    const area = { provinceCode: '320000', cityCode: '320100', districtCode: null, areaGuide: 'Behind the hall', parkingFreeMinutes: 90 };
    const saved = await server.ok(staff, api.updateStationAreaInfo, { stationId: placed, ...area, images: [{ url: 'station/a/1.png' }] });
    expect(saved).toMatchObject({ ...area, images: [{ url: 'station/a/1.png' }] });
    expect(await idsWith({ areaCode: '3201*' })).toEqual([placed]);
    await server.ok(staff, stationApi.edit, { stationId: placed, stationName: 'Renamed', areaCode: '330108' });
    expect(await rowOf(placed)).toMatchObject({ stationName: 'Renamed', areaCode: '320100' });
  });

  test.each([
    { provinceCode: '990000' },
    { provinceCode: '330100' },
    { provinceCode: '330000', cityCode: '320100' },
    { provinceCode: '330000', cityCode: '330100', districtCode: '330203' },
    { cityCode: '330100' },
  ])('%o is no area', async (codes) => {
    const answer = await server.call(staff, api.updateStationAreaInfo, { stationId, ...codes });
    expect(answer.message).toMatch(/^Area \d+ does not exist or does not belong to the area above it$/);
  });

  test('an editor with an old version gets the row that is there', async () => {
    const { version } = await server.ok(staff, api.getAreaInfoByStationId, { stationId });
    await server.ok(staff, api.updateStationAreaInfo, { stationId, floor: 'B1', version });
    const late = await server.call(staff, api.updateStationAreaInfo, { stationId, floor: 'B2', version });
    expect(late).toMatchObject({ status: 409, result: { current: { floor: 'B1' } } });
  });
});

describe('prices', () => {
  test('a sync stores the prices of all 48 half hours, and a changed rule is marked', async () => {
    const { rateRuleId } = await pricedStation({ elec: '0.64321', peak: '0.98765', srvDiscount: 90 });
    const before = await server.ok(staff, api.queryStationRateInfo, { stationId });
    expect(before).toMatchObject({ rateRuleId, source: 'rule', mixed: 0, rateState: 0, pushedAt: null, digest: null, hourly: [4] });
    expect(before.slots).toMatchObject([
      { from: '00:00', to: '07:30', stage: 4, elec: 64_321, srv: 31_500, srvList: 35_000, other2: 250_000, total: 95_821 },
      { from: '07:30', to: '24:00', stage: 2, elec: 98_765, srv: 31_500, total: 130_265 },
    ]);
    expect(before.names).toEqual({ elec: 'Electricity', srv: 'Service', other1: 'Other 1', other2: 'Other 2' });
    await server.ok(staff, rateAliasApi.saveAlias, { stationId, aliases: [{ dictValue: 4, alias: 'Parking' }] });
    const pushed = await server.ok(staff, api.updateStationRate, { stationId, display: 'parts' });
    expect(pushed).toMatchObject({ mixed: 0, warning: null });
    expect(pushed.digest).toMatch(/^[0-9a-f]{64}$/);
    const after = await server.ok(staff, api.queryStationRateInfo, { stationId });
    expect(after).toMatchObject({
      source: 'snapshot',
      rateState: 1,
      display: 'parts',
      digest: pushed.digest,
      slots: before.slots,
      names: { other2: 'Parking' },
    });
    // The month that is in use cannot be changed while piles follow the rule, but any other change of the rule counts as well.
    const month = (new Date().getUTCMonth() + 6) % 12 || 12;
    await server.ok(staff, rateMonthApi.saveMonth, { rateRuleId, month, fees: feesOf({ elec: '9' }) });
    expect(await rowOf(stationId)).toMatchObject({ rateState: 2, rateRuleId, rateDigest: pushed.digest });
    expect((await server.ok(staff, api.queryStationRateInfo, { stationId })).slots).toEqual(before.slots);
    const again = await server.ok(staff, api.updateStationRate, { stationId });
    expect(again.digest).not.toBe(pushed.digest);
    expect(await rowOf(stationId)).toMatchObject({ rateState: 1, rateDisplay: 'parts' });
  });

  test('piles with several rules show the lowest price, and a rule may be named', async () => {
    const { rateRuleId: dear } = await pricedStation({ elec: '2' });
    const cheap = await addRule({ elec: '1' });
    await follow(await addPile(stationId), cheap);
    const pushed = await server.ok(staff, api.updateStationRate, { stationId });
    expect(pushed).toMatchObject({
      mixed: 1,
      warning: 'The piles of the station follow several rules; the mini-program shows the lowest price as "from"',
    });
    expect(await server.ok(staff, api.queryStationRateInfo, { stationId })).toMatchObject({ rateRuleId: cheap, mixed: 1, now: { total: 135_000 } });
    expect(await server.ok(staff, api.queryStationRateInfo, { stationId, rateRuleId: dear })).toMatchObject({
      source: 'rule',
      now: { total: 235_000 },
    });
    await server.ok(staff, api.updateStationRate, { stationId, rateRuleId: dear });
    expect(await server.ok(staff, api.queryStationRateInfo, { stationId })).toMatchObject({ rateRuleId: dear, rateState: 1 });
    const unused = await addRule({ elec: '3' });
    for (const call of [api.updateStationRate, api.queryStationRateInfo])
      expect((await server.call(staff, call, { stationId, rateRuleId: unused })).message).toBe('No pile of the station follows this rule');
  });

  test('VIP levels pay their percentage of each fee item', async () => {
    await pricedStation({ elec: '1.00001', srvDiscount: 90 });
    const { vipLevelId } = await server.ok(staff, vipLevelApi.add, { vipLevelName: 'Gold', vipLevelVal: 1 });
    await server.ok(staff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 98 });
    await server.ok(staff, vipDiscountApi.add, { vipLevelId, rateType: 2, vipDiscount: 80 });
    const { vip } = await server.ok(staff, api.queryStationRateInfo, { stationId });
    // 100001 × 98 % + 35000 × 90 % × 80 % = 98000.98 + 25200
    expect(vip).toEqual([{ vipLevelName: 'Gold', total: 123_201 }]);
  });

  test('without a rule there is nothing to sync', async () => {
    expect((await server.call(staff, api.updateStationRate, { stationId })).message).toBe(
      'The piles of the station follow no rule that applies today',
    );
    expect(await server.ok(staff, api.queryStationRateInfo, { stationId })).toMatchObject({
      rateRuleId: null,
      now: null,
      slots: [],
      vip: [],
      rateState: 0,
    });
  });
});

describe('visibility', () => {
  test('a station shows when it lacks nothing, and what it lacks is told', async () => {
    const bare = stationId;
    const show = (stationIds: unknown, miniappShow = 1) => server.call(staff, api.updateMiniappShow, { stationIds, miniappShow });
    stationId = await addStation({ areaCode: '330106', gpsX: '120.1', gpsY: '30.2', stationImg1: 'station/a/1.png' });
    await pricedStation();
    expect((await rowOf(stationId))?.missing).toEqual(['rate']);
    await server.ok(staff, api.updateStationRate, { stationId });
    const { result } = await show([stationId, bare, '999999999']);
    expect(result.done).toEqual([stationId]);
    expect(result.left).toMatchObject([
      {
        stationId: bare,
        reason: 'Cannot be shown; missing: coordinates, area, enabled gun, prices, picture',
        missing: ['coordinates', 'area', 'gun', 'rate', 'image'],
      },
      { stationId: '999999999', missing: [] },
    ]);
    const { version } = (await rowOf(stationId)) ?? {};
    expect((await show([stationId])).result).toEqual({ done: [stationId], left: [] });
    expect(await rowOf(stationId)).toMatchObject({ miniappShow: 1, version });
    expect(await idsWith({ miniappShow: 1 })).toEqual([stationId]);
    // A station that stops being ready stays shown and is marked, and it can always be hidden.
    await server.ok(staff, stationApi.changeState, { entityId: stationId, setState: 0 });
    expect(await rowOf(stationId)).toMatchObject({ miniappShow: 1, missing: ['station'] });
    expect((await show([stationId, bare], 0)).result.done).toEqual([stationId, bare]);
    for (const wrong of [[], 'all', [{}], Array.from({ length: 201 }, (_value, index) => String(index))])
      expect((await show(wrong)).message).toBe('Choose stations, 200 at most');
  });

  test('a deleted station leaves the list', async () => {
    await server.ok(staff, stationApi.delete, { id: stationId });
    expect(await rowOf(stationId)).toBeUndefined();
    expect(await server.call(staff, api.updateCommonTag, { stationId, tagCodes: [] })).toMatchObject({ status: 404 });
  });
});

test('an agent sees and changes only its own stations, station staff read, and a foreign station is answered like an absent one', async () => {
  const other = await addStation({ agentId: otherAgentId });
  const agent = viewers.agent(tenantId, agentId);
  expect(await rowOf(other, agent)).toBeUndefined();
  expect(await rowOf(stationId, agent)).toBeDefined();
  expect(await idsWith({}, viewers.station({ tenantId, agentId, stationId }))).toEqual([stationId]);
  expect(await idsWith({}, foreign)).toEqual([]);
  const ask = (viewer: Viewer, id: string) =>
    Promise.all([
      server.call(viewer, api.getAreaInfoByStationId, { stationId: id }),
      server.call(viewer, api.getStationCommonTag, { stationId: id }),
      server.call(viewer, api.getStationCategoryTag, { stationId: id }),
      server.call(viewer, api.queryStationRateInfo, { stationId: id }),
      server.call(viewer, api.updateStationAreaInfo, { stationId: id, floor: 'x' }),
      server.call(viewer, api.updateCommonTag, { stationId: id, tagCodes: ['sauna'] }),
      server.call(viewer, api.updateCategoryTag, { stationId: id, categories: [] }),
      server.call(viewer, api.updateStationRate, { stationId: id }),
      server.call(viewer, api.updateMiniappShow, { stationIds: [id], miniappShow: 1 }),
    ]);
  const blank = (answers: readonly object[]) => answers.map((answer) => ({ ...answer, timestamp: 0 }));
  for (const [viewer, id] of [
    [agent, other],
    [foreign, stationId],
  ] as const)
    expect(JSON.stringify(blank(await ask(viewer, id))).replaceAll(id, 'ID')).toBe(
      JSON.stringify(blank(await ask(viewer, '999999999'))).replaceAll('999999999', 'ID'),
    );
  const reader = viewers.limited(staff, ['stationTag:list']);
  for (const call of [api.updateCommonTag, api.updateStationRate, api.updateMiniappShow])
    expect(await server.call(reader, call, { stationId, stationIds: [stationId], tagCodes: [], miniappShow: 0 })).toMatchObject({ status: 403 });
});
