import { laterNouns } from '../later-nouns.fixture.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentApi, network, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { tariff } from '../resources.ts';
import { tariffRoutes } from '../server.ts';
import { rateAliasApi } from './rate-alias.ts';

const api = rateAliasApi;
let server: TestServer;
let staff: Viewer;
let tenantId: string;
let foreign: Viewer;
let foreignTenantId: string;
let agentId: string;
let stationId: string;
let otherStationId: string;

beforeAll(async () => {
  server = await startTestServer({
    domains: [network, tariff, laterNouns],
    routes: [...networkRoutes({ secrets: testSecrets, piles: noPileCommands }), ...tariffRoutes({ sendRatesToPiles: () => Promise.resolve() })],
  });
  const addTenant = async (name: string) =>
    (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  tenantId = await addTenant('Naming');
  staff = viewers.tenant(tenantId);
  foreignTenantId = await addTenant('Foreign');
  foreign = viewers.tenant(foreignTenantId);
  const addAgent = async (agentName: string) => (await server.ok(staff, agentApi.add, { agentName, timezone: 'Asia/Shanghai' })).agentId;
  agentId = await addAgent('One');
  const addStation = async (agent: string, stationName: string) =>
    (await server.ok(staff, stationApi.add, { agentId: agent, stationName, timezone: 'Asia/Shanghai' })).stationId;
  stationId = await addStation(agentId, 'Here');
  otherStationId = await addStation(await addAgent('Two'), 'There');
  const addItem = (owner: string | null, value: string, text: string) =>
    server.database.asSuperuser(
      `insert into sys_dict_item (dict_id, tenant_id, item_value, item_text, item_text_tw, item_text_en)
        select id, $1, $2, $3, $3 || 'TW', $3 || ' in English' from sys_dict where dict_code = 'rate_type_alias'`,
      [owner, value, text],
    );
  await server.database.asSuperuser(`insert into sys_dict (dict_code, dict_name) values ('rate_type_alias', 'Names')`);
  await addItem(null, 'parking', '停车费');
  await addItem(tenantId, 'care', '保养费');
  await addItem(foreignTenantId, 'secret', '秘密');
});
afterAll(() => server.close());
beforeEach(() => server.database.asSuperuser('delete from rate_alias'));

type PlaceInput = Readonly<Record<string, unknown>>;
const save = (place: PlaceInput, aliases: readonly object[], viewer = staff) => server.call(viewer, api.saveAlias, { ...place, aliases });
const shown = async (place: PlaceInput, viewer = staff) => (await server.ok(viewer, api.queryAlias, place)).items.map(({ effective }) => effective);

test('a station falls back to the tenant, and the tenant to the words of the program, in three languages', async () => {
  expect(await shown({ stationId })).toEqual(['Electricity', 'Service', 'Other 1', 'Other 2']);
  await save({}, [
    { dictValue: 2, alias: 'Grid and service' },
    { dictValue: 3, aliasDictValue: 'parking' },
  ]);
  await save({ stationId }, [{ dictName: 'rate_type', dictValue: 2, alias: ' Hall fee ', aliasDictValue: null }]);
  expect(await shown({})).toEqual(['Electricity', 'Grid and service', '停车费 in English', 'Other 2']);
  expect(await shown({ stationId })).toEqual(['Electricity', 'Hall fee', '停车费 in English', 'Other 2']);
  expect(await shown({ stationId: otherStationId })).toEqual(['Electricity', 'Grid and service', '停车费 in English', 'Other 2']);
  expect(await shown({ stationId }, { ...staff, language: 'zh_CN' })).toEqual(['电费', 'Hall fee', '停车费', '其他费用2']);
  expect(await shown({ stationId }, { ...staff, language: 'zh_TW' })).toEqual(['電費', 'Hall fee', '停车费TW', '其他費用2']);
  const answer = await server.ok(staff, api.queryAlias, { stationId });
  expect(answer.items[1]).toEqual({
    dictName: 'rate_type',
    dictValue: 2,
    dictText: 'Service',
    tenantText: 'Grid and service',
    alias: 'Hall fee',
    aliasDictValue: null,
    effective: 'Hall fee',
  });
  expect(answer.choices.map(({ value }) => value)).toEqual(['parking', 'care']);
  // Without names of its own it has those of the tenant again.
  await save({ stationId }, []);
  expect(await shown({ stationId })).toEqual(await shown({}));
});

test.each([
  [
    [
      { dictValue: 3, alias: 'x' },
      { dictValue: 3, alias: 'y' },
    ],
    'Each fee item may appear once only',
  ],
  [[{ dictValue: 1, alias: 'service' }], 'The name Service is that of another fee item'],
  [
    [
      { dictValue: 3, alias: 'Same' },
      { dictValue: 4, alias: 'Same' },
    ],
    'The name Same is that of another fee item',
  ],
  [[{ dictValue: 3, aliasDictValue: 'secret' }], 'The dictionary rate_type_alias has no item secret'],
  [[{ dictName: 'cp_type', dictValue: 3, alias: 'x' }], 'The dictionary has to be rate_type'],
])('%o is refused and changes nothing', async (aliases, message) => {
  await save({ stationId }, [{ dictValue: 4, alias: 'Kept' }]);
  expect(await save({ stationId }, aliases)).toMatchObject({ success: false, message });
  expect(await shown({ stationId })).toEqual(['Electricity', 'Service', 'Other 1', 'Kept']);
});

test.each([[[{ dictValue: 5, alias: 'x' }]], [[{ dictValue: 1, alias: 'x'.repeat(21) }]], ['none'], [[7]]])(
  '%o is no list of names',
  async (aliases) => {
    expect(await server.call(staff, api.saveAlias, { stationId, aliases })).toMatchObject({ status: 400, success: false });
  },
);

test('an editor with an old version is told', async () => {
  const { version } = await server.ok(staff, api.saveAlias, { stationId, aliases: [{ dictValue: 4, alias: 'First' }] });
  await server.ok(staff, api.saveAlias, { stationId, aliases: [{ dictValue: 4, alias: 'Second' }], version });
  expect(await server.call(staff, api.saveAlias, { stationId, aliases: [], version })).toMatchObject({ status: 409 });
  expect(await shown({ stationId })).toEqual(['Electricity', 'Service', 'Other 1', 'Second']);
});

test('an agent names only its own stations, and a foreign place is answered like an absent one', async () => {
  const agent = viewers.agent(tenantId, agentId);
  await server.ok(agent, api.saveAlias, { stationId, aliases: [{ dictValue: 4, alias: 'Ours' }] });
  expect((await save({}, [{ dictValue: 4, alias: 'All' }], agent)).message).toBe('Only who sees the whole tenant may change its names');
  const blank = (answer: object) => ({ ...answer, timestamp: 0 });
  for (const [viewer, place, absent] of [
    [agent, { stationId: otherStationId }, { stationId: '999999999' }],
    [foreign, { stationId }, { stationId: '999999999' }],
    [foreign, { tenantId }, { tenantId: '999999999' }],
    [staff, { tenantId: foreignTenantId }, { tenantId: '999999999' }],
  ] as const) {
    expect(blank(await server.call(viewer, api.queryAlias, place))).toEqual(blank(await server.call(viewer, api.queryAlias, absent)));
    expect(blank(await save(place, [], viewer))).toEqual(blank(await save(absent, [], viewer)));
  }
  expect(await server.call(viewers.platform(), api.queryAlias, { tenantId: foreignTenantId, stationId })).toMatchObject({ status: 404 });
  const reader = viewers.limited(staff, ['rateAlias:list']);
  expect(await save({ stationId }, [], reader)).toMatchObject({ status: 403 });
});
