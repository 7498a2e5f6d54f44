import { sql } from 'kysely';
import type { FeeAmounts } from '#engines/order/facts.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Tx } from '#kit/db/index.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

export type SecondVerb = 'end' | 'settle';

/** A question to a second person. */
export interface SecondQuestion {
  readonly id: string;
  readonly verb: SecondVerb;
  readonly amounts: FeeAmounts | null;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedById: string;
  readonly askedAt: Date;
}

interface SecondRequestRow {
  id: bigint;
  verb: SecondVerb;
  amounts: Readonly<Record<keyof FeeAmounts, string>> | null;
  reason: string;
  askedBy: string;
  askedById: string | null;
  askedAt: Date;
}

/** What waits for a second person, the oldest first. */
export const openQuestions = async (tx: Tx, orderId: string): Promise<readonly SecondQuestion[]> => {
  // Keys of jsonb are no column names, so the plugin that renames columns is left out.
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

export interface SecondRequest {
  readonly row: Pick<StoredOrder, 'orderId' | 'tenantId'>;
  readonly verb: SecondVerb;
  readonly amounts: FeeAmounts | null;
  readonly reason: string;
  readonly at: Date;
}

/** Keeps what the viewer asks for until somebody else answers. */
export const askSecondPerson = async (ctx: Context, { row, verb, amounts, reason, at }: SecondRequest): Promise<void> => {
  const [open] = (await openQuestions(ctx.db, row.orderId)).filter((question) => question.verb === verb);
  if (open) throwRefusal(orderRefusals, 'second.open', { name: open.askedBy });
  const kept = amounts && JSON.stringify(amounts, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  await sql`insert into order_second (charging_order_id, tenant_id, verb, amounts, reason, asked_by, asked_by_id, asked_at)
    values (${row.orderId}, ${row.tenantId}, ${verb}, ${kept}::jsonb, ${reason}, ${ctx.viewer.username}, ${ctx.viewer.userId}, ${at})`.execute(
    ctx.db,
  );
};

/** The question that waits, or a refusal; the order's lock keeps two answers apart. */
export const waitingQuestion = async (ctx: Context, orderId: string, verb: SecondVerb): Promise<SecondQuestion> => {
  const [open] = (await openQuestions(ctx.db, orderId)).filter((question) => question.verb === verb);
  return open ?? throwRefusal(orderRefusals, 'second.none');
};

export const answerQuestion = async (
  ctx: Context,
  question: SecondQuestion,
  answer: { readonly agreed: boolean; readonly at: Date },
): Promise<void> => {
  if (answer.agreed && question.askedBy === ctx.viewer.username) throwRefusal(orderRefusals, 'order.secondPersonSame');
  if (answer.agreed) await requireTwoPersons(ctx, question.askedById);
  await sql`update order_second set agreed = ${answer.agreed}, answered_by = ${ctx.viewer.username}, answered_at = ${answer.at} where order_second_id = ${question.id}`.execute(
    ctx.db,
  );
};
