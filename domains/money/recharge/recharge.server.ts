import { sql } from 'kysely';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Draft } from '#kit/fields/field.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import { sumList } from '#kit/server/lists/sum-list.ts';
import type { RowWithSums } from '#kit/server/lists/sum-list.ts';
import { bookRecharge } from './book-recharge.server.ts';
import { partyOf } from './party.server.ts';
import { checkRecharge } from './recharge.rules.ts';
import { recharge, rechargeApi } from './recharge.ts';
import { booksOf, orRefuse, cashAccountFor, writeRecord } from './record.server.ts';
import { reverseRecharge } from './reverse.server.ts';

const { list, queryById, exportXls, exportTemplate } = crudHandlers(recharge);

export const rechargeRoutes = implement(rechargeApi, {
  list,
  queryById,
  ...revealHandlers(recharge),
  exportXls,
  exportTemplate,
  ...addHandlers(recharge, (ctx, draft) => addRecharge(ctx, draft)),
  reverse: (ctx, input) => reverseRecharge(ctx, input),
  dealConsume: (ctx, _input, { list: listQuery }) =>
    sumList(ctx, {
      noun: recharge,
      list: listQuery,
      sums: ({ head, tail }) => sql<RowWithSums<Sums>>`select ${head}, coalesce(sum(t.rr_money) filter (where t.rr_money > 0), 0)::int8 as recharged,
        coalesce(-sum(t.rr_money) filter (where t.rr_money < 0), 0)::int8 as reversed, coalesce(sum(t.receivable_money), 0)::int8 as owed,
        coalesce(sum(t.debt_paid_money), 0)::int8 as paid ${tail}`,
      read: ({ recharged, reversed, owed, paid }: Sums) => ({
        rechargeAllMoney: formatScaled(recharged, 2),
        reverseAllMoney: formatScaled(reversed, 2),
        receivableAllMoney: formatScaled(owed, 2),
        debtPaidAllMoney: formatScaled(paid, 2),
        netAllMoney: formatScaled(recharged - reversed, 2),
      }),
    }),
});

interface Sums {
  readonly recharged: bigint;
  readonly reversed: bigint;
  readonly owed: bigint;
  readonly paid: bigint;
}

/** Pays the party's debt and adds the rest to the wallet. The booking comes first, because it returns the exact balances before and after. */
const addRecharge = async (ctx: Context, draft: Draft<typeof recharge.fields>) => {
  const party = await partyOf(ctx, draft);
  const { mainPartName: name, isVoid, pool } = party;
  orRefuse(ctx, checkRecharge({ amountCents: draft.rrMoney, party: { name, isVoid, poolOwner: pool?.custName ?? null } }), 'rrMoney');
  const booked = await bookRecharge(ctx.db, booksOf(ctx, party), { party, amountCents: draft.rrMoney, from: cashAccountFor(draft.payMethod) });
  return writeRecord(ctx, party, {
    ...booked,
    rrMoney: draft.rrMoney,
    receivableMoney: 0n,
    payMethod: draft.payMethod,
    invoiceCode: draft.invoiceCode ?? null,
    invoiceNumber: draft.invoiceNumber ?? null,
  });
};
