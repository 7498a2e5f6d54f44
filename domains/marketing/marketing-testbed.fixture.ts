import { cardApi, customerApi, customers } from '#domains/customer/resources.ts';
import { customerRoutes } from '#domains/customer/server.ts';
import { money } from '#domains/money/resources.ts';
import { customerBooks } from '#domains/money/server.ts';
import { agentApi, network, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { power } from '#domains/power/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { feature, domain } from '#kit/resource/feature.ts';
import { bulkRoutes } from '#kit/server/crud/bulk.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { activityApi } from './activity/activity.ts';
import { couponApi } from './coupon/coupon.ts';
import { marketing } from './resources.ts';
import { marketingRoutes } from './server.ts';

/** A tenant with two agents, each with a station; and another tenant. */
export interface MarketingTestbed {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly agentId: string;
  readonly otherAgentId: string;
  readonly stationId: string;
  readonly otherStationId: string;
  readonly staff: Viewer;
  readonly agentStaff: Viewer;
  readonly otherAgentStaff: Viewer;
  readonly foreign: Viewer;
}

export const startMarketingTestbed = async (): Promise<MarketingTestbed> => {
  const server = await startTestServer({
    domains: [network, customers, tariff, power, money, marketing, domain('bulk', [feature({ name: 'bulk', api: bulkApi })])],
    routes: [
      ...networkRoutes({ secrets: testSecrets, piles: noPileCommands }),
      ...customerRoutes({ secrets: testSecrets, books: customerBooks }),
      ...marketingRoutes,
      ...bulkRoutes(marketingRoutes),
    ],
  });
  const addTenant = async (name: string) =>
    (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  const tenantId = await addTenant('Promoting');
  const staff = viewers.tenant(tenantId);
  const addAgent = async (agentName: string) => (await server.ok(staff, agentApi.add, { agentName, timezone: 'Asia/Shanghai' })).agentId;
  const [agentId, otherAgentId] = [await addAgent('Agent One'), await addAgent('Agent Two')];
  const addStation = async (id: string, stationName: string) =>
    (await server.ok(staff, stationApi.add, { agentId: id, stationName, timezone: 'Asia/Shanghai' })).stationId;
  return {
    server,
    tenantId,
    agentId,
    otherAgentId,
    stationId: await addStation(agentId, 'North Gate'),
    otherStationId: await addStation(otherAgentId, 'South Gate'),
    staff,
    agentStaff: viewers.agent(tenantId, agentId),
    otherAgentStaff: viewers.agent(tenantId, otherAgentId),
    foreign: viewers.tenant(await addTenant('Foreign')),
  };
};

const DAY_MS = 86_400_000;
/** An instant so many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

type Fields = Readonly<Record<string, unknown>>;

export const activityDraft = ({ stationId }: Pick<MarketingTestbed, 'stationId'>, more: Fields = {}): Fields => ({
  name: 'Summer charging',
  level: 2,
  kind: 2,
  stationIds: [{ stationId }],
  startTime: inDays(-1),
  endTime: inDays(30),
  displayTime: inDays(-2),
  title: 'Summer',
  image: 'activity/summer.webp',
  weight: 1,
  ...more,
});

export const couponDraft = (activityId: string, more: Fields = {}): Fields => ({
  activityId,
  couponName: 'Five off',
  couponForm: 2,
  preferentialAmount: '5.00',
  useScene: 2,
  canOverlay: 1,
  useAmountLimit: '0.00',
  vipLevelValLimit: 0,
  limitNum: 1,
  startTime: inDays(-1),
  endTime: inDays(20),
  useBeginTime: inDays(-1),
  useEndTime: inDays(60),
  sort: 1,
  ...more,
});

/** An activity that was published with one coupon. */
export const publishedCoupon = async (
  bed: MarketingTestbed,
  more: Fields = {},
): Promise<{ readonly activityId: string; readonly couponId: string }> => {
  const { activityId } = await bed.server.ok(bed.staff, activityApi.add, activityDraft(bed));
  const { couponId } = await bed.server.ok(bed.staff, couponApi.add, couponDraft(activityId, more));
  await bed.server.ok(bed.staff, activityApi.publishActivity, { ids: activityId });
  return { activityId, couponId };
};

let lastNumber = 0;
const nextNumber = (): string => String(++lastNumber).padStart(6, '0');

export const addPerson = async ({ server, staff }: MarketingTestbed, more: Fields = {}): Promise<string> => {
  const person = { custName: `Person ${nextNumber()}`, custPhone: `13900${nextNumber()}`, custType: 1, useFundsPool: 0, ...more };
  return (await server.ok(staff, customerApi.add, person)).custId;
};

export const addCard = async ({ server, staff }: MarketingTestbed, more: Fields = {}): Promise<string> =>
  (await server.ok(staff, cardApi.add, { icCardNo: `CARD${nextNumber()}`, canDiscount: 1, ...more })).icCardId;
