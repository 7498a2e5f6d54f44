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
import { keepOutside, lockParty } from '../wallet/party-lock.server.ts';
import { bookMove } from './move.server.ts';
import { memberWords, poolRefusals } from './pool.labels.ts';

const kinds = valuesOf(mainPartType);
type Member = Parameters<JoinPool>[1]['members'][number];

/** What lies in the wallets of cards and cars goes to the customer they draw on from now on, and so does what they owe: nobody recharges them any more. */
export const joinPool: JoinPool = async (ctx, { custId, members }) => {
  for (const currency of new Set(members.map((member) => member.currency)))
    await joinIn(ctx, { currency, custId, members: members.filter((member) => member.currency === currency) });
};

interface JoinRequest {
  readonly currency: string;
  readonly custId: string;
  readonly members: readonly Member[];
}

const joinIn = async (ctx: Context, { currency, custId, members }: JoinRequest): Promise<void> => {
  const [{ tenantId } = { tenantId: '0' }] = members;
  const balances = await walletBalances(ctx.db, { tenantId, currency, owners: members.map(({ owner }) => owner) });
  const held = members.filter(({ owner }) => (balances.get(partyCode(owner))?.heldCents ?? 0n) > 0n);
  if (held.length > 0) refuseHeld(ctx, held);
  const books = { tenantId: BigInt(tenantId), currency, actor: `user:${ctx.viewer.username}` };
  for (const member of members) {
    const found = balances.get(partyCode(member.owner));
    const move = { from: member.owner, to: ownerOfPool(custId), amountCents: found?.postedCents ?? 0n, debtCents: found?.owedCents ?? 0n };
    await bookMove(ctx.db, books, move).catch((error: unknown) => {
      // An order began to hold money, or a bill was paid, after the balances were read.
      if (error instanceof Refusal && error.facts.code === 'ledger.insufficient') refuseHeld(ctx, [member]);
      throw error;
    });
  }
};

const NAMED_MAX = 5;

const refuseHeld = (ctx: Context, held: readonly Member[]): never => {
  const named = held.slice(0, NAMED_MAX).map(({ owner, no }) => ctx.say(memberWords[owner.ownerType === 'card' ? 'card' : 'car'], { no }));
  const names = [named.join(ctx.say(comma)), ...(held.length > NAMED_MAX ? [ctx.say(memberWords.more, { count: held.length })] : [])].join(' ');
  return throwRefusal(poolRefusals, 'pool.held', { names });
};
const comma = ['、', '、', ', '] as const;

const ownerOfPool = (custId: string): WalletOwner => ({ ownerType: 'customer', ownerId: custId });

/** The customer's wallet that a card or car draws on instead of its own; undefined: its own, also when the transaction ends. */
export const poolOf = async (tx: Tx, own: WalletOwner): Promise<WalletOwner | undefined> => {
  if (own.ownerType === 'customer') return undefined;
  await keepOutside(tx, own);
  const party = await partyById(tx, own.ownerType === 'card' ? kinds.icCard : kinds.vehicleVin, own.ownerId);
  return party?.wallet.ownerType === 'customer' ? party.wallet : undefined;
};

/**
 * To be called when something was booked to a party's own wallet or debt long after: an order that began before the pool, a correction, a
 * reversal. If the party draws on a pool by now, what it has or owes goes there too; else nothing happens. `walletOwner` as in `card:12`.
 */
export const passToPool = async (tx: Tx, books: Books, walletOwner: string): Promise<void> => {
  const own = memberOf(walletOwner);
  const pool = own && (await poolOf(tx, own));
  if (!own || !pool) return;
  await lockParty(tx, own);
  const { availableCents, owedCents } = await walletBalance(tx, { tenantId: String(books.tenantId), currency: books.currency, owner: own });
  await bookMove(tx, books, { from: own, to: pool, amountCents: availableCents, debtCents: owedCents });
};

const memberOf = (walletOwner: string): WalletOwner | undefined => {
  const [, ownerType, ownerId = ''] = /^(card|car):(\d+)$/.exec(walletOwner) ?? [];
  return ownerType === 'card' || ownerType === 'car' ? { ownerType, ownerId } : undefined;
};
