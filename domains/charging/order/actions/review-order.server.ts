import { project } from '#engines/order/view.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { applyEvent, lockForOperator } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { orderLabels, orderWords } from '../order.labels.ts';
import { adjustOrder } from '../settlement/adjust.server.ts';
import { throwIfRefused, textContextOf, visiblePayer } from '../visible-order.server.ts';

type Verbs = 'clearFlag' | 'assignParty' | 'adoptRecord' | 'adjust';

/**
 * What operators decide about an order that cannot proceed by itself: whether a flag is cleared, who pays, which end record counts, and whether a
 * difference is booked.
 */
export const reviewHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, Verbs> => ({
  clearFlag: async (ctx, { chargingOrderNo, abnormalReason, reason }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    await applyEvent(locked, { kind: 'clearFlag', flag: abnormalReason, by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    return ctx.say(orderWords.cleared);
  },
  // The payer's terms, which a start normally freezes, are frozen now.
  assignParty: async (ctx, { chargingOrderNo, mainPartType, mainPartId, reason }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    const { row } = locked.order;
    const party = await visiblePayer(ctx, mainPartType, mainPartId);
    if (party.tenantId !== row.tenantId)
      throwRefusal(kitRefusals, 'apart', { label: ctx.say(orderLabels.fields.mainPartType), scope: ctx.say(orderLabels.fields.tenantId) });
    if (party.currency !== row.currency) throwRefusal(orderRefusals, 'party.currency', { a: party.currency, b: row.currency });
    if (party.state === 'disabled') throwRefusal(orderRefusals, 'party.unusable');
    const payer = { mainPartType: party.mainPartType, mainPartId: party.mainPartId };
    await applyEvent(locked, { kind: 'assignParty', party: payer, by: ctx.viewer.username, reason: reason ?? '', secondBy: null }, { party });
    return ctx.say(orderWords.assigned);
  },
  adoptRecord: async (ctx, { chargingOrderNo, digest, reason }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    await applyEvent(locked, { kind: 'adoptRecord', digest, by: ctx.viewer.username, reason: reason ?? '', secondBy: null });
    return ctx.say(orderWords.adopted);
  },
  adjust: async (ctx, { chargingOrderNo, digest, book, reason }) => {
    const { work, order } = await lockForOperator(ctx, deps, chargingOrderNo);
    // Another end record counts by now, so another amount is due than the one the operator agreed to.
    if (project(order.facts).adjustDueBasis !== digest) throwRefusal(orderRefusals, 'order.adjustmentNotDue');
    const outcome = book === 1 ? 'booked' : 'declined';
    const verdict = await adjustOrder(work, order, { outcome, by: ctx.viewer.username, reason: reason ?? '' });
    throwIfRefused(verdict, textContextOf(ctx, order.row));
    return ctx.say(book === 1 ? orderWords.adjusted : orderWords.adjustmentDeclined);
  },
});
