import type { Handlers } from '#kit/server/context/route.ts';
import { act, takeInHand } from './order-action.server.ts';
import type { OrderDesk } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderWords } from '../order.labels.ts';

/** An operator has looked into a doubt; the order then settles by itself. */
export const clearFlagHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'clearFlag'> => ({
  clearFlag: async (ctx, { chargingOrderNo, abnormalReason, reason }) => {
    const hand = await takeInHand(ctx, desk, chargingOrderNo);
    await act(hand, { kind: 'clearFlag', flag: abnormalReason, by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    return ctx.say(orderWords.cleared);
  },
});
