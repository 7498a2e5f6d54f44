import { sql } from 'kysely';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { deny } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, reverse } from '../ledger/ledger.server.ts';
import { bookTransfer } from '../pool/transfer.server.ts';
import { moveToPool, poolOf } from '../pool/pool.server.ts';
import { partyCode, walletBalance } from '../wallet/balance.server.ts';
import { successorWallet, ownerOfCode } from '../wallet/successor-wallet.server.ts';
import { lockParty } from '../wallet/party-lock.server.ts';
import { ownerOf } from '../wallet/wallet.rules.ts';
import { checkReversal } from './recharge.rules.ts';
import { RECEIVABLE_PERMISSION, recharge } from './recharge.ts';
import type { rechargeApi } from './recharge.ts';
import { booksOf, nextRecordId, orRefuse, writeRecord } from './record.server.ts';

/** Reverses a recharge: writes the record of the reversal, the opposite booking, and the mark on the original record in one transaction. */
export const reverseRecharge = async (ctx: Context, { rechargRecordId, reason, toReceivable }: InputOf<(typeof rechargeApi)['reverse']>) => {
  const mayOwe = toReceivable === 1;
  if (mayOwe && !hasPermission(ctx.viewer, RECEIVABLE_PERMISSION))
    return throwRefusal(
      kitRefusals,
      'forbidden',
      { permission: RECEIVABLE_PERMISSION },
      { status: 403, detail: { permission: RECEIVABLE_PERMISSION } },
    );
  // The lock serialises two reversals of one record, so that the second one sees the mark of the first.
  await sql`select 1 from recharge_record where recharg_record_id = ${rechargRecordId} for update`.execute(ctx.db);
  const record = await ctx.rows(recharge).get(rechargRecordId);
  if (record.payNo !== null) orRefuse(ctx, deny('recharge.online'));
  const recordOwner = ownerOf(record.mainPartType, record.mainPartId ?? '');
  const books = booksOf(ctx, record);
  const walletOf = (walletOwner: WalletOwner) => walletBalance(ctx.db, { tenantId: record.tenantId, currency: record.currency, owner: walletOwner });
  // The balance and debt of a replaced card were moved to its successor.
  const owner = ownerOfCode(await successorWallet(ctx.db, { tenantId: record.tenantId, walletOwner: partyCode(recordOwner) }));
  await lockParty(ctx.db, owner);
  const pool = await poolOf(ctx.db, owner);
  const ownBalance = await walletOf(owner);
  const pooledCents = pool ? (await walletOf(pool)).availableCents : 0n;
  const facts = {
    amountCents: record.rrMoney - record.debtPaidMoney,
    currency: record.currency,
    isReversal: record.reverseRecordId !== null,
    hasReverse: record.hasReverse === 1,
  };
  orRefuse(ctx, checkReversal({ ...facts, availableCents: ownBalance.availableCents + pooledCents, mayOwe }));
  // Money that was moved to the pool is moved back first, so that the reversal is the opposite of the recharge.
  if (pool)
    await bookTransfer(ctx.db, books, {
      from: pool,
      to: owner,
      amountCents: poolShare(facts.amountCents, ownBalance.availableCents, pooledCents),
      debtCents: 0n,
    });
  const [wallet = 0n, receivable = 0n] = await openAccounts(ctx.db, books, [
    accounts.wallet(partyCode(owner)),
    ...(mayOwe ? [accounts.receivable(partyCode(owner))] : []),
  ]);
  const booking = await reverse(ctx.db, books, {
    journalId: BigInt(record.journalId),
    source: { type: 'recharge', id: rechargRecordId },
    ...(mayOwe && { receivable }),
    payer: wallet,
  });
  // The part that paid a debt becomes a debt of the wallet that had it; a void card cannot have a debt.
  if (partyCode(recordOwner) !== partyCode(owner))
    await bookTransfer(ctx.db, books, { from: recordOwner, to: owner, amountCents: 0n, debtCents: record.debtPaidMoney });
  const movement = booking.movements.find(({ accountId }) => accountId === wallet);
  await ctx.rows(recharge).change(rechargRecordId, { hasReverse: 1 });
  // Everything was spent, so the balance did not change, and the booking has locked its row.
  const { postedCents } = await walletOf(owner);
  await moveToPool(ctx.db, books, partyCode(owner));
  return writeRecord(ctx, record, {
    rechargRecordId: await nextRecordId(ctx.db),
    journalId: String(booking.journalId),
    rrMoney: -record.rrMoney,
    rrBeforeMoney: movement?.beforeCents ?? postedCents,
    rrAfterMoney: movement?.afterCents ?? postedCents,
    receivableMoney: booking.shortfallCents,
    debtPaidMoney: -record.debtPaidMoney,
    payMethod: record.payMethod,
    reverseRecordId: rechargRecordId,
    reverseReason: reason,
  });
};

/** The part of the amount that the pool pays: what the party's own wallet lacks, up to the pool's balance. */
const poolShare = (amountCents: bigint, ownCents: bigint, pooledCents: bigint): bigint => {
  const missing = ownCents < amountCents ? amountCents - ownCents : 0n;
  return pooledCents < missing ? pooledCents : missing;
};
