import { sql } from 'kysely';
import { refundOrderState } from '#engines/payment/codes.ts';
import type { RefundOrderState } from '#engines/payment/codes.ts';
import { retryOf } from '#engines/payment/prepaid.ts';
import { giveBackNoOf, mendsOf } from '#engines/payment/reconcile.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { aloneMaxCents } from '../order/actions/alone-max.server.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import type { OrderActionDeps } from '../order/actions/order-action.server.ts';
import { entryKind } from '../pay-bill-day/pay-bill-day.codes.ts';
import { refundRefusals } from '../refund-order/refund-order.labels.ts';
import { billTopic } from '../pay-bill-day/bill-days.server.ts';
import { lockBillDay } from '../pay-bill-day/bill-day-row.server.ts';
import { bookDifference } from './book-difference.server.ts';
import { differenceKind, differenceState, mendKind } from './pay-difference.codes.ts';
import { differenceRefusals, differenceWords } from './pay-difference.labels.ts';
import { mendAloneMax, payDifference, payDifferenceApi } from './pay-difference.ts';
import { reportOpenDifferences } from './report-differences.server.ts';
import { writeDayState } from './save-difference.server.ts';

const { list, queryById, exportXls } = crudHandlers(payDifference);
const { open, waits, booked, accepted } = differenceState.items;
const openStates: readonly number[] = [open.value, waits.value];

export const payDifferenceRoutes = (deps: OrderActionDeps): readonly Route[] =>
  implement(payDifferenceApi, {
    list,
    queryById,
    exportXls,
    ask: (ctx, { id }) => ask(ctx, deps, id),
    mend: (ctx, input) => mend(ctx, deps, input),
    confirm: (ctx, input) => confirm(ctx, deps, input),
  });

/** An open difference, with its day locked first, as the comparison locks it. */
const lockOpen = async (ctx: Context, id: string) => {
  const { payBillDayId } = await ctx.rows(payDifference).get(id);
  await lockBillDay(ctx.db, payBillDayId);
  const row = await ctx.rows(payDifference).get(id);
  return openStates.includes(row.differenceState) ? row : throwRefusal(differenceRefusals, 'difference.handled');
};
type Difference = Awaited<ReturnType<typeof lockOpen>>;

const ask = async (ctx: Context, { clock }: OrderActionDeps, id: string): Promise<string> => {
  const now = clock();
  const seen = await ctx.rows(payDifference).get(id);
  if (seen.giveBackState !== null) return askAgain(ctx, id, now);
  const row = await lockOpen(ctx, id);
  if (!mendsFor(row).includes('ask')) throwRefusal(differenceRefusals, 'difference.notAsked');
  await sql`update pay_difference set ask_time = ${now}, provider_answer = null, update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1
    where pay_difference_id = ${id}`.execute(ctx.db);
  await sql`update pay_bill_day set next_step_at = ${now} where pay_bill_day_id = ${row.payBillDayId}`.execute(ctx.db);
  ctx.db.wake(billTopic);
  return ctx.say(differenceWords.asked);
};

/** Tries a refund again that waits for a person: with the same number, unless the provider has closed it. */
const askAgain = async (ctx: Context, id: string, now: Date): Promise<string> => {
  await sql`select from pay_difference where pay_difference_id = ${id} for update`.execute(ctx.db);
  const { giveBackState, giveBackNo, entryNo } = await ctx.rows(payDifference).get(id);
  const how = giveBackState === null ? 'refund.notRetryable' : retryOf(giveBackState);
  if (how === 'refund.notRetryable' || giveBackState === null) return throwRefusal(refundRefusals, 'refund.notRetryable');
  const nth = Number(giveBackNo?.slice(entryNo.length + 1) ?? 0);
  const state: RefundOrderState = how === 'query' ? giveBackState : refundOrderState.requested;
  await sql`update pay_difference set give_back_state = ${state}, give_back_no = ${how === 'renew' ? giveBackNoOf(entryNo, nth + 1) : giveBackNo}, next_step_at = ${now},
    update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1 where pay_difference_id = ${id}`.execute(ctx.db);
  ctx.db.wake(billTopic);
  return ctx.say(differenceWords.asked);
};

const mendsFor = ({ differenceKind: is, entryKind: kind }: Pick<Difference, 'differenceKind' | 'entryKind'>) =>
  mendsOf(itemNameOf(is), kind === entryKind.items.payment.value ? 'payment' : 'refund');

/** A payment goes back only if it is nobody's here: one that differs from its order is decided about there. */
const checkReturnable = async (ctx: Context, row: Difference): Promise<void> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int4 as n from prepaid_order where bill_id = ${row.entryNo} and pay_conf_id = ${row.payConfId}`.execute(ctx.db);
  if (!mendsFor(row).includes('giveBack') || row.payNo !== row.entryNo || rows[0]?.n !== 0)
    throwRefusal(differenceRefusals, 'difference.notReturnable');
};

const kindNames = ['oursOnly', 'theirsOnly', 'amount', 'doubled'] as const;
const itemNameOf = (value: CodeValue<typeof differenceKind>) => kindNames.find((name) => differenceKind.items[name].value === value) ?? 'amount';

const mend = async (
  ctx: Context,
  deps: OrderActionDeps,
  { id, mend: how, remark, askSecond }: InputOf<typeof payDifferenceApi.mend>,
): Promise<{ readonly pending: 0 | 1 }> => {
  const row = await lockOpen(ctx, id);
  if (row.askedBy !== null) return throwRefusal(orderRefusals, 'second.open', { name: row.askedBy });
  if (how === mendKind.items.giveBack.value) await checkReturnable(ctx, row);
  if ((await amountTogether(ctx, row)) <= (await aloneMaxCents(ctx, mendAloneMax, row))) {
    await apply(ctx, deps, { row, how, remark, by: ctx.viewer.username, secondBy: null });
    return { pending: 0 };
  }
  if (askSecond !== 1) return throwRefusal(orderRefusals, 'order.secondPersonNeeded');
  await sql`update pay_difference set asked_mend = ${how}, asked_by = ${ctx.viewer.username}, asked_by_id = ${ctx.viewer.userId}, remark = ${remark},
    update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1 where pay_difference_id = ${id}`.execute(ctx.db);
  return { pending: 1 };
};

/** Several small differences of one day that one person explains alone count together. */
const amountTogether = async (ctx: Context, { payBillDayId, differenceAmount }: Difference): Promise<bigint> => {
  const { rows } = await sql<{ alone: bigint }>`select coalesce(sum(abs(difference_amount)), 0)::int8 as alone from pay_difference
    where pay_bill_day_id = ${payBillDayId} and difference_state in (${sql.lit(booked.value)}, ${sql.lit(accepted.value)}) and second_by is null`.execute(
    ctx.db,
  );
  return (rows[0]?.alone ?? 0n) + (differenceAmount < 0n ? -differenceAmount : differenceAmount);
};

interface AgreedMend {
  readonly row: Difference;
  readonly how: CodeValue<typeof mendKind>;
  readonly remark: string;
  readonly by: string;
  readonly secondBy: string | null;
}

const apply = async (ctx: Context, { clock }: OrderActionDeps, { row, how, remark, by, secondBy }: AgreedMend): Promise<void> => {
  const isBooked = how !== mendKind.items.accept.value;
  const isReturned = how === mendKind.items.giveBack.value;
  const now = clock();
  await sql`update pay_difference set difference_state = ${isBooked ? booked.value : accepted.value}, remark = ${remark}, handle_by = ${by}, handle_time = ${now},
    second_by = ${secondBy}, give_back_no = ${isReturned ? giveBackNoOf(row.entryNo, 1) : null}, give_back_state = ${isReturned ? refundOrderState.requested : null}::int2,
    next_step_at = ${isReturned ? now : null}::timestamptz, asked_mend = null, asked_by = null, asked_by_id = null, update_by = ${ctx.viewer.username}, update_time = now(), version = version + 1
    where pay_difference_id = ${row.payDifferenceId}`.execute(ctx.db);
  if (isBooked) await bookDifference(ctx.db, row.payDifferenceId, { actor: ctx.viewer.username, isBack: false });
  if (isReturned) ctx.db.wake(billTopic);
  await writeDayState(ctx.db, row.payBillDayId);
  await reportOpenDifferences(ctx.db, row.payConfId, now);
};

const confirm = async (ctx: Context, deps: OrderActionDeps, { id, agree }: InputOf<typeof payDifferenceApi.confirm>): Promise<string> => {
  const row = await lockOpen(ctx, id);
  const { askedMend: how, askedBy: by, remark } = row;
  if (how === null || by === null) return throwRefusal(orderRefusals, 'second.none');
  if (agree !== 1) {
    await sql`update pay_difference set asked_mend = null, asked_by = null, asked_by_id = null, update_by = ${ctx.viewer.username}, update_time = now(),
      version = version + 1 where pay_difference_id = ${id}`.execute(ctx.db);
    return ctx.say(differenceWords.declined);
  }
  if (by === ctx.viewer.username) throwRefusal(orderRefusals, 'order.secondPersonSame');
  await requireTwoPersons(ctx, await askedById(ctx, id));
  await apply(ctx, deps, { row, how, remark: remark ?? '', by, secondBy: ctx.viewer.username });
  return ctx.say(differenceWords.confirmed);
};

const askedById = async (ctx: Context, id: string): Promise<string> => {
  const { rows } = await sql<{ by: bigint | null }>`select asked_by_id as by from pay_difference where pay_difference_id = ${id}`.execute(ctx.db);
  return String(rows[0]?.by ?? 0n);
};
