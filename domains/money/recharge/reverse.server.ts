import { sql } from 'kysely';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, reverse } from '../ledger/ledger.server.ts';
import { bookMove } from '../pool/move.server.ts';
import { passToPool, poolOf } from '../pool/pool.server.ts';
import { partyCode, walletBalance } from '../wallet/balance.server.ts';
import { heirOf, ownerNamed } from '../wallet/heir.server.ts';
import { lockParty } from '../wallet/party-lock.server.ts';
import { ownerOf } from '../wallet/wallet.rules.ts';
import { checkReversal } from './recharge.rules.ts';
import { RECEIVABLE_PERMISSION, recharge } from './recharge.ts';
import type { rechargeApi } from './recharge.ts';
import { booksOf, nextRecordId, orRefuse, writeRecord } from './record.server.ts';

/** Takes a recharge back: a record of its own, the opposite booking, and the mark on the first record, in one step. */
export const reverseRecharge = async (ctx: Context, { rechargRecordId, reason, toReceivable }: InputOf<(typeof rechargeApi)['reverse']>) => {
  const mayOwe = toReceivable === 1;
  if (mayOwe && !hasPermission(ctx.viewer, RECEIVABLE_PERMISSION))
    return throwRefusal(
      kitRefusals,
      'forbidden',
      { permission: RECEIVABLE_PERMISSION },
      { status: 403, detail: { permission: RECEIVABLE_PERMISSION } },
    );
  // Two reversals of one record follow each other, and the second sees the first one's mark.
  await sql`select 1 from recharge_record where recharg_record_id = ${rechargRecordId} for update`.execute(ctx.db);
  const first = await ctx.rows(recharge).get(rechargRecordId);
  const named = ownerOf(first.mainPartType, first.mainPartId ?? '');
  const books = booksOf(ctx, first);
  const walletOf = (whose: WalletOwner) => walletBalance(ctx.db, { tenantId: first.tenantId, currency: first.currency, owner: whose });
  // A replaced card's money has gone to its successor, and so has what it owes.
  const owner = ownerNamed(await heirOf(ctx.db, { tenantId: first.tenantId, walletOwner: partyCode(named) }));
  await lockParty(ctx.db, owner);
  const pool = await poolOf(ctx.db, owner);
  const own = await walletOf(owner);
  const pooledCents = pool ? (await walletOf(pool)).availableCents : 0n;
  const facts = {
    amountCents: first.rrMoney - first.debtPaidMoney,
    currency: first.currency,
    isReversal: first.reverseRecordId !== null,
    hasReverse: first.hasReverse === 1,
  };
  orRefuse(ctx, checkReversal({ ...facts, availableCents: own.availableCents + pooledCents, mayOwe }));
  // What was brought to the pool comes back first, so that the reversal is the opposite of the recharge.
  if (pool)
    await bookMove(ctx.db, books, { from: pool, to: owner, amountCents: lacking(facts.amountCents, own.availableCents, pooledCents), debtCents: 0n });
  const [wallet = 0n, receivable = 0n] = await openAccounts(ctx.db, books, [
    accounts.wallet(partyCode(owner)),
    ...(mayOwe ? [accounts.receivable(partyCode(owner))] : []),
  ]);
  const booking = await reverse(ctx.db, books, {
    journalId: BigInt(first.journalId),
    source: { type: 'recharge', id: rechargRecordId },
    ...(mayOwe && { receivable }),
    payer: wallet,
  });
  // The part that paid a debt is owed again where it was paid; a card that is no more owes nothing.
  if (partyCode(named) !== partyCode(owner))
    await bookMove(ctx.db, books, { from: named, to: owner, amountCents: 0n, debtCents: first.debtPaidMoney });
  const moved = booking.movements.find(({ accountId }) => accountId === wallet);
  await ctx.rows(recharge).change(rechargRecordId, { hasReverse: 1 });
  // All of it spent: the wallet did not move, and the booking keeps its balance locked.
  const { postedCents } = await walletOf(owner);
  await passToPool(ctx.db, books, partyCode(owner));
  return writeRecord(ctx, first, {
    rechargRecordId: await nextRecordId(ctx.db),
    journalId: String(booking.journalId),
    rrMoney: -first.rrMoney,
    rrBeforeMoney: moved?.beforeCents ?? postedCents,
    rrAfterMoney: moved?.afterCents ?? postedCents,
    receivableMoney: booking.shortfallCents,
    debtPaidMoney: -first.debtPaidMoney,
    payMethod: first.payMethod,
    reverseRecordId: rechargRecordId,
    reverseReason: reason,
  });
};

/** What the pool gives of the amount: as much as the own wallet lacks, and no more than it has. */
const lacking = (amountCents: bigint, ownCents: bigint, pooledCents: bigint): bigint => {
  const missing = ownCents < amountCents ? amountCents - ownCents : 0n;
  return pooledCents < missing ? pooledCents : missing;
};
