import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Draft, Row } from '#kit/fields/field.ts';
import { plainPhone } from '#kit/fields/phone-number.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { recruiterOf, tenantCurrency } from './owner.server.ts';
import { isOutsidePool, membersOf } from '../balance/funds-pool.server.ts';
import type { CustomerBooks } from '../balance/customer-books.server.ts';
import { customerRefusals } from './customer.labels.ts';
import type { CustomerRefusal } from './customer.labels.ts';
import { changeState, checkEmpty, checkOpen } from './customer.rules.ts';
import type { CustomerFacts } from './customer.rules.ts';
import { customer, customerApi } from './customer.ts';
import { cardState } from '../card/card.codes.ts';

const standardHandlers = crudHandlers(customer);

export const customerRoutes = ({ books }: { readonly books: CustomerBooks }): readonly Route[] =>
  implement(customerApi, {
    ...standardHandlers,
    ...revealHandlers(customer),
    ...addHandlers(customer, (ctx, draft) => addCustomer(ctx, draft)),
    edit: async (ctx, input, extras) => {
      const { custPhone } = input;
      const custId = input.custId ?? '0';
      const { custName: name, custState: state } = await lockCustomer(ctx, custId);
      orRefuse(checkOpen({ name, state }));
      const joins = input.useFundsPool === 1 && (await isOutsidePool(ctx, custId));
      const row = await standardHandlers.edit(ctx, typeof custPhone === 'string' ? { ...input, custPhone: plainPhone(custPhone) } : input, extras);
      if (joins) await books.joinPool(ctx, { custId, members: await membersOf(ctx, custId) });
      if ('agentId' in input) await moveMembersToPool(ctx, row);
      return joins ? ctx.rows(customer).get(custId) : row;
    },
    ...deleteHandlers(customer, async (ctx, { custId }) => void orRefuse(checkEmpty(await factsOf(ctx, books, await lockCustomer(ctx, custId))))),
    ...stateHandlers(customer, async (ctx, { custId }, wantedState: -1 | 0 | 1) => {
      const custState = orRefuse(changeState(await factsOf(ctx, books, await lockCustomer(ctx, custId)), wantedState));
      return ctx.rows(customer).change(custId, { custState });
    }),
  });

const addCustomer = async (ctx: Context, draft: Draft<typeof customer.fields>) =>
  ctx.rows(customer).insert({
    ...draft,
    agentId: recruiterOf(ctx.viewer, draft.agentId),
    custPhone: plainPhone(draft.custPhone),
    currency: await tenantCurrency(ctx, draft.tenantId),
  });

/** Locks the customer's row. A recharge takes the same lock, so that no money is booked to a customer who is being closed. */
const lockCustomer = async (ctx: Context, custId: string): Promise<Row<typeof customer.fields>> => {
  await sql`select 1 from customer where cust_id = ${custId} for update`.execute(ctx.db);
  return ctx.rows(customer).get(custId);
};

const factsOf = async (ctx: Context, books: CustomerBooks, row: Row<typeof customer.fields>): Promise<CustomerFacts> => {
  const { rows } = await sql<{ cards: number; cars: number }>`select
    (select count(*)::int4 from ic_card where cust_id = ${row.custId} and card_state <> ${sql.lit(cardState.items.disused.value)} and not is_delete) as cards,
    (select count(*)::int4 from car where (cust_id = ${row.custId} or phone_user_id = ${row.custId}) and state <> ${sql.lit(entityState.disused)} and not is_delete) as cars`.execute(
    ctx.db,
  );
  const { cards = 0, cars = 0 } = rows[0] ?? {};
  const { custId: ownerId, tenantId, currency } = row;
  const owedCents = await books.owedBy(ctx, { tenantId, currency, owner: { ownerType: 'customer', ownerId } });
  return { name: row.custName, state: row.custState, balanceCents: row.custBalance, owedCents, currency, cards, cars };
};

const orRefuse = <S>(verdict: Verdict<S, CustomerRefusal>): S =>
  verdict.ok ? verdict.next : throwRefusal(customerRefusals, verdict.refusal, verdict.args);

/** Sets the agent of the customer's cards and cars, since the customer's agent must see them. */
const moveMembersToPool = async (ctx: Context, row: Row<typeof customer.fields>): Promise<void> => {
  await sql`update ic_card set agent_id = ${row.agentId} where cust_id = ${row.custId} and agent_id is distinct from ${row.agentId}`.execute(ctx.db);
  await sql`update car set agent_id = ${row.agentId} where coalesce(cust_id, phone_user_id) = ${row.custId} and agent_id is distinct from ${row.agentId}`.execute(
    ctx.db,
  );
};
