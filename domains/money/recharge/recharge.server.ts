import { sql } from 'kysely';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Draft } from '#kit/fields/field.ts';
import type { Context } from '#kit/server/context.ts';
import { adding, crudHandlers } from '#kit/server/crud.ts';
import { revealHandlers } from '#kit/server/personal.ts';
import { implement } from '#kit/server/route.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import { sumList } from '../totals.server.ts';
import { partyCode } from '../wallet/balance.server.ts';
import { partyOf } from './party.server.ts';
import { checkRecharge } from './recharge.rules.ts';
import { recharge, rechargeApi } from './recharge.ts';
import { booksOf, changeOf, nextRecordId, orRefuse, paidInto, writeRecord } from './record.server.ts';
import { reverseRecharge } from './reverse.server.ts';

const { list, queryById, exportXls, exportTemplate } = crudHandlers(recharge);

export const rechargeRoutes = implement(rechargeApi, {
  list,
  queryById,
  ...revealHandlers(recharge),
  exportXls,
  exportTemplate,
  ...adding(recharge, (ctx, draft) => addRecharge(ctx, draft)),
  reverse: (ctx, input) => reverseRecharge(ctx, input),
  dealConsume: (ctx, _input, { list: asked }) =>
    sumList(ctx, {
      noun: recharge,
      list: asked,
      sums: sql`coalesce(sum(t.rr_money) filter (where t.rr_money > 0), 0)::int8 as recharged,
        coalesce(-sum(t.rr_money) filter (where t.rr_money < 0), 0)::int8 as reversed, coalesce(sum(t.receivable_money), 0)::int8 as owed`,
      read: ({ recharged, reversed, owed }: Sums) => ({
        rechargeAllMoney: formatScaled(recharged, 2),
        reverseAllMoney: formatScaled(reversed, 2),
        receivableAllMoney: formatScaled(owed, 2),
        netAllMoney: formatScaled(recharged - reversed, 2),
      }),
    }),
});

interface Sums {
  readonly recharged: bigint;
  readonly reversed: bigint;
  readonly owed: bigint;
}

/** Books the money first: what stood in the wallet before and after is what the booking says, not what somebody read. */
const addRecharge = async (ctx: Context, draft: Draft<typeof recharge.fields>) => {
  const party = await partyOf(ctx, draft);
  const { mainPartName: name, isVoid, pool } = party;
  orRefuse(ctx, checkRecharge({ amountCents: draft.rrMoney, party: { name, isVoid, poolOwner: pool?.custName ?? null } }), 'rrMoney');
  const rechargRecordId = await nextRecordId(ctx.db);
  const books = booksOf(ctx, party);
  const [wallet = 0n, source = 0n] = await openAccounts(ctx.db, books, [accounts.wallet(partyCode(party.owner)), paidInto(draft.payMethod)]);
  const booking = await post(ctx.db, books, {
    kind: 'recharge',
    source: { type: 'recharge', id: rechargRecordId },
    lines: [{ debit: source, credit: wallet, amountCents: draft.rrMoney }],
  });
  return writeRecord(ctx, party, {
    ...changeOf(booking, wallet),
    rechargRecordId,
    rrMoney: draft.rrMoney,
    receivableMoney: 0n,
    payMethod: draft.payMethod,
    invoiceCode: draft.invoiceCode ?? null,
    invoiceNumber: draft.invoiceNumber ?? null,
  });
};
