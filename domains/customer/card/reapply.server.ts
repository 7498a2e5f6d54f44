import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { enforceCheckRules } from '#domains/system/server.ts';
import { recordOperation } from '../card-operate/card-operate.server.ts';
import { checkReapply, normalizeCardNumber } from './card.rules.ts';
import { lockCard, orRefuse } from './card.server.ts';
import { card } from './card.ts';
import { checkNumberLength } from './number-length.server.ts';
import { resealPin } from './pin.server.ts';
import { cardState, csrFlag } from './card.codes.ts';

type Card = Row<typeof card.fields>;

export interface ReplacedCard {
  /** The old card as it was before, with its balance. */
  readonly oldCard: Card;
  readonly newCard: Card;
  /** The operation record, which is the source of the booking that moves the balance. */
  readonly icCardOperateId: string;
}

/**
 * Voids a card and gives its holder, password and bindings to a new one. The caller moves the balance in the same transaction, from
 * `wallet:card:{old}` to `wallet:card:{new}`. Refused for a void card, while an order holds money of it, and for a number that is
 * already used.
 */
export const reapplyCard = async (
  ctx: Context,
  secrets: Secrets,
  input: { readonly icCardId: string; readonly newIcCardNo: string; readonly csrReason: string },
): Promise<ReplacedCard> => {
  const oldCard = await lockCard(ctx, input.icCardId);
  const newIcCardNo = normalizeCardNumber(input.newIcCardNo);
  orRefuse(checkReapply(oldCard, newIcCardNo));
  await enforceCheckRules(ctx, card, { tenantId: oldCard.tenantId, icCardNo: newIcCardNo });
  orRefuse(await checkNumberLength(ctx, { tenantId: oldCard.tenantId, icCardNo: newIcCardNo, boundAs: oldCard.icCardId }));
  const newCard = await ctx
    .rows(card)
    .insert({ ...takeOverFields(oldCard, ctx.now), icCardNo: newIcCardNo, cardPwd: await passwordFor(ctx, secrets, { oldCard, newIcCardNo }) });
  await sql`select copy_card_bindings(${oldCard.tenantId}, ${oldCard.icCardId}, ${newCard.icCardId})`.execute(ctx.db);
  await ctx.rows(card).change(oldCard.icCardId, { cardState: cardState.items.disused.value, newIcCardNo });
  await recordOperation(ctx, { card: oldCard, operation: csrFlag.items.discard.value, reason: input.csrReason });
  const icCardOperateId = await recordOperation(ctx, {
    card: newCard,
    operation: csrFlag.items.reapply.value,
    reason: input.csrReason,
    replaced: oldCard,
  });
  return { oldCard, newCard, icCardOperateId };
};

const { normal, disabled } = valuesOf(cardState);

/** Fields that the new card inherits. A lock and a validity that has ended concerned the old card and are not inherited; a disabled state concerns the holder and is. */
const takeOverFields = (oldCard: Card, now: Date): Partial<Card> => ({
  tenantId: oldCard.tenantId,
  agentId: oldCard.agentId,
  custId: oldCard.custId,
  cardPeople: oldCard.cardPeople,
  cardPhone: oldCard.cardPhone,
  cardCarNo: oldCard.cardCarNo,
  validUntil: oldCard.validUntil !== null && oldCard.validUntil > now ? oldCard.validUntil : null,
  canDiscount: oldCard.canDiscount,
  currency: oldCard.currency,
  cardAlarmMoney: oldCard.cardAlarmMoney,
  cardState: oldCard.cardState === disabled ? disabled : normal,
});

const passwordFor = async (
  ctx: Context,
  secrets: Secrets,
  cards: { readonly oldCard: Card; readonly newIcCardNo: string },
): Promise<string | null> => {
  const { oldCard, newIcCardNo } = cards;
  const { rows } = await sql<{ cardPwd: string | null }>`select card_pwd from ic_card where ic_card_id = ${oldCard.icCardId}`.execute(ctx.db);
  const sealed = rows[0]?.cardPwd;
  return sealed ? resealPin(secrets, sealed, { from: oldCard, to: { tenantId: oldCard.tenantId, icCardNo: newIcCardNo } }) : null;
};
