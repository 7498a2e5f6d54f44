import { pile } from '#domains/network/resources.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { act, takeInHand } from './order-action.server.ts';
import type { OrderDesk } from './order-action.server.ts';
import { orderOfGhost } from '../start/charging-without-order.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderWords } from '../order.labels.ts';
import { lockPlace } from '../start/start-site.server.ts';

/** Row 11 of the transitions: a stop is always safe; it goes out until the pile obeys. */
export const remoteStopHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'remoteStop' | 'stopGun'> => ({
  remoteStop: async (ctx, { chargingOrderNo }) => {
    await stopOrder(ctx, desk, chargingOrderNo);
    return ctx.say(orderWords.stopping);
  },
  stopGun: async (ctx, gun) => {
    await ctx.rows(pile).get(gun.cpCode);
    const place = (await lockPlace(ctx.db, gun.cpCode, gun.gunNumber)) ?? refuse(kitRefusals, 'missing', {}, { status: 404 });
    const found = await orderOfGhost(ctx.db, gun, { nowMs: desk.clock().getTime(), actor: ctx.viewer.username, wake: new Set() });
    await stopOrder(ctx, desk, found ?? place.liveOrderNo ?? refuse(orderRefusals, 'gun.atRest'));
    return ctx.say(orderWords.stopping);
  },
});

const stopOrder = async (ctx: Context, desk: OrderDesk, chargingOrderNo: string): Promise<void> => {
  const hand = await takeInHand(ctx, desk, chargingOrderNo);
  await act(hand, { kind: 'stop', cause: 'operator', by: ctx.viewer.username });
};
