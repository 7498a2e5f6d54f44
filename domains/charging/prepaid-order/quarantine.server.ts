import { sql } from 'kysely';
import { prepayState } from '#engines/payment/codes.ts';
import { mayReturn } from '#engines/payment/prepaid.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { releasePaymentCoupon } from '#domains/marketing/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { OrderActionDeps } from '../order/actions/order-action.server.ts';
import { aloneMaxCents } from '../order/actions/alone-max.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { mendAloneMax } from '../pay-difference/pay-difference.ts';
import { bookPayment } from './answer.server.ts';
import { paymentTopic } from './payment-services.server.ts';
import { lockPrepaid } from './prepaid-row.server.ts';
import { quarantineDecision } from './prepaid-order.codes.ts';
import { prepaidRefusals, prepaidWords } from './prepaid-order.labels.ts';
import { prepaidOrder } from './prepaid-order.ts';
import type { prepaidOrderApi } from './prepaid-order.ts';

/** A quarantined payment that nobody has decided about, locked. */
const lockQuarantined = async (ctx: Context, id: string) => {
  await ctx.rows(prepaidOrder).get(id);
  await lockPrepaid(ctx.db, id);
  const row = await ctx.rows(prepaidOrder).get(id);
  return row.payState === prepayState.quarantined && row.handleBy === null ? row : throwRefusal(prepaidRefusals, 'prepaid.notQuarantined');
};
type Quarantined = Awaited<ReturnType<typeof lockQuarantined>>;

/** Decides about a payment that is not what was asked for; above the limit, a second person has to agree. */
export const decideQuarantine = async (
  ctx: Context,
  deps: OrderActionDeps,
  { id, decision, remark, askSecond }: InputOf<typeof prepaidOrderApi.decide>,
): Promise<{ readonly pending: 0 | 1 }> => {
  const row = await lockQuarantined(ctx, id);
  if (row.askedBy !== null) return throwRefusal(orderRefusals, 'second.open', { name: row.askedBy });
  checkReturnable(row, decision);
  if ((row.toldAmount ?? row.orderAmount) <= (await aloneMaxCents(ctx, mendAloneMax, row))) {
    await apply(ctx, deps, { row, decision, remark, by: ctx.viewer.username, secondBy: null });
    return { pending: 0 };
  }
  if (askSecond !== 1) return throwRefusal(orderRefusals, 'order.secondPersonNeeded');
  await sql`update prepaid_order set asked_decision = ${decision}, asked_by = ${ctx.viewer.username}, asked_by_id = ${ctx.viewer.userId}, handle_remark = ${remark},
    update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1 where pre_pay_order_id = ${id}`.execute(ctx.db);
  return { pending: 1 };
};

export const confirmQuarantine = async (
  ctx: Context,
  deps: OrderActionDeps,
  { id, agree }: InputOf<typeof prepaidOrderApi.decideConfirm>,
): Promise<string> => {
  const row = await lockQuarantined(ctx, id);
  const { askedDecision: decision, askedBy: by, handleRemark: remark } = row;
  if (decision === null || by === null) return throwRefusal(orderRefusals, 'second.none');
  if (agree !== 1) {
    await sql`update prepaid_order set asked_decision = null, asked_by = null, asked_by_id = null, update_by = ${ctx.viewer.username}, update_time = now(),
      version = version + 1 where pre_pay_order_id = ${id}`.execute(ctx.db);
    return ctx.say(prepaidWords.declined);
  }
  if (by === ctx.viewer.username) throwRefusal(orderRefusals, 'order.secondPersonSame');
  await requireTwoPersons(ctx, await askedById(ctx, id));
  await apply(ctx, deps, { row, decision, remark: remark ?? '', by, secondBy: ctx.viewer.username });
  return ctx.say(prepaidWords.confirmed);
};

const { refund } = quarantineDecision.items;
const checkReturnable = ({ problem, toldAmount }: Quarantined, decision: CodeValue<typeof quarantineDecision>): void => {
  if (decision === refund.value && !mayReturn(problem, toldAmount)) throwRefusal(prepaidRefusals, 'prepaid.notReturnable');
};

const askedById = async (ctx: Context, id: string): Promise<string> => {
  const { rows } = await sql<{ by: bigint | null }>`select asked_by_id as by from prepaid_order where pre_pay_order_id = ${id}`.execute(ctx.db);
  return String(rows[0]?.by ?? 0n);
};

interface AgreedDecision {
  readonly row: Quarantined;
  readonly decision: CodeValue<typeof quarantineDecision>;
  readonly remark: string;
  readonly by: string;
  readonly secondBy: string | null;
}

/** Given back, the money is received as late money is, in the amount that was paid, and the worker sends all of it back. */
const apply = async (ctx: Context, { clock }: OrderActionDeps, { row, decision, remark, by, secondBy }: AgreedDecision): Promise<void> => {
  const { prePayOrderId: id, toldAmount } = row;
  const now = clock();
  const isReturned = decision === refund.value && toldAmount !== null;
  await sql`update prepaid_order set handle_by = ${by}, handle_time = ${now}, handle_remark = ${remark}, second_by = ${secondBy}, asked_decision = null, asked_by = null,
    asked_by_id = null, pay_state = case when ${isReturned} then ${sql.lit(prepayState.paidLate)} else pay_state end,
    actual_pay_amount = ${isReturned ? toldAmount : null}::bigint, pay_time = ${isReturned ? now : null}::timestamptz, next_step_at = ${isReturned ? now : null}::timestamptz,
    update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1 where pre_pay_order_id = ${id}`.execute(ctx.db);
  await releasePaymentCoupon(ctx.db, id, { reason: 'notPaid', now });
  if (!isReturned) return;
  await bookPayment(ctx.db, { ...row, walletOf: null }, { amountCents: toldAmount, effectiveAt: now, actor: ctx.viewer.username });
  ctx.db.wake(paymentTopic);
};
