import { power } from '#domains/power/resources.ts';
import { randomBytes } from 'node:crypto';
import { carApi, cardApi, customerApi, customers } from '#domains/customer/resources.ts';
import { customerRoutes } from '#domains/customer/server.ts';
import { agentApi, network, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { tariff } from '#domains/tariff/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { accounts } from './ledger/ledger.ts';
import { openAccounts, placeHold, prove, settle } from './ledger/ledger.server.ts';
import { money, rechargeApi } from './resources.ts';
import { customerBooks, moneyRoutes, moveToPool, recordConsume } from './server.ts';

/** Two tenants with different currencies; the first has two agents. */
export interface MoneyTestbed {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly agentId: string;
  readonly otherAgentId: string;
  readonly stationId: string;
  readonly otherStationId: string;
  readonly foreignTenantId: string;
  readonly platform: Viewer;
  readonly tenantStaff: Viewer;
  readonly agentStaff: Viewer;
  readonly otherAgentStaff: Viewer;
  readonly stationStaff: Viewer;
  readonly foreignStaff: Viewer;
}

/** `moreRoutes` are those that need parts of the program. */
export const startMoneyTestbed = async (moreRoutes: (database: TestDatabase) => readonly Route[] = () => []): Promise<MoneyTestbed> => {
  const secrets = createSecrets([randomBytes(32)]);
  const server = await startTestServer({
    domains: [network, customers, tariff, power, money],
    routes: (database) => [
      ...networkRoutes({ secrets, piles: noPileCommands }),
      ...customerRoutes({ secrets, books: customerBooks }),
      ...moneyRoutes({ secrets }),
      ...moreRoutes(database),
    ],
  });
  const platform = viewers.platform();
  const addTenant = async (name: string, currency: string) =>
    (await server.ok(platform, tenantApi.add, { name, currency, timezone: 'Asia/Shanghai' })).tenantId;
  const addAgent = async (tenantId: string, agentName: string) =>
    (await server.ok(platform, agentApi.add, { tenantId, agentName, timezone: 'Asia/Shanghai' })).agentId;
  const addStation = async (tenantId: string, agentId: string, stationName: string) =>
    (await server.ok(platform, stationApi.add, { tenantId, agentId, stationName, timezone: 'Asia/Shanghai' })).stationId;
  const [tenantId, foreignTenantId] = [await addTenant('Own Tenant', 'CNY'), await addTenant('Foreign Tenant', 'EUR')];
  const [agentId, otherAgentId] = [await addAgent(tenantId, 'Agent One'), await addAgent(tenantId, 'Agent Two')];
  const stationId = await addStation(tenantId, agentId, 'North Gate');
  return {
    server,
    tenantId,
    agentId,
    otherAgentId,
    stationId,
    otherStationId: await addStation(tenantId, otherAgentId, 'South Gate'),
    foreignTenantId,
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

export const addPerson = (testbed: MoneyTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, customerApi.add, {
    custName: `Person ${nextNumber()}`,
    custPhone: `13800${nextNumber()}`,
    custType: 1,
    useFundsPool: 0,
    ...extraFields,
  });
export const addCompany = (testbed: MoneyTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, customerApi.add, {
    custName: `Company ${nextNumber()}`,
    custPhone: '02188880000',
    custType: 2,
    useFundsPool: 0,
    ...extraFields,
  });
export const addCard = (testbed: MoneyTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, cardApi.add, { icCardNo: `CARD${nextNumber()}`, canDiscount: 1, ...extraFields });
export const addCar = (testbed: MoneyTestbed, viewer: Viewer, extraFields: ExtraFields = {}) =>
  testbed.server.ok(viewer, carApi.add, {
    carNum: `A${nextNumber()}`,
    carVin: `LSVAU2180N2${nextNumber()}`,
    carPileType: 1,
    isDiscount: 1,
    ...extraFields,
  });

/** Recharges a card in cash. */
export const rechargeCard = (testbed: MoneyTestbed, viewer: Viewer, input: { readonly icCardId: string; readonly rrMoney: string }) =>
  testbed.server.ok(viewer, rechargeApi.add, { mainPartType: 2, mainPartId: input.icCardId, rrMoney: input.rrMoney, payMethod: 0 });

interface OrderOnCard {
  readonly icCardId: string;
  readonly icCardNo: string;
  /** The amount of the bill, and its list price. */
  readonly billingCents: bigint;
  readonly orderCents?: bigint;
  readonly stationId?: string;
  readonly agentId?: string;
  readonly custId?: string | null;
}

/** Settles an order on a card as charging does it: the booking and the consume record in one transaction. Returns the id of the order. */
export const settleOrderOnCard = async (
  testbed: MoneyTestbed,
  { icCardId, icCardNo, billingCents, orderCents = billingCents, ...location }: OrderOnCard,
): Promise<string> => {
  const orderId = BigInt(nextNumber());
  const { stationId = testbed.stationId, agentId = testbed.agentId, custId = null } = location;
  const books = { tenantId: BigInt(testbed.tenantId), currency: 'CNY', actor: 'worker:settle' };
  const order = {
    chargingOrderId: String(orderId),
    chargingOrderNo: `ORDER${orderId}`,
    tenantId: testbed.tenantId,
    agentId,
    stationId,
    cpCode: 'PILE0001',
    gunNumber: 1,
    currency: 'CNY',
  };
  const party = {
    mainPartType: 2,
    mainPartId: icCardId,
    custId,
    custName: null,
    userName: 'Han Mei',
    userMobile: null,
    icCardId,
    icCardNo,
    carVin: null,
    carNum: null,
  } as const;
  await inSystem(testbed.server.database, async (tx) => {
    const specs = [
      accounts.wallet(`card:${icCardId}`),
      accounts.receivable(`card:${icCardId}`),
      accounts.fees(BigInt(stationId)),
      accounts.vipOffer(),
    ];
    const [wallet = 0n, receivable = 0n, fees = 0n, offer = 0n] = await openAccounts(tx, books, specs);
    const lines = [
      { debit: wallet, credit: fees, amountCents: billingCents, feeType: 1, stage: 2 },
      { debit: offer, credit: fees, amountCents: orderCents - billingCents, feeType: 1, stage: 2 },
    ].filter(({ amountCents }) => amountCents > 0n);
    const booking = await settle(tx, books, { orderId, payer: wallet, receivable, lines });
    const energy = { total: 123_000n, tip: 0n, peak: 123_000n, flat: 0n, valley: 0n };
    const consumption = { order, party, booking, wallet, orderCents, billingCents, energy, at: new Date(), actor: 'worker:settle' };
    await recordConsume(tx, consumption);
    if (booking.shortfallCents > 0n) await moveToPool(tx, books, `card:${icCardId}`);
  });
  return String(orderId);
};

/** Places a hold on a card, as a running order does. */
export const holdOnCard = (
  testbed: MoneyTestbed,
  { icCardId, amountCents }: { readonly icCardId: string; readonly amountCents: bigint },
): Promise<unknown> =>
  inSystem(testbed.server.database, async (tx) => {
    const tenantId = BigInt(testbed.tenantId);
    const [accountId = 0n] = await openAccounts(tx, { tenantId, currency: 'CNY' }, [accounts.wallet(`card:${icCardId}`)]);
    return placeHold(tx, { tenantId, accountId, orderId: BigInt(nextNumber()), amountCents });
  });

/** The violated invariants of the ledger and of the records; empty when there are none. */
export const brokenInvariants = async (testbed: MoneyTestbed): Promise<readonly string[]> => {
  const books = await inSystem(testbed.server.database, prove);
  const records = await testbed.server.database.asSuperuser<{ invariant: string; broken: bigint; subject: string }>(
    'SELECT * FROM money_record_proof()',
  );
  return [...books, ...records].filter((line) => line.broken !== 0n).map(({ invariant, subject }) => `${invariant} ${subject}`);
};

/** An answer without its timestamp. */
export const withoutTimestamp = (answer: object): object => ({ ...answer, timestamp: 0 });
