import type { Handlers } from '#kit/server/context/route.ts';
import { act, takeInHand } from './order-action.server.ts';
import type { OrderDesk } from './order-action.server.ts';
import { adjustOrder } from '../settlement/adjust.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderWords } from '../order.labels.ts';
import { demand, speakingOf } from '../visible-order.server.ts';
import { project } from '#engines/order/view.ts';
import { refuse } from '#kit/resource/refusal.ts';

/** What people decide about a settled order: whether a difference is booked, and which of several records counts. */
export const adjustHandlers = (desk: OrderDesk): Pick<Handlers<typeof chargingOrderApi>, 'adjust' | 'adoptRecord'> => ({
  adjust: async (ctx, { chargingOrderNo, digest, book, reason }) => {
    const { order, nowMs, wake } = await takeInHand(ctx, desk, chargingOrderNo);
    // Another record counts by now, and with it another amount is due than the one that was agreed to.
    if (project(order.facts).adjustDueBasis !== digest) refuse(orderRefusals, 'order.adjustmentNotDue');
    const told = { outcome: book === 1 ? 'booked' : 'declined', by: ctx.viewer.username, reason: reason ?? '' } as const;
    const verdict = await adjustOrder(ctx.db, order, { ...told, nowMs, actor: ctx.viewer.username, wake });
    demand(verdict, speakingOf(ctx, order.row));
    return ctx.say(book === 1 ? orderWords.adjusted : orderWords.adjustmentDeclined);
  },
  adoptRecord: async (ctx, { chargingOrderNo, digest, reason }) => {
    const hand = await takeInHand(ctx, desk, chargingOrderNo);
    await act(hand, { kind: 'adoptRecord', digest, by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    return ctx.say(orderWords.adopted);
  },
});
