import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { refundMendStat, refundMendWay, refundOrderState } from '#engines/payment/codes.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import { payType } from '#domains/money/resources.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { OrderActionDeps } from '../order/actions/order-action.server.ts';
import { aloneMaxCents } from '../order/actions/alone-max.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { mendAloneMax } from '../pay-difference/pay-difference.ts';
import { paymentTopic } from '../prepaid-order/payment-services.server.ts';
import { lockPrepaid } from '../prepaid-order/prepaid-row.server.ts';
import { sealReceiver } from './mend-receiver.server.ts';
import type { CardReceiver } from './mend-receiver.server.ts';
import { agreeToMend, endMend, openMendOf } from './refund-mend.server.ts';
import { refundRefusals, refundWords } from './refund-order.labels.ts';
import { refundOrder } from './refund-order.ts';
import type { refundOrderApi } from './refund-order.ts';

export type MendDeps = OrderActionDeps & { readonly secrets: Secrets };

/** An abnormal refund of the viewer's scope, locked with its payment. */
const lockAbnormal = async (ctx: Context, id: string) => {
  const { prePayOrderId } = await ctx.rows(refundOrder).get(id);
  if (prePayOrderId !== null) await lockPrepaid(ctx.db, prePayOrderId);
  const row = await ctx.rows(refundOrder).get(id);
  return row.refundState === refundOrderState.abnormal ? row : throwRefusal(refundRefusals, 'refund.notAbnormal');
};

/** Has the provider pay an abnormal refund elsewhere; above the limit a second person has to agree. The worker makes the call. */
export const mendAbnormal = async (
  ctx: Context,
  deps: MendDeps,
  input: InputOf<typeof refundOrderApi.mendAbnormal>,
): Promise<{ readonly pending: 0 | 1 }> => {
  const row = await lockAbnormal(ctx, input.id);
  if (row.payType !== payType.items.weChat.value) return throwRefusal(refundRefusals, 'refund.noMendCall');
  const open = await openMendOf(ctx.db, input.id);
  if (open?.stat === refundMendStat.waits) return throwRefusal(orderRefusals, 'second.open', { name: open.askedBy });
  if (open) return throwRefusal(refundRefusals, 'refund.mendRuns');
  const receiver = cardOf(input);
  const isAlone = row.refundAmount <= (await aloneMaxCents(ctx, mendAloneMax, row));
  if (!isAlone && input.askSecond !== 1) return throwRefusal(orderRefusals, 'order.secondPersonNeeded');
  const [sealId, now] = [randomUUID(), deps.clock()];
  await sql`insert into refund_mend (tenant_id, refund_id, mend_way, receiver_sealed, seal_id, remark, mend_stat, asked_by, asked_by_id, asked_time)
    values (${row.tenantId}, ${input.id}, ${input.mendWay}, ${receiver === null ? null : sealReceiver(deps.secrets, receiver, sealId)}, ${sealId}, ${input.remark},
      ${isAlone ? refundMendStat.agreed : refundMendStat.waits}, ${ctx.viewer.username}, ${ctx.viewer.userId}, ${now})`.execute(ctx.db);
  if (isAlone) await wake(ctx, input.id, now);
  return { pending: isAlone ? 0 : 1 };
};

export const confirmMend = async (ctx: Context, deps: MendDeps, { id, agree }: InputOf<typeof refundOrderApi.mendConfirm>): Promise<string> => {
  await lockAbnormal(ctx, id);
  const mend = await openMendOf(ctx.db, id);
  if (mend?.stat !== refundMendStat.waits) return throwRefusal(orderRefusals, 'second.none');
  const [secondBy, now] = [ctx.viewer.username, deps.clock()];
  if (agree !== 1) {
    await endMend(ctx.db, id, { stat: refundMendStat.dropped, result: '', secondBy, now });
    return ctx.say(refundWords.declined);
  }
  if (mend.askedBy === secondBy) throwRefusal(orderRefusals, 'order.secondPersonSame');
  await requireTwoPersons(ctx, mend.askedById);
  await agreeToMend(ctx.db, mend, secondBy);
  await wake(ctx, id, now);
  return ctx.say(refundWords.mendAsked);
};

/** The card of the payer; null for the merchant's account. */
const cardOf = ({ mendWay, bankType, bankAccount, realName }: InputOf<typeof refundOrderApi.mendAbnormal>): CardReceiver | null => {
  if (mendWay === refundMendWay.merchantAccount) return null;
  if (!bankType || !bankAccount || !realName) return throwRefusal(refundRefusals, 'refund.cardMissing');
  return { way: 'payerCard', bankType, bankAccount, realName };
};

const wake = async (ctx: Context, id: string, now: Date): Promise<void> => {
  await sql`update refund_order set next_step_at = ${now}, woken_at = ${now}, update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1
    where refund_id = ${id}`.execute(ctx.db);
  ctx.db.wake(paymentTopic);
};
