import { power } from '#domains/power/resources.ts';
import pino from 'pino';
import { agentApi, network, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { tariff } from '#domains/tariff/resources.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Domain } from '#kit/resource/feature.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { device } from './resources.ts';
import { createDeviceHandlers, createPileDirectory, deviceRoutes, payQrRoutes, pileCommandSender } from './server.ts';
import type { DeviceHandlers } from './server.ts';

const deviceDomains = [network, tariff, power, device];

/** A tenant with a station and the device part of the server, without a gateway. */
export interface DeviceTestbed {
  readonly server: TestServer;
  readonly deps: Deps;
  readonly handlers: DeviceHandlers;
  readonly staff: Viewer;
  readonly stationId: string;
  readonly addStation: (stationName: string) => Promise<string>;
}

type ExtraRoutes = readonly Route[] | ((database: TestDatabase) => readonly Route[]);

/** `domains` are those after this one that a test needs, with their `routes`. */
export const startDeviceTestbed = async (
  options: { readonly domains?: readonly Domain[]; readonly routes?: ExtraRoutes; readonly clock?: () => Date } = {},
): Promise<DeviceTestbed> => {
  const domains = [...deviceDomains, ...(options.domains ?? [])];
  const own = [...networkRoutes({ secrets: testSecrets, piles: pileCommandSender }), ...deviceRoutes, ...payQrRoutes({ secrets: testSecrets })];
  const { clock = () => new Date(), routes: extra = [] } = options;
  const server = await startTestServer({
    domains,
    clock,
    routes: (database) => [...own, ...(typeof extra === 'function' ? extra(database) : extra)],
  });
  const { tenantId } = await server.ok(viewers.platform(), tenantApi.add, { name: 'Tenant', currency: 'CNY', timezone: 'Asia/Shanghai' });
  const staff = viewers.tenant(tenantId);
  const { agentId } = await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Asia/Shanghai' });
  const addStation = async (stationName: string): Promise<string> =>
    (await server.ok(staff, stationApi.add, { agentId, stationName, timezone: 'Asia/Shanghai' })).stationId;
  const deps = {
    database: server.database,
    registry: createRegistry(domains),
    bus: server.database.bus,
    live: { publish: () => undefined },
    clock,
    log: pino({ level: 'silent' }),
    secrets: testSecrets,
    node: 'test',
  };
  const handlers = createDeviceHandlers(deps, createPileDirectory(server.database), {});
  return { server, deps, handlers, staff, stationId: await addStation('Station'), addStation };
};

/** The fields a pile is created with, except its code and protocol. */
export const pileDefaults = { cpType: 1, gunCount: 1, cpPower: '60', accountMinAmount: '0' } as const;

/** Enables piles with a rate rule without prices, for tests that are not about prices. */
export const enablePiles = async ({ server }: DeviceTestbed, cpCodes: readonly string[]): Promise<void> => {
  const list = cpCodes.map((cpCode) => `'${cpCode}'`).join(', ');
  await server.database.asSuperuser(
    `insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) select 1, min(tenant_id), 'r', 'RR1', 1 from pile;
    update pile set rate_rule_id = 1, cp_stat = 1, cp_work_stat = 6 where cp_code in (${list})`,
  );
};
