import { project } from '#engines/order/view.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { act, lockForOperator } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderLabels, orderWords } from '../order.labels.ts';
import { adjustOrder } from '../settlement/adjust.server.ts';
import { demand, speakingOf, visiblePayer } from '../visible-order.server.ts';

type Verbs = 'clearFlag' | 'assignParty' | 'adoptRecord' | 'adjust';

/** What people decide about an order that cannot go on by itself: whether a doubt holds, who pays, which record counts, whether a difference is booked. */
export const reviewHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, Verbs> => ({
  clearFlag: async (ctx, { chargingOrderNo, abnormalReason, reason }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    await act(locked, { kind: 'clearFlag', flag: abnormalReason, by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    return ctx.say(orderWords.cleared);
  },
  // What is frozen at a start is frozen now.
  assignParty: async (ctx, { chargingOrderNo, mainPartType, mainPartId, reason }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    const { row } = locked.order;
    const party = await visiblePayer(ctx, mainPartType, mainPartId);
    if (party.tenantId !== row.tenantId)
      throwRefusal(kitRefusals, 'apart', { label: ctx.say(orderLabels.fields.mainPartType), scope: ctx.say(orderLabels.fields.tenantId) });
    if (party.currency !== row.currency) throwRefusal(orderRefusals, 'party.currency', { a: party.currency, b: row.currency });
    if (party.state === 'disabled') throwRefusal(orderRefusals, 'party.unusable');
    const payer = { mainPartType: party.mainPartType, mainPartId: party.mainPartId };
    await act(locked, { kind: 'assignParty', party: payer, by: ctx.viewer.username, reason: reason ?? '', secondBy: null }, { party });
    return ctx.say(orderWords.assigned);
  },
  adoptRecord: async (ctx, { chargingOrderNo, digest, reason }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    await act(locked, { kind: 'adoptRecord', digest, by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    return ctx.say(orderWords.adopted);
  },
  adjust: async (ctx, { chargingOrderNo, digest, book, reason }) => {
    const { work, order } = await lockForOperator(ctx, deps, chargingOrderNo);
    // Another record counts by now, and with it another amount is due than the one that was agreed to.
    if (project(order.facts).adjustDueBasis !== digest) throwRefusal(orderRefusals, 'order.adjustmentNotDue');
    const outcome = book === 1 ? 'booked' : 'declined';
    const verdict = await adjustOrder(work, order, { outcome, by: ctx.viewer.username, reason: reason ?? '' });
    demand(verdict, speakingOf(ctx, order.row));
    return ctx.say(book === 1 ? orderWords.adjusted : orderWords.adjustmentDeclined);
  },
});
