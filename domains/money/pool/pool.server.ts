import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Context } from '#kit/server/context/context.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import type { JoinPool } from '#domains/customer/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Books } from '../ledger/ledger.server.ts';
import { partyCode, walletBalance, walletBalances } from '../wallet/balance.server.ts';
import { lockOutsidePool, lockParty } from '../wallet/party-lock.server.ts';
import { bookTransfer } from './transfer.server.ts';
import { memberWords, poolRefusals } from './pool.labels.ts';

const kinds = valuesOf(mainPartType);
type Member = Parameters<JoinPool>[1]['members'][number];

/** Moves the balances and debts of cards and cars to the customer whose wallet they use from now on, because they can no longer be recharged. */
export const joinPool: JoinPool = async (ctx, { custId, members }) => {
  for (const currency of new Set(members.map((member) => member.currency)))
    await joinMembers(ctx, { currency, custId, members: members.filter((member) => member.currency === currency) });
};

interface JoinRequest {
  readonly currency: string;
  readonly custId: string;
  readonly members: readonly Member[];
}

const joinMembers = async (ctx: Context, { currency, custId, members }: JoinRequest): Promise<void> => {
  const [{ tenantId } = { tenantId: '0' }] = members;
  const balances = await walletBalances(ctx.db, { tenantId, currency, owners: members.map(({ owner }) => owner) });
  const membersWithHolds = members.filter(({ owner }) => (balances.get(partyCode(owner))?.heldCents ?? 0n) > 0n);
  if (membersWithHolds.length > 0) refuseHolds(ctx, membersWithHolds);
  const books = { tenantId: BigInt(tenantId), currency, actor: `user:${ctx.viewer.username}` };
  for (const member of members) {
    const balance = balances.get(partyCode(member.owner));
    const move = { from: member.owner, to: ownerOfPool(custId), amountCents: balance?.postedCents ?? 0n, debtCents: balance?.owedCents ?? 0n };
    await bookTransfer(ctx.db, books, move).catch((error: unknown) => {
      // After the balances were read, an order has placed a hold or a bill was paid.
      if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') refuseHolds(ctx, [member]);
      throw error;
    });
  }
};

const NAMED_MEMBERS_MAX = 5;

const refuseHolds = (ctx: Context, membersWithHolds: readonly Member[]): never => {
  const memberNames = membersWithHolds
    .slice(0, NAMED_MEMBERS_MAX)
    .map(({ owner, no }) => ctx.say(memberWords[owner.ownerType === 'card' ? 'card' : 'car'], { no }));
  const names = [
    memberNames.join(ctx.say(comma)),
    ...(membersWithHolds.length > NAMED_MEMBERS_MAX ? [ctx.say(memberWords.more, { count: membersWithHolds.length })] : []),
  ].join(' ');
  return throwRefusal(poolRefusals, 'pool.held', { names });
};
const comma = ['、', '、', ', '] as const;

const ownerOfPool = (custId: string): WalletOwner => ({ ownerType: 'customer', ownerId: custId });

/** The customer whose wallet a card or car uses; undefined when it uses its own. The result holds until the end of the transaction. */
export const poolOf = async (tx: Tx, owner: WalletOwner): Promise<WalletOwner | undefined> => {
  if (owner.ownerType === 'customer') return undefined;
  await lockOutsidePool(tx, owner);
  const party = await partyById(tx, owner.ownerType === 'card' ? kinds.icCard : kinds.vehicleVin, owner.ownerId);
  return party?.wallet.ownerType === 'customer' ? party.wallet : undefined;
};

/**
 * Call this after a delayed booking to a party's own wallet or debt: an order that began before the pool, a correction or a reversal. If the party
 * uses a pool now, its balance and debt are moved there; otherwise nothing happens. `walletOwner` has the form `card:12`.
 */
export const moveToPool = async (tx: Tx, books: Books, walletOwner: string): Promise<void> => {
  const owner = memberOf(walletOwner);
  const pool = owner && (await poolOf(tx, owner));
  if (!owner || !pool) return;
  await lockParty(tx, owner);
  const { availableCents, owedCents } = await walletBalance(tx, { tenantId: String(books.tenantId), currency: books.currency, owner });
  await bookTransfer(tx, books, { from: owner, to: pool, amountCents: availableCents, debtCents: owedCents });
};

const memberOf = (walletOwner: string): WalletOwner | undefined => {
  const [, ownerType, ownerId = ''] = /^(card|car):(\d+)$/.exec(walletOwner) ?? [];
  return ownerType === 'card' || ownerType === 'car' ? { ownerType, ownerId } : undefined;
};
