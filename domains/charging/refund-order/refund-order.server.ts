import { sql } from 'kysely';
import { finalRefundStates, refundOrderState } from '#engines/payment/codes.ts';
import { refundNoOf, retryOf } from '#engines/payment/prepaid.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { sumList } from '#kit/server/lists/sum-list.ts';
import type { RowWithSums } from '#kit/server/lists/sum-list.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { refuseInvoiced } from '../order/invoicing/refuse-invoiced.server.ts';
import { lockForOperator, operatorWork } from '../order/actions/order-action.server.ts';
import type { LockedOrder, OrderActionDeps } from '../order/actions/order-action.server.ts';
import { answerQuestion, askSecondPerson, openQuestion } from '../order/actions/second-person.server.ts';
import { isPrepaid } from '../order/lifecycle/order-balance.server.ts';
import { aloneMaxCents } from '../order/actions/alone-max.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { textContextOf, throwIfRefused } from '../order/visible-order.server.ts';
import { paymentTopic } from '../prepaid-order/payment-services.server.ts';
import { prepaidRefusals } from '../prepaid-order/prepaid-order.labels.ts';
import { allocated, bookGoodwill, givenCents, giveToWallet, refundableCells } from './goodwill.server.ts';
import type { Goodwill } from './goodwill.server.ts';
import { confirmMend, mendAbnormal } from './mend-abnormal.server.ts';
import type { MendDeps } from './mend-abnormal.server.ts';
import { refundKind } from './refund-order.codes.ts';
import { refundRefusals, refundWords } from './refund-order.labels.ts';
import { refundOrder, refundOrderApi } from './refund-order.ts';
import { goodwillAloneMax } from './refund-settings.ts';
import { refundsOfPayment } from './refund-row.server.ts';
import { requestRefund } from './request-refund.server.ts';
import { lockWithCharge } from './lock-with-charge.server.ts';
import type { LockedPrepaid } from './lock-with-charge.server.ts';

const { list, queryById, exportXls } = crudHandlers(refundOrder);

export const refundOrderRoutes = (deps: MendDeps): readonly Route[] =>
  implement(refundOrderApi, {
    list,
    queryById,
    exportXls,
    ...revealHandlers(refundOrder),
    dealRefund: (ctx, _input, { list: listQuery }) =>
      sumList(ctx, {
        noun: refundOrder,
        list: listQuery,
        sums: ({ head, tail }) => sql<RowWithSums<Sums>>`select ${head}, coalesce(sum(t.refund_amount), 0)::int8 as refunded,
          coalesce(sum(t.refund_amount) filter (where t.refund_kind = ${sql.lit(refundKind.items.goodwill.value)}), 0)::int8 as goodwill ${tail}`,
        read: (sums: Sums) => ({ refundAllAmount: formatScaled(sums.refunded, 2), goodwillAllAmount: formatScaled(sums.goodwill, 2) }),
      }),
    retry: (ctx, { id }) => retry(ctx, deps, id),
    mendAbnormal: (ctx, input) => mendAbnormal(ctx, deps, input),
    mendConfirm: (ctx, input) => confirmMend(ctx, deps, input),
    goodwill: (ctx, input) => goodwill(ctx, deps, input),
    goodwillConfirm: (ctx, input) => confirmGoodwill(ctx, deps, input),
  });

type Sums = Readonly<Record<'refunded' | 'goodwill', bigint>>;

/** The worker makes the call, with the number that is stored. */
const retry = async (ctx: Context, deps: OrderActionDeps, id: string): Promise<string> => {
  const row = await ctx.rows(refundOrder).get(id);
  const locked = row.prePayOrderId === null ? undefined : await lockWithCharge(ctx.db, row.prePayOrderId);
  const refunds = locked ? await refundsOfPayment(ctx.db, locked.prepaid.prePayOrderId) : [];
  const refund = refunds.at(-1);
  // An earlier refund of the same payment has ended, or the next one has taken its place.
  const how = refund?.refundId === id ? retryOf(refund.state) : 'refund.notRetryable';
  if (!locked || !refund || how === 'refund.notRetryable') return throwRefusal(refundRefusals, 'refund.notRetryable');
  if (how === 'renew') {
    const { prepaid, order } = locked;
    if (refund.amountCents > locked.restCents) throwRefusal(prepaidRefusals, 'prepaid.aboveRest');
    const { kind, amountCents, reason } = refund;
    const requested = await requestRefund(operatorWork(ctx, deps), { prepaid, order, kind, amountCents, reason });
    if (!requested.ok) throwIfRefused(requested.verdict, textContextOf(ctx, { currency: row.currency, zone: row.stationTimezone }));
    return ctx.say(refundWords.retried);
  }
  const now = deps.clock();
  await sql`update refund_order set refund_state = ${how === 'ask' ? refundOrderState.requested : refund.state}, next_step_at = ${now}, woken_at = ${now},
    update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1 where refund_id = ${id}`.execute(ctx.db);
  ctx.db.wake(paymentTopic);
  return ctx.say(refundWords.retried);
};

const goodwill = async (
  ctx: Context,
  deps: OrderActionDeps,
  input: InputOf<typeof refundOrderApi.goodwill>,
): Promise<{ readonly pending: 0 | 1 }> => {
  const locked = await lockForOperator(ctx, deps, input.chargingOrderNo);
  const { row } = locked.order;
  const { amount: amountCents, reason } = input;
  await refuseInvoiced(ctx.db, row);
  if (amountCents + (await givenCents(ctx.db, row)) <= (await aloneMaxCents(ctx, goodwillAloneMax, row))) {
    await give(locked, { amountCents, reason, secondBy: null });
    return { pending: 0 };
  }
  if (input.askSecond !== 1) return throwRefusal(orderRefusals, 'order.secondPersonNeeded');
  // Nobody is asked for what could not be done.
  allocated(amountCents, (await refundableCells(ctx.db, row)).cells);
  const amounts = { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: amountCents };
  await askSecondPerson(ctx, { row, verb: 'refund', amounts, reason, at: new Date(locked.work.nowMs) });
  return { pending: 1 };
};

/** Several small refunds of one order count together. */
const confirmGoodwill = async (
  ctx: Context,
  deps: OrderActionDeps,
  { chargingOrderNo, agree }: InputOf<typeof refundOrderApi.goodwillConfirm>,
): Promise<string> => {
  const locked = await lockForOperator(ctx, deps, chargingOrderNo);
  const question = await openQuestion(ctx, locked.order.row.orderId, 'refund');
  await answerQuestion(ctx, question, { agreed: agree === 1, at: new Date(locked.work.nowMs) });
  if (agree !== 1 || !question.amounts) return ctx.say(refundWords.declined);
  await give(locked, { amountCents: question.amounts.totalCents, reason: question.reason, secondBy: ctx.viewer.username });
  return ctx.say(refundWords.given);
};

const give = async (locked: LockedOrder, gift: Goodwill): Promise<void> => {
  const { ctx, work, order } = locked;
  await refuseInvoiced(ctx.db, order.row);
  if (isPrepaid(order.row.walletOwner)) await giveBack(locked, gift);
  else throwIfRefused(await giveToWallet(work, order, gift), textContextOf(ctx, order.row));
};

/** Billed money goes into the account of the prepayment, and from there to where the prepayment came from. */
const giveBack = async ({ ctx, work, order }: LockedOrder, { amountCents, reason, secondBy }: Goodwill): Promise<void> => {
  const { prepaid } = await lockPaymentOf(ctx, order.row.orderId);
  const earlier = await refundsOfPayment(ctx.db, prepaid.prePayOrderId);
  if (earlier.some(({ state }) => !finalRefundStates.includes(state))) throwRefusal(prepaidRefusals, 'prepaid.refundOpen');
  const cells = allocated(amountCents, (await refundableCells(ctx.db, order.row)).cells);
  await bookGoodwill(work, order.row, { refundNo: refundNoOf(prepaid.billId, earlier.length + 1), cells });
  const requested = await requestRefund(work, { prepaid, order, kind: refundKind.items.goodwill.value, amountCents, reason, secondBy });
  if (!requested.ok) throwIfRefused(requested.verdict, textContextOf(ctx, order.row));
};

const lockPaymentOf = async (ctx: Context, orderId: string): Promise<LockedPrepaid> => {
  const { rows } = await sql<{ id: bigint }>`select pre_pay_order_id as id from prepaid_order where charging_order_id = ${orderId}`.execute(ctx.db);
  const locked = rows[0] && (await lockWithCharge(ctx.db, String(rows[0].id)));
  return locked ?? throwRefusal(refundRefusals, 'refund.notPayer');
};
