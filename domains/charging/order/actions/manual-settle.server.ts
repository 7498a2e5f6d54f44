import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { lockForOperator } from './order-action.server.ts';
import type { OrderActionDeps } from './order-action.server.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { orderWords } from '../order.labels.ts';
import { answerQuestion, askSecondPerson, openQuestion } from './second-person.server.ts';
import { settleManually } from '../settlement/settle.server.ts';
import { throwIfRefused, textContextOf } from '../visible-order.server.ts';

/** Settles an order that cannot be settled automatically, with amounts that operators are responsible for. */
export const manualSettleHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'manualSettle' | 'manualSettleConfirm'> => ({
  manualSettle: async (ctx, input) => {
    const locked = await lockForOperator(ctx, deps, input.chargingOrderNo);
    const amounts: FeeAmounts = {
      elecCents: input.elecAmount,
      srvCents: input.srvAmount,
      other1Cents: input.other1Amount,
      other2Cents: input.other2Amount,
      totalCents: input.orderAmount,
    };
    const reason = input.reason ?? '';
    const verdict = await settleManually(locked.work, locked.order, { amounts, by: ctx.viewer.username, secondBy: null, reason });
    if (needsSecondPerson(verdict) && input.askSecond === 1) {
      await askSecondPerson(ctx, { row: locked.order.row, verb: 'settle', amounts, reason, at: new Date(locked.work.nowMs) });
      return { pending: 1 };
    }
    throwIfRefused(verdict, textContextOf(ctx, locked.order.row));
    return { pending: 0 };
  },
  manualSettleConfirm: async (ctx, { chargingOrderNo, agree }) => {
    const locked = await lockForOperator(ctx, deps, chargingOrderNo);
    const question = await openQuestion(ctx, locked.order.row.orderId, 'settle');
    await answerQuestion(ctx, question, { agreed: agree === 1, at: new Date(locked.work.nowMs) });
    if (agree !== 1 || !question.amounts) return ctx.say(orderWords.declined);
    const verdict = await settleManually(locked.work, locked.order, {
      amounts: question.amounts,
      by: question.askedBy,
      secondBy: ctx.viewer.username,
      reason: question.reason,
    });
    throwIfRefused(verdict, textContextOf(ctx, locked.order.row));
    return ctx.say(orderWords.settled);
  },
});

const needsSecondPerson = (verdict: Verdict): boolean =>
  !verdict.ok && (verdict.refusal === 'amount.aboveRecomputed' || verdict.refusal === 'order.secondPersonNeeded');
