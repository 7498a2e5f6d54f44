import { sql } from 'kysely';
import { gunApi, pile, pileApi, station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { TopicRule } from '#kit/server/live/live-socket.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { chargingOrder } from '../order/order.ts';
import { chargingOrderApi } from '../order/order-api.ts';
import { powerSite, powerSiteApi, powerSiteTopic } from '../power-site/power-site.ts';
import { monitorApi } from './monitor.ts';
import { gunTopic, orderTopic, pileTopic, stationTopic } from '../live/topics.ts';

/** Who may watch a live topic: viewers who may see the same on a page, within their own scope. */
export const chargingTopics: readonly TopicRule[] = [
  {
    name: stationTopic.name,
    canWatch: async (ctx, key) => mayWatch(ctx) && /^\d{1,18}$/.test(key) && (await ctx.rows(station).find(key)) !== undefined,
  },
  { name: gunTopic.name, canWatch: async (ctx, key) => mayWatch(ctx) && (await ctx.rows(pile).find(key.split(':')[0] ?? '')) !== undefined },
  { name: pileTopic.name, canWatch: async (ctx, key) => mayWatch(ctx) && (await ctx.rows(pile).find(key)) !== undefined },
  {
    name: powerSiteTopic.name,
    canWatch: async (ctx, key) =>
      hasPermission(ctx.viewer, powerSiteApi.live.allow) && /^\d{1,18}$/.test(key) && (await ctx.rows(powerSite).find(key)) !== undefined,
  },
  { name: orderTopic.name, canWatch: (ctx, key) => maySeeOrder(ctx, key) },
];

/** Viewers who may see guns on any page may watch them live. */
const watchPermissions = [monitorApi.guns.allow, gunApi.list.allow, pileApi.list.allow];
const mayWatch = ({ viewer }: Context): boolean => watchPermissions.some((permission) => hasPermission(viewer, permission));

const maySeeOrder = async (ctx: Context, chargingOrderNo: string): Promise<boolean> => {
  if (!hasPermission(ctx.viewer, chargingOrderApi.detail.allow)) return false;
  const { rows } = await sql<{ id: bigint }>`select charging_order_id as id from charging_order where charging_order_no = ${chargingOrderNo}`.execute(
    ctx.db,
  );
  return rows[0] !== undefined && (await ctx.rows(chargingOrder).find(String(rows[0].id))) !== undefined;
};
