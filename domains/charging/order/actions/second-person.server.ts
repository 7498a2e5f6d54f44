import { sql } from 'kysely';
import type { FeeAmounts } from '#engines/order/facts.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import { jsonText } from '#kit/fields/json-text.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Tx } from '#kit/db/index.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

export type SecondPersonVerb = 'end' | 'settle' | 'refund';

/** A question to a second person, who has to confirm an action. */
export interface SecondPersonQuestion {
  readonly id: string;
  readonly verb: SecondPersonVerb;
  readonly amounts: FeeAmounts | null;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedById: string;
  readonly askedAt: Date;
}

interface SecondRequestRow {
  id: bigint;
  verb: SecondPersonVerb;
  amounts: Readonly<Record<keyof FeeAmounts, string>> | null;
  reason: string;
  askedBy: string;
  askedById: string | null;
  askedAt: Date;
}

/** The questions about an order that no second person has answered, the oldest first. */
export const openQuestions = async (tx: Tx, orderId: string): Promise<readonly SecondPersonQuestion[]> => {
  // Keys of jsonb are not column names, so the plugin that renames columns is bypassed.
  const { rows } =
    await sql<SecondRequestRow>`select order_second_id as id, verb, amounts, reason, asked_by as "askedBy", asked_by_id::text as "askedById", asked_at as "askedAt" from order_second
    where charging_order_id = ${orderId} and agreed is null order by asked_at`.execute(tx.withoutPlugins());
  return rows.map((row) => ({ ...row, id: String(row.id), askedById: row.askedById ?? '0', amounts: row.amounts && amountsOf(row.amounts) }));
};

const amountsOf = (raw: Readonly<Record<keyof FeeAmounts, string>>): FeeAmounts => ({
  elecCents: BigInt(raw.elecCents),
  srvCents: BigInt(raw.srvCents),
  other1Cents: BigInt(raw.other1Cents),
  other2Cents: BigInt(raw.other2Cents),
  totalCents: BigInt(raw.totalCents),
});

export interface NewQuestion {
  readonly row: Pick<StoredOrder, 'orderId' | 'tenantId'>;
  readonly verb: SecondPersonVerb;
  readonly amounts: FeeAmounts | null;
  readonly reason: string;
  readonly at: Date;
}

/** Stores what the viewer requests until another person answers. */
export const askSecondPerson = async (ctx: Context, { row, verb, amounts, reason, at }: NewQuestion): Promise<void> => {
  const [open] = (await openQuestions(ctx.db, row.orderId)).filter((question) => question.verb === verb);
  if (open) throwRefusal(orderRefusals, 'second.open', { name: open.askedBy });
  const amountsJson = amounts && jsonText(amounts);
  await sql`insert into order_second (charging_order_id, tenant_id, verb, amounts, reason, asked_by, asked_by_id, asked_at)
    values (${row.orderId}, ${row.tenantId}, ${verb}, ${amountsJson}::jsonb, ${reason}, ${ctx.viewer.username}, ${ctx.viewer.userId}, ${at})`.execute(
    ctx.db,
  );
};

/** The open question, or a refusal if there is none. The lock on the order prevents two answers at the same time. */
export const openQuestion = async (ctx: Context, orderId: string, verb: SecondPersonVerb): Promise<SecondPersonQuestion> => {
  const [open] = (await openQuestions(ctx.db, orderId)).filter((question) => question.verb === verb);
  return open ?? throwRefusal(orderRefusals, 'second.none');
};

export const answerQuestion = async (
  ctx: Context,
  question: SecondPersonQuestion,
  answer: { readonly agreed: boolean; readonly at: Date },
): Promise<void> => {
  if (answer.agreed && question.askedBy === ctx.viewer.username) throwRefusal(orderRefusals, 'order.secondPersonSame');
  if (answer.agreed) await requireTwoPersons(ctx, question.askedById);
  await sql`update order_second set agreed = ${answer.agreed}, answered_by = ${ctx.viewer.username}, answered_at = ${answer.at} where order_second_id = ${question.id}`.execute(
    ctx.db,
  );
};
