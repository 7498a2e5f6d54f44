import { receivedPrepayStates, finalRefundStates } from '#engines/payment/codes.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { operatorWork } from '../order/actions/order-action.server.ts';
import type { OrderActionDeps } from '../order/actions/order-action.server.ts';
import { textContextOf, throwIfRefused } from '../order/visible-order.server.ts';
import { refundKind } from '../refund-order/refund-order.codes.ts';
import { refundsOfPayment } from '../refund-order/refund-row.server.ts';
import { requestRefund } from '../refund-order/request-refund.server.ts';
import { lockWithCharge } from '../refund-order/lock-with-charge.server.ts';
import { confirmQuarantine, decideQuarantine } from './quarantine.server.ts';
import { prepaidRefusals, prepaidWords } from './prepaid-order.labels.ts';
import { prepaidOrder, prepaidOrderApi } from './prepaid-order.ts';

const { list, queryById, exportXls } = crudHandlers(prepaidOrder);

export const prepaidOrderRoutes = (deps: OrderActionDeps): readonly Route[] =>
  implement(prepaidOrderApi, {
    list,
    queryById,
    exportXls,
    ...revealHandlers(prepaidOrder),
    refund: (ctx, input) => refundByHand(ctx, deps, input),
    decide: (ctx, input) => decideQuarantine(ctx, deps, input),
    decideConfirm: (ctx, input) => confirmQuarantine(ctx, deps, input),
  });

/** Gives back what is left of a prepayment, where that did not happen by itself. */
const refundByHand = async (ctx: Context, deps: OrderActionDeps, { id, amount, reason }: InputOf<typeof prepaidOrderApi.refund>): Promise<string> => {
  const row = await ctx.rows(prepaidOrder).get(id);
  const locked = (await lockWithCharge(ctx.db, id)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const { prepaid, order, restCents, charge } = locked;
  if (!receivedPrepayStates.includes(prepaid.payState)) throwRefusal(prepaidRefusals, 'prepaid.notPaid');
  if (charge === 'running') throwRefusal(prepaidRefusals, 'prepaid.charging');
  const refunds = await refundsOfPayment(ctx.db, id);
  if (refunds.some(({ state }) => !finalRefundStates.includes(state))) throwRefusal(prepaidRefusals, 'prepaid.refundOpen');
  if (amount > restCents) throwRefusal(prepaidRefusals, 'prepaid.aboveRest');
  const requested = await requestRefund(operatorWork(ctx, deps), {
    prepaid,
    order,
    kind: refundKind.items.byHand.value,
    amountCents: amount,
    reason,
  });
  if (!requested.ok) throwIfRefused(requested.verdict, textContextOf(ctx, { currency: row.currency, zone: row.stationTimezone }));
  return ctx.say(prepaidWords.requested);
};
