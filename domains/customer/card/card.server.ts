import { sql } from 'kysely';
import type { Draft, Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { enforceCheckRules } from '#domains/system/server.ts';
import { recordOperation } from '../card-operate/card-operate.server.ts';
import { ownerOf, recruiterOf, tenantCurrency } from '../customer/owner.server.ts';
import { keepPoolFlag } from '../balance/funds-pool.server.ts';
import type { CustomerBooks } from '../balance/customer-books.server.ts';
import { cardRefusals } from './card.labels.ts';
import type { CardRefusal } from './card.labels.ts';
import { changeState, checkEmpty, checkUsable, normalizeCardNumber, stateAfterReset } from './card.rules.ts';
import { card, cardApi } from './card.ts';
import { checkNumberLength } from './number-length.server.ts';
import { sealPin } from './pin.server.ts';
import { cardState, csrFlag } from './card.codes.ts';
import { custState } from '../customer/customer.codes.ts';

type Card = Row<typeof card.fields>;

const standardHandlers = crudHandlers(card);

/** `secrets` encrypt the passwords. */
export const cardRoutes = ({ secrets, books }: { readonly secrets: Secrets; readonly books: CustomerBooks }): readonly Route[] =>
  implement(cardApi, {
    ...standardHandlers,
    ...revealHandlers(card),
    ...addHandlers(card, (ctx, draft) => addCard(ctx, secrets, draft)),
    edit: async (ctx, input, extras) => {
      const isPooled = await keepPoolFlag(ctx, input.custId);
      const before = await lockCard(ctx, input.icCardId ?? '0');
      orRefuse(checkUsable(before));
      const { custId = before.custId } = input;
      const owner = 'custId' in input || 'agentId' in input ? await ownerOfCard(ctx, custId) : undefined;
      const row = await standardHandlers.edit(ctx, owner ? { ...input, agentId: owner.agentId } : input, extras);
      if (!isPooled || !custId || custId === before.custId) return row;
      const member = {
        owner: { ownerType: 'card', ownerId: row.icCardId },
        no: row.icCardNo,
        tenantId: row.tenantId,
        currency: row.currency,
      } as const;
      await books.joinPool(ctx, { custId, members: [member] });
      return ctx.rows(card).get(row.icCardId);
    },
    ...deleteHandlers(card, async (ctx, { icCardId }) => void orRefuse(checkEmpty(await cardWithDebt(ctx, books, await lockCard(ctx, icCardId))))),
    changeState: (ctx, { entityId, setState, csrReason }) => setStates(ctx, books, { keys: [entityId], wantedState: setState, reason: csrReason }),
    changeStatBatch: (ctx, { ids, stat, csrReason }) => setStates(ctx, books, { keys: splitIds(ids), wantedState: stat, reason: csrReason }),
    resetPwd: async (ctx, { icCardId, cardPwd, csrReason }) => {
      const row = await lockCard(ctx, icCardId);
      orRefuse(checkUsable(row));
      await ctx
        .rows(card)
        .change(icCardId, { cardPwd: cardPwd ? sealPin(secrets, row, cardPwd) : null, errorCount: 0, cardState: stateAfterReset(row) });
      await recordOperation(ctx, { card: row, operation: csrFlag.items.password.value, reason: csrReason });
      return ctx.say(kitWords.changed);
    },
  });

const addCard = async (ctx: Context, secrets: Secrets, draft: Draft<typeof card.fields>) => {
  const owner = await ownerOfCard(ctx, draft.custId);
  const icCardNo = normalizeCardNumber(draft.icCardNo);
  await enforceCheckRules(ctx, card, { ...draft, icCardNo });
  orRefuse(await checkNumberLength(ctx, { tenantId: draft.tenantId, icCardNo }));
  const row = await ctx.rows(card).insert({
    ...draft,
    icCardNo,
    agentId: owner ? owner.agentId : recruiterOf(ctx.viewer, draft.agentId),
    currency: await tenantCurrency(ctx, draft.tenantId),
    cardPwd: draft.cardPwd ? sealPin(secrets, { tenantId: draft.tenantId, icCardNo }, draft.cardPwd) : null,
  });
  await recordOperation(ctx, { card: row, operation: csrFlag.items.issue.value });
  return row;
};

const ownerOfCard = async (ctx: Context, custId: string | null | undefined) => {
  const owner = await ownerOf(ctx, custId);
  return owner?.custState === custState.items.closed.value ? throwRefusal(cardRefusals, 'card.customerClosed', { name: owner.custName }) : owner;
};

const setStates = async (
  ctx: Context,
  books: CustomerBooks,
  change: { readonly keys: readonly string[]; readonly wantedState: Card['cardState']; readonly reason: string | null | undefined },
): Promise<string> => {
  for (const key of change.keys) {
    const row = await lockCard(ctx, key);
    const next = orRefuse(changeState(await cardWithDebt(ctx, books, row), change.wantedState));
    if (next.state === row.cardState) continue;
    await ctx.rows(card).change(key, { cardState: next.state, ...(next.state === cardState.items.normal.value && { errorCount: 0 }) });
    await recordOperation(ctx, { card: row, operation: next.operation, reason: change.reason });
  }
  return ctx.say(kitWords.changed);
};

const cardWithDebt = async (ctx: Context, books: CustomerBooks, row: Card) => {
  const { tenantId, currency, icCardId } = row;
  return { ...row, owedCents: await books.owedBy(ctx, { tenantId, currency, owner: { ownerType: 'card', ownerId: icCardId } }) };
};

/** Locks the card's row and reads it, so that operations on one card run one after the other. */
export const lockCard = async (ctx: Context, icCardId: string) => {
  await ctx.rows(card).get(icCardId);
  await sql`select 1 from ic_card where ic_card_id = ${icCardId} for update`.execute(ctx.db);
  return ctx.rows(card).get(icCardId);
};

/** Returns the verdict's result, or throws its refusal with the texts of the card domain. */
export const orRefuse = <S>(verdict: Verdict<S, CardRefusal>): S =>
  verdict.ok ? verdict.next : throwRefusal(cardRefusals, verdict.refusal, verdict.args);
