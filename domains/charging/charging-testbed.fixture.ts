import { power } from '#domains/power/resources.ts';
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { cardApi, customers } from '#domains/customer/resources.ts';
import { device } from '#domains/device/resources.ts';
import { createDeviceHandlers, createPileDirectory, pileCommandSender, sendRatesToPiles } from '#domains/device/server.ts';
import type { DeviceHandlers } from '#domains/device/server.ts';
import { customerRoutes } from '#domains/customer/server.ts';
import { accounts, customerBooks, openAccounts, post, prove } from '#domains/money/server.ts';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi, tariff } from '#domains/tariff/resources.ts';
import { tariffRoutes } from '#domains/tariff/server.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Domain } from '#kit/resource/feature.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import type { Route } from '#kit/server/context/route.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { createChargingDeviceHandlers, startChargingWorker } from './server.ts';
import type { ChargingDeviceHandlers } from './server.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';

/** A station with one enabled pile of two guns, a card with money, and the device back end that piles speak to. */
export interface ChargingTestbed {
  readonly server: TestServer;
  readonly deps: Deps;
  readonly charging: ChargingDeviceHandlers;
  readonly device: DeviceHandlers;
  readonly worker: PollingWorker;
  readonly staff: Viewer;
  readonly ids: {
    readonly tenantId: string;
    readonly agentId: string;
    readonly stationId: string;
    readonly icCardId: string;
    readonly rateRuleId: string;
  };
  readonly pile: PileRef;
  /** How far the clock is ahead of real time. */
  readonly clockOffset: { ms: number };
  /** Everything that is published goes to this hub. */
  readonly hub: Hub;
  readonly published: { readonly topic: string; readonly data: unknown }[];
  readonly orderRow: (orderNo: string) => Promise<Record<string, unknown>>;
  readonly fund: (owner: string, amountCents: bigint) => Promise<void>;
  /** The invariants of the books that are broken. */
  readonly brokenInvariants: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export const CARD = 'CARD0001';
export const PILE = 'CHG0001';

export const startChargingTestbed = async (
  options: { readonly domains?: readonly Domain[]; readonly routes?: (deps: Deps) => readonly Route[]; readonly protocol?: 1 | 2 } = {},
): Promise<ChargingTestbed> => {
  const secrets = createSecrets([randomBytes(32)]);
  const clockOffset = { ms: 0 };
  const { published, hub, live } = recordingHub();
  const domains = [network, customers, tariff, power, device, ...(options.domains ?? [])];
  let deps: Deps | undefined;
  const server = await startTestServer({
    domains,
    routes: (database) => {
      deps = {
        database,
        registry: createRegistry(domains),
        bus: database.bus,
        live,
        clock: () => new Date(Date.now() + clockOffset.ms),
        log: pino({ level: 'error' }),
        secrets,
        node: 'test',
      };
      return [
        ...networkRoutes({ secrets, piles: pileCommandSender }),
        ...customerRoutes({ secrets, books: customerBooks }),
        ...tariffRoutes({ sendRatesToPiles }),
        ...(options.routes?.(deps) ?? []),
      ];
    },
  });
  if (!deps) throw new Error('the server made no routes');
  await ensureDays(server.database);
  const testDeps = deps;
  const charging = createChargingDeviceHandlers(testDeps);
  charging.watchOrderChanges(hub);
  const deviceHandlers = createDeviceHandlers(testDeps, createPileDirectory(server.database), charging.device);
  const worker = startChargingWorker(testDeps);
  const ids = await createStationAndTariff(server, options.protocol ?? 1);
  const protocol = options.protocol === 2 ? 'ocpp16' : 'native';
  const verdict = await deviceHandlers.login({ cpCode: PILE, protocol, remoteAddress: '127.0.0.1', overTls: false, atMs: Date.now() });
  if (verdict.result !== 0) throw new Error(`login ${verdict.result}`);
  const pile: PileRef = { cpCode: PILE, epoch: verdict.epoch, protocol };
  const fund = (owner: string, amountCents: bigint): Promise<void> => addMoney(server, { tenantId: ids.tenantId, owner, amountCents });
  await fund(`card:${ids.icCardId}`, 100_00n);
  await deviceHandlers.handle(pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 3, gunFaultType: 0, plugged: true, atMs: Date.now() });
  return {
    server,
    deps: testDeps,
    charging,
    device: deviceHandlers,
    worker,
    staff: viewers.tenant(ids.tenantId),
    ids,
    pile,
    clockOffset,
    hub,
    published,
    fund,
    orderRow: async (orderNo) =>
      (await server.database.asSuperuser<Record<string, unknown>>('select * from charging_order where charging_order_no = $1', [orderNo]))[0] ?? {},
    brokenInvariants: async () =>
      (await inSystem(server.database, prove)).filter((line) => line.broken !== 0n).map(({ invariant, subject }) => `${invariant} ${subject}`),
    close: async () => {
      await worker.stop();
      await server.close();
    },
  };
};

/** A hub that also records what is published. */
const recordingHub = () => {
  const hub = createHub();
  const published: { readonly topic: string; readonly data: unknown }[] = [];
  const live: Deps['live'] = {
    publish: (topic, data) => {
      published.push({ topic, data });
      hub.publish(topic, data);
    },
  };
  return { hub, published, live };
};

interface Deposit {
  readonly tenantId: string;
  readonly owner: string;
  readonly amountCents: bigint;
}

const addMoney = (server: TestServer, { tenantId, owner, amountCents }: Deposit): Promise<void> =>
  inSystem(server.database, async (tx) => {
    const books = { tenantId: BigInt(tenantId), currency: 'CNY', actor: 'test' };
    const [wallet = 0n, cash = 0n] = await openAccounts(tx, books, [accounts.wallet(owner), accounts.cash()]);
    await post(tx, books, {
      kind: 'recharge',
      source: { type: 'test', id: randomBytes(6).toString('hex') },
      lines: [{ debit: cash, credit: wallet, amountCents }],
    });
  });

const createStationAndTariff = async (server: TestServer, protocol: 1 | 2): Promise<ChargingTestbed['ids']> => {
  const platform = viewers.platform();
  const { tenantId } = await server.ok(platform, tenantApi.add, { name: 'Charging Tenant', currency: 'CNY', timezone: 'Asia/Shanghai' });
  const staff = viewers.tenant(tenantId);
  const { agentId } = await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Asia/Shanghai' });
  const { stationId } = await server.ok(staff, stationApi.add, { agentId, stationName: 'Charging Station', timezone: 'Asia/Shanghai' });
  await server.ok(staff, pileApi.add, {
    cpCode: PILE,
    stationId,
    cpName: 'Pile',
    cpType: 1,
    protocol,
    gunCount: 2,
    cpPower: '120',
    accountMinAmount: '1.00',
  });
  const { rateRuleId } = await server.ok(staff, rateRuleApi.add, { rateRuleName: 'Rule' });
  const period = (rate: string, rateStage: number) => [{ startTime: '00:00', rateStage, rateDiscount: 100, rate }];
  await server.ok(staff, rateMonthApi.saveMonth, {
    rateRuleId,
    month: 1,
    fees: [
      { rateType: 1, billMode: 1, periods: period('1.00000', 3) },
      { rateType: 2, billMode: 1, periods: period('0.50000', 0) },
    ],
  });
  await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: PILE, rateRuleId });
  await server.ok(staff, pileApi.changeState, { entityId: PILE, setState: 1 });
  const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo: CARD, canDiscount: 1 });
  return { tenantId, agentId, stationId, icCardId, rateRuleId };
};
