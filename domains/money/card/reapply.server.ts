import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { card, reapplyCardEndpoint } from '#domains/customer/resources.ts';
import { reapplyCard } from '#domains/customer/server.ts';
import type { ReplacedCard } from '#domains/customer/server.ts';
import { accounts } from '../ledger/ledger.ts';
import type { BookingLine } from '../ledger/ledger.ts';
import { closeAccount, openAccounts, post } from '../ledger/ledger.server.ts';
import type { Books } from '../ledger/ledger.server.ts';
import { walletBalance } from '../wallet/balance.server.ts';
import { reapplyRefusals } from './reapply.labels.ts';

/** `secrets` encrypts the passwords of cards. */
export const reapplyRoutes = ({ secrets }: { readonly secrets: Secrets }): readonly Route[] =>
  implement(
    { reapply: reapplyCardEndpoint },
    {
      reapply: async (ctx, input) => {
        const replaced = await reapplyCard(ctx, secrets, input);
        await moveBalance(ctx, replaced);
        return ctx.rows(card).get(replaced.newCard.icCardId);
      },
    },
  );

/** Moves the balance and the debt of the old card's wallet to the new card. The old account is closed permanently, with a balance of zero. */
const moveBalance = async (ctx: Context, { oldCard, newCard, icCardOperateId }: ReplacedCard): Promise<void> => {
  const books = { tenantId: BigInt(oldCard.tenantId), currency: oldCard.currency, actor: `user:${ctx.viewer.username}` };
  const wallets = [accounts.wallet(`card:${oldCard.icCardId}`), accounts.wallet(`card:${newCard.icCardId}`)];
  const [oldWallet = 0n, newWallet = 0n] = await openAccounts(ctx.db, books, wallets);
  const owner = { ownerType: 'card', ownerId: oldCard.icCardId } as const;
  const { postedCents, owedCents } = await walletBalance(ctx.db, { tenantId: oldCard.tenantId, currency: oldCard.currency, owner });
  const lines = [
    ...(postedCents > 0n ? [{ debit: oldWallet, credit: newWallet, amountCents: postedCents }] : []),
    ...(owedCents > 0n ? [await debtLine(ctx, books, { oldCard, newCard, amountCents: owedCents })] : []),
  ];
  try {
    if (lines.length > 0) await post(ctx.db, books, { kind: 'move', source: { type: 'card_operate', id: icCardOperateId }, lines });
    await closeAccount(ctx.db, { tenantId: books.tenantId, accountId: oldWallet });
  } catch (error) {
    // After the balance was read, an order has placed a hold or a bill was paid.
    if (error instanceof Refusal && concurrentRefusals.has(error.facts.code)) throwRefusal(reapplyRefusals, 'reapply.moving');
    throw error;
  }
};

const debtLine = async (
  ctx: Context,
  books: Books,
  { oldCard, newCard, amountCents }: Pick<ReplacedCard, 'oldCard' | 'newCard'> & { readonly amountCents: bigint },
): Promise<BookingLine> => {
  const debts = [accounts.receivable(`card:${newCard.icCardId}`), accounts.receivable(`card:${oldCard.icCardId}`)];
  const [debit = 0n, credit = 0n] = await openAccounts(ctx.db, books, debts);
  return { debit, credit, amountCents };
};

const concurrentRefusals: ReadonlySet<string> = new Set(['ledger.insufficient', 'ledger.notOpen']);
