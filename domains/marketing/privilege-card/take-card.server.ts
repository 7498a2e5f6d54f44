import { sql } from 'kysely';
import { encodeCardTerms } from '#engines/marketing/card-terms.ts';
import type { HeldCardTerms } from '#engines/marketing/card-terms.ts';
import { windowOfCard } from '#engines/marketing/card-value.ts';
import type { CardWindow } from '#engines/marketing/card-value.ts';
import { cardHoldState, cardSale, cardSource } from '#engines/marketing/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import { accounts, openAccounts, partyCode, payingWallet, post, walletBalance, ownerOfCode } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { nameOf, numberOf, vipRankOf } from '../party-facts.server.ts';
import { readCard, termsOf } from './card-row.server.ts';
import type { StoredCard } from './card-row.server.ts';
import { privilegeCardRefusals } from './privilege-card.labels.ts';
import { whyNotTaken } from './privilege-card.rules.ts';

export interface CardTaking {
  readonly privilegeCardId: string;
  readonly party: Party;
  readonly by: string;
  readonly now: Date;
}

export interface TakenCard {
  readonly privilegeCardHoldId: string;
  readonly expiresAt: Date;
}

/** Gives a card to a party, or refuses. */
export const giveCard = async (tx: Tx, taking: CardTaking): Promise<TakenCard> =>
  takeCard(tx, taking, { card: await cardFor(tx, taking), paidBy: null });

/** Sells a card to a party, whose wallet pays the price that it was shown: D wallet, C card deferred. */
export const sellCard = async (tx: Tx, taking: CardTaking, shownPriceCents: bigint): Promise<TakenCard> => {
  const { card, paidBy } = await cardOnSale(tx, taking, shownPriceCents);
  const { by } = taking;
  const taken = await takeCard(tx, taking, { card, paidBy });
  const books = { tenantId: card.tenantId, currency: card.currency, actor: by };
  const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.wallet(paidBy), accounts.cardDeferred()]);
  await post(tx, books, {
    kind: 'card_sale',
    source: { type: 'card', id: taken.privilegeCardHoldId },
    lines: [{ debit, credit, amountCents: card.price }],
  });
  return taken;
};

/** Refuses before a payment what would be refused after it, unless others are faster; returns the names of the card in three languages. */
export const checkCardSale = async (tx: Tx, taking: CardTaking, shownPriceCents: bigint): Promise<HeldCardTerms['names']> => {
  const { card } = await cardOnSale(tx, taking, shownPriceCents);
  const { mainPartType, mainPartId } = taking.party;
  const { rows } = await sql<{ taken: number }>`select taken from privilege_card_person
    where privilege_card_id = ${card.privilegeCardId} and main_part_type = ${mainPartType} and main_part_id = ${mainPartId}`.execute(tx);
  if ((rows[0]?.taken ?? 0) >= card.limitNum) throwRefusal(privilegeCardRefusals, 'privilegeCard.personLimit');
  const isLeft = card.totalNum === null || card.issued < card.totalNum;
  if (card.state !== cardSale.on || !isLeft) throwRefusal(privilegeCardRefusals, whyNotTaken(card));
  return termsOf(card).names;
};

/** The card at the price that was shown, and the wallet that pays it; whoever owes money buys nothing. */
const cardOnSale = async (tx: Tx, taking: CardTaking, shownPriceCents: bigint): Promise<CardToTake & { readonly paidBy: string }> => {
  const card = await cardFor(tx, taking);
  if (card.price === 0n) throwRefusal(privilegeCardRefusals, 'privilegeCard.notSold');
  if (card.price !== shownPriceCents) throwRefusal(privilegeCardRefusals, 'privilegeCard.priceChanged', {}, { status: 409 });
  const { tenantId, wallet } = taking.party;
  const paidBy = await payingWallet(tx, { tenantId, walletOwner: partyCode(wallet) });
  const { owedCents } = await walletBalance(tx, { tenantId, currency: card.currency, owner: ownerOfCode(paidBy) });
  if (owedCents > 0n) throwRefusal(privilegeCardRefusals, 'privilegeCard.owed', {}, { status: 409 });
  return { card, paidBy };
};

/** The card, if this party may have it. */
const cardFor = async (tx: Tx, { privilegeCardId, party }: CardTaking): Promise<StoredCard> => {
  const card = (await readCard(tx, privilegeCardId)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (party.tenantId !== String(card.tenantId) || party.currency !== card.currency || party.state === 'disabled')
    throwRefusal(privilegeCardRefusals, 'privilegeCard.notForYou');
  if (!card.isFeatureOn) throwRefusal(privilegeCardRefusals, 'privilegeCard.featureOff');
  if (card.vipLevelValLimit > 0 && (await vipRankOf(tx, party)) < card.vipLevelValLimit)
    throwRefusal(privilegeCardRefusals, 'privilegeCard.vipTooLow');
  return card;
};

interface CardToTake {
  readonly card: StoredCard;
  readonly paidBy: string | null;
}

/**
 * The row of the party is locked before that of the card, which everybody locks, and both are counted by statements that count only while the limit allows
 * it; so no number of takers at the same time gets more than there are.
 */
const takeCard = async (tx: Tx, taking: CardTaking, { card, paidBy }: CardToTake): Promise<TakenCard> => {
  const ordinal = await countForParty(tx, card, taking.party);
  await countInAll(tx, card);
  const window = windowOfCard({ beginsAtMs: await beginOf(tx, taking, card), validDays: card.validDays, zone: card.zone });
  const privilegeCardHoldId = await insertHold(tx, taking, { card, paidBy, ordinal, window });
  return { privilegeCardHoldId, expiresAt: new Date(window.expiresAtMs) };
};

const countForParty = async (tx: Tx, { tenantId, privilegeCardId, limitNum }: StoredCard, { mainPartType, mainPartId }: Party): Promise<number> => {
  const { rows } = await sql<{
    taken: number;
  }>`insert into privilege_card_person (tenant_id, privilege_card_id, main_part_type, main_part_id, taken) values (${tenantId}, ${privilegeCardId}, ${mainPartType}, ${mainPartId}, 1)
    on conflict (privilege_card_id, main_part_type, main_part_id) do update set taken = privilege_card_person.taken + 1 where privilege_card_person.taken < ${limitNum}
    returning taken`.execute(tx);
  return rows[0]?.taken ?? throwRefusal(privilegeCardRefusals, 'privilegeCard.personLimit');
};

const countInAll = async (tx: Tx, card: StoredCard): Promise<void> => {
  const { numAffectedRows } = await sql`update privilege_card set issued = issued + 1 where privilege_card_id = ${card.privilegeCardId}
    and state = ${sql.lit(cardSale.on)} and price = ${card.price} and (total_num is null or issued < total_num) and not is_delete`.execute(tx);
  if (numAffectedRows === 1n) return;
  const now = (await readCard(tx, String(card.privilegeCardId))) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (now.price !== card.price) throwRefusal(privilegeCardRefusals, 'privilegeCard.priceChanged', {}, { status: 409 });
  throwRefusal(privilegeCardRefusals, whyNotTaken(now));
};

/** A card that only its time limits begins when the last one of the same kind ends; one with charges or energy in all begins at once. */
const beginOf = async (tx: Tx, { party, now }: CardTaking, { privilegeCardId, quota, timesLimit }: StoredCard): Promise<number> => {
  if (quota !== null || timesLimit !== null) return now.getTime();
  const { rows } = await sql<{
    endsAt: Date | null;
  }>`select max(expires_at) as ends_at from privilege_card_hold where privilege_card_id = ${privilegeCardId}
    and main_part_type = ${party.mainPartType} and main_part_id = ${party.mainPartId} and state = ${sql.lit(cardHoldState.active)}`.execute(tx);
  return Math.max(now.getTime(), rows[0]?.endsAt?.getTime() ?? 0);
};

interface NewHold extends CardToTake {
  readonly ordinal: number;
  readonly window: CardWindow;
}

const insertHold = async (tx: Tx, { party, by, now }: CardTaking, { card, paidBy, ordinal, window }: NewHold): Promise<string> => {
  const terms = termsOf(card);
  const { rows } = await sql<{ id: bigint }>`insert into privilege_card_hold (tenant_id, agent_id, privilege_card_id, main_part_type, main_part_id,
      main_part_no, main_part_name, cust_id, ordinal, terms, begins_at, expires_at, zone, days, order_limit, day_limit, quota, day_times, times_limit, source,
      paid_by, paid_amount, funder, currency, create_by, create_time)
    values (${card.tenantId}, ${card.agentId}, ${card.privilegeCardId}, ${party.mainPartType}, ${party.mainPartId}, ${numberOf(party)}, ${nameOf(party)},
      ${party.custId}, ${ordinal}, ${JSON.stringify(encodeCardTerms(terms))}::jsonb, ${new Date(window.beginsAtMs)}, ${new Date(window.expiresAtMs)}, ${card.zone},
      ${window.days}, ${card.orderLimit}, ${card.dayLimit}, ${card.quota}, ${card.dayTimes}, ${card.timesLimit},
      ${paidBy === null ? cardSource.given : cardSource.sold}, ${paidBy}, ${paidBy === null ? 0n : card.price}, ${terms.funder}, ${card.currency}, ${by}, ${now})
    returning privilege_card_hold_id as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a held privilege card was not written');
  return String(row.id);
};
