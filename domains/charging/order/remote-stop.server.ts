import type { Handlers } from '#kit/server/route.ts';
import { act, takeInHand } from './act.server.ts';
import type { OrderDesk } from './act.server.ts';
import type { chargingOrderApi } from './order-api.ts';
import { orderWords } from './order.labels.ts';

/** Row 11 of the transitions: a stop is always safe; it goes out until the pile obeys. */
export const remoteStopHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'remoteStop'> => ({
  remoteStop: async (ctx, { chargingOrderNo }) => {
    const hand = await takeInHand(ctx, desk, chargingOrderNo);
    await act(hand, { kind: 'stop', cause: 'operator', by: ctx.viewer.username });
    return ctx.say(orderWords.stopping);
  },
});
