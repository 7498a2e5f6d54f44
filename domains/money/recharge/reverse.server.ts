import { sql } from 'kysely';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { may } from '#kit/server/viewer.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, reverse } from '../ledger/ledger.server.ts';
import { partyCode, walletBalance } from '../wallet/balance.server.ts';
import { ownerOf } from '../wallet/wallet.rules.ts';
import { checkReversal } from './recharge.rules.ts';
import { RECEIVABLE_PERMISSION, recharge } from './recharge.ts';
import type { rechargeApi } from './recharge.ts';
import { booksOf, nextRecordId, orRefuse, writeRecord } from './record.server.ts';

/** Takes a recharge back: a record of its own, the opposite booking, and the mark on the first record, in one step. */
export const reverseRecharge = async (ctx: Context, { rechargRecordId, reason, toReceivable }: InputOf<(typeof rechargeApi)['reverse']>) => {
  const mayOwe = toReceivable === 1;
  if (mayOwe && !may(ctx.viewer, RECEIVABLE_PERMISSION))
    return refuse(kitRefusals, 'forbidden', { permission: RECEIVABLE_PERMISSION }, { status: 403, detail: { permission: RECEIVABLE_PERMISSION } });
  // Two reversals of one record follow each other, and the second sees the first one's mark.
  await sql`select 1 from recharge_record where recharg_record_id = ${rechargRecordId} for update`.execute(ctx.db);
  const first = await ctx.rows(recharge).get(rechargRecordId);
  const owner = ownerOf(first.mainPartType, first.mainPartId ?? '');
  const books = booksOf(ctx, first);
  const { availableCents } = await walletBalance(ctx.db, { tenantId: first.tenantId, currency: first.currency, owner });
  const facts = {
    amountCents: first.rrMoney,
    currency: first.currency,
    isReversal: first.reverseRecordId !== null,
    hasReverse: first.hasReverse === 1,
  };
  orRefuse(ctx, checkReversal({ ...facts, availableCents, mayOwe }));
  const [wallet = 0n, receivable = 0n] = await openAccounts(ctx.db, books, [
    accounts.wallet(partyCode(owner)),
    ...(mayOwe ? [accounts.receivable(partyCode(owner))] : []),
  ]);
  const booking = await reverse(ctx.db, books, {
    journalId: BigInt(first.journalId),
    source: { type: 'recharge', id: rechargRecordId },
    ...(mayOwe && { receivable }),
  });
  const moved = booking.movements.find(({ accountId }) => accountId === wallet);
  await ctx.rows(recharge).change(rechargRecordId, { hasReverse: 1 });
  // All of it spent: the wallet did not move, and the booking keeps its balance locked.
  const { postedCents } = await walletBalance(ctx.db, { tenantId: first.tenantId, currency: first.currency, owner });
  return writeRecord(ctx, first, {
    rechargRecordId: await nextRecordId(ctx.db),
    journalId: String(booking.journalId),
    rrMoney: -first.rrMoney,
    rrBeforeMoney: moved?.beforeCents ?? postedCents,
    rrAfterMoney: moved?.afterCents ?? postedCents,
    receivableMoney: booking.shortfallCents,
    payMethod: first.payMethod,
    reverseRecordId: rechargRecordId,
    reverseReason: reason,
  });
};
