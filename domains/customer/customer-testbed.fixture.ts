import { stubNoun } from '#kit/test/nouns/stub-noun.ts';
import { randomBytes } from 'node:crypto';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { carApi, cardApi, customerApi, customers, reapplyCardEndpoint } from './resources.ts';
import { customerRoutes, reapplyCard } from './server.ts';
import type { CustomerBooks } from './server.ts';

/** Two tenants; the first with two agents, each with a station and a pile. */
export interface CustomerTestbed {
  readonly server: TestServer;
  readonly secrets: Secrets;
  readonly tenantId: string;
  readonly agentId: string;
  readonly otherAgentId: string;
  readonly stationId: string;
  readonly otherStationId: string;
  readonly cpCode: string;
  readonly foreignTenantId: string;
  readonly foreignStationId: string;
  readonly foreignCpCode: string;
  readonly platform: Viewer;
  readonly tenantStaff: Viewer;
  readonly agentStaff: Viewer;
  readonly otherAgentStaff: Viewer;
  readonly stationStaff: Viewer;
  readonly foreignStaff: Viewer;
}

/** Stands in for the money domain: wallets of cards and cars are empty, and nobody owes anything. */
const books: CustomerBooks = { joinPool: () => Promise.resolve(), owedBy: () => Promise.resolve(0n) };
/** Stands in for the money domain, which implements the reapply call; this version does everything except move the balance. */
const rateRuleStub = domain('later', [
  stubNoun({ name: 'rateRule', table: 'rate_rule', key: 'rateRuleId', title: 'rateRuleName' }),
  stubNoun({ name: 'powerControl', table: 'power_control', key: 'powerControlId', title: 'ruleName' }),
  feature({ name: 'cardReapply', api: { reapply: reapplyCardEndpoint } }),
]);

export const startCustomerTestbed = async (): Promise<CustomerTestbed> => {
  const secrets = createSecrets([randomBytes(32)]);
  const reapply = implement({ reapply: reapplyCardEndpoint }, { reapply: async (ctx, input) => (await reapplyCard(ctx, secrets, input)).newCard });
  const server = await startTestServer({
    domains: [network, customers, rateRuleStub],
    routes: [...networkRoutes({ secrets, piles: noPileCommands }), ...customerRoutes({ secrets, books }), ...reapply],
  });
  const platform = viewers.platform();
  const addTenant = async (name: string, currency: string) =>
    (await server.ok(platform, tenantApi.add, { name, currency, timezone: 'Asia/Shanghai' })).tenantId;
  const addAgent = async (tenantId: string, agentName: string) =>
    (await server.ok(platform, agentApi.add, { tenantId, agentName, timezone: 'Asia/Shanghai' })).agentId;
  const addStation = async (agentId: string, tenantId: string, stationName: string) =>
    (await server.ok(platform, stationApi.add, { tenantId, agentId, stationName, timezone: 'Asia/Shanghai' })).stationId;
  const addPile = async (cpCode: string, stationId: string) =>
    (await server.ok(platform, pileApi.add, { cpCode, stationId, cpName: cpCode, cpType: 1, gunCount: 2, cpPower: '120', accountMinAmount: '1.00' }))
      .cpCode;
  const tenantId = await addTenant('Own Tenant', 'CNY');
  const foreignTenantId = await addTenant('Foreign Tenant', 'EUR');
  const [agentId, otherAgentId] = [await addAgent(tenantId, 'Agent One'), await addAgent(tenantId, 'Agent Two')];
  const foreignAgentId = await addAgent(foreignTenantId, 'Agent Far');
  const stationId = await addStation(agentId, tenantId, 'North Gate');
  const foreignStationId = await addStation(foreignAgentId, foreignTenantId, 'Far Gate');
  return {
    server,
    secrets,
    tenantId,
    agentId,
    otherAgentId,
    stationId,
    otherStationId: await addStation(otherAgentId, tenantId, 'South Gate'),
    cpCode: await addPile('PILE0001', stationId),
    foreignTenantId,
    foreignStationId,
    foreignCpCode: await addPile('FARPILE1', foreignStationId),
    platform,
    tenantStaff: viewers.tenant(tenantId),
    agentStaff: viewers.agent(tenantId, agentId),
    otherAgentStaff: viewers.agent(tenantId, otherAgentId),
    stationStaff: viewers.station({ tenantId, agentId, stationId }),
    foreignStaff: viewers.tenant(foreignTenantId),
  };
};

type ExtraFields = Readonly<Record<string, unknown>>;
let lastNumber = 0;
/** A number that no other row of the test has. */
export const nextNumber = (): string => String(++lastNumber).padStart(6, '0');

export const addCustomer = (testbed: CustomerTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, customerApi.add, {
    custName: `Customer ${nextNumber()}`,
    custPhone: `13800${nextNumber()}`,
    custType: 1,
    useFundsPool: 0,
    ...extraFields,
  });
export const addCard = (testbed: CustomerTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, cardApi.add, { icCardNo: `CARD${nextNumber()}`, canDiscount: 1, ...extraFields });
export const addCar = (testbed: CustomerTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, carApi.add, {
    carNum: `A${nextNumber()}`,
    carVin: `LSVAU2180N2${nextNumber()}`,
    carPileType: 1,
    isDiscount: 1,
    ...extraFields,
  });

/** Adds money to a wallet by a booking. */
export const recharge = async (
  testbed: CustomerTestbed,
  wallet: { readonly tenantId: string; readonly code: string; readonly currency?: string },
  cents: number,
): Promise<void> => {
  const { tenantId, code, currency = 'CNY' } = wallet;
  await testbed.server.database.asSuperuser(
    `SELECT set_config('app.tenants', '*', false), ledger.post($1, $2, 'recharge', 'recharge', $3, ARRAY[(
       ledger.open_account($1, $2, 'A', 'cash', false), ledger.open_account($1, $2, 'L', $4, true, 0), $5, NULL, NULL)::ledger.line], 'test')`,
    [tenantId, currency, `test-${nextNumber()}`, code, cents],
  );
};

/** A response without its timestamp. */
export const withoutTimestamp = (answer: object): object => ({ ...answer, timestamp: 0 });
