import { sql } from 'kysely';
import { cardCoversPlace, decodeCardTerms } from '#engines/marketing/card-terms.ts';
import type { HeldCardTerms } from '#engines/marketing/card-terms.ts';
import { rankCards } from '#engines/marketing/choose-card.ts';
import type { CardCandidate, ExpectedOrder } from '#engines/marketing/choose-card.ts';
import { cardHoldState, stateOfUse } from '#engines/marketing/codes.ts';
import type { StateOfUse } from '#engines/marketing/codes.ts';
import { energyDwh } from '#engines/money/units.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import type { PrivilegeCard } from '#engines/tariff/privilege-card.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CouponPlace } from '../coupon/usable-coupons.server.ts';

/** A held privilege card at an order. */
export interface OrderCard {
  readonly useId: string;
  readonly holdId: string;
  readonly state: StateOfUse;
  readonly terms: HeldCardTerms;
  /** The card as bills count it: for the energy that it was reserved or used for. */
  readonly card: PrivilegeCard;
  /** The card as a corrected bill counts it: of what other orders have left, no more than at first. The same while it is reserved. */
  readonly correctedCard: PrivilegeCard;
}

export interface CardReservation {
  readonly party: { readonly mainPartType: MainPartType; readonly mainPartId: string };
  readonly place: CouponPlace;
  readonly order: { readonly chargingOrderId: string; readonly chargingOrderNo: string };
  readonly startsAt: Date;
  /** Undefined where no bill could be made. */
  readonly expected: () => Promise<ExpectedOrder | undefined>;
}

/** Held cards of one party that are looked at for an order; those that expire first. */
const CANDIDATES_MAX = 50;

interface CandidateRow {
  readonly id: bigint;
  readonly terms: unknown;
  readonly expiresAt: Date;
  readonly counts: boolean | null;
  readonly energyLeft: bigint | null;
}

interface HeldCandidate extends CardCandidate {
  readonly terms: HeldCardTerms;
}

/**
 * Reserves the held card of the party that makes the expected order cheapest. A card serves one order at a time, so of two orders that want it one takes
 * the next best, or none.
 */
export const reserveBestCard = async (tx: Tx, { party, place, order, startsAt, expected }: CardReservation): Promise<void> => {
  const { rows } = await sql<CandidateRow>`select h.privilege_card_hold_id as id, h.terms, h.expires_at, l.counts, l.energy as energy_left
    from privilege_card_hold h cross join lateral privilege_card_left(h.privilege_card_hold_id, null, (${startsAt}::timestamptz at time zone h.zone)::date) l
    where h.main_part_id = ${party.mainPartId} and h.main_part_type = ${party.mainPartType} and h.tenant_id = ${place.tenantId}
      and h.state = ${sql.lit(cardHoldState.active)} and h.begins_at <= ${startsAt} and h.expires_at > ${startsAt}
    order by h.expires_at, h.privilege_card_hold_id limit ${CANDIDATES_MAX}`.execute(tx);
  const candidates = rows.flatMap(({ id, terms: stored, expiresAt, counts, energyLeft }): readonly HeldCandidate[] => {
    const terms = readTerms(stored, id);
    if (counts !== true || terms.currency !== place.currency || !cardCoversPlace(terms, place)) return [];
    return [{ holdId: String(id), expiresAtMs: expiresAt.getTime(), terms, card: limited(terms, energyLeft) }];
  });
  const typical = candidates.length === 0 ? undefined : await expected();
  if (!typical) return;
  for (const { holdId, terms } of rankCards(candidates, typical)) if (await reserve(tx, { holdId, terms, place, order, startsAt })) return;
};

interface NewUse extends Pick<CardReservation, 'place' | 'order' | 'startsAt'> {
  readonly holdId: string;
  readonly terms: HeldCardTerms;
}

/** False if another order has it, or it was ended or used up meanwhile. The held card is locked, so that what is left of it is counted once. */
const reserve = async (tx: Tx, { holdId, terms, place, order, startsAt }: NewUse): Promise<boolean> => {
  await lockHold(tx, holdId);
  const { rows } = await sql<{
    id: bigint;
  }>`insert into privilege_card_use (tenant_id, agent_id, station_id, privilege_card_id, privilege_card_hold_id,
      main_part_type, main_part_id, main_part_no, main_part_name, cust_id, charging_order_id, charging_order_no, use_day, energy_limit, funder, currency, create_time)
    select h.tenant_id, ${place.agentId}::int8, ${place.stationId}::int8, h.privilege_card_id, h.privilege_card_hold_id, h.main_part_type, h.main_part_id, h.main_part_no,
      h.main_part_name, h.cust_id, ${order.chargingOrderId}::int8, ${order.chargingOrderNo}::text, (${startsAt}::timestamptz at time zone h.zone)::date, l.energy,
      ${terms.funder}::text, ${terms.currency}::text, ${startsAt}::timestamptz
    from privilege_card_hold h cross join lateral privilege_card_left(h.privilege_card_hold_id, null, (${startsAt}::timestamptz at time zone h.zone)::date) l
    where h.privilege_card_hold_id = ${holdId} and h.state = ${sql.lit(cardHoldState.active)} and l.counts
    on conflict (privilege_card_hold_id) where state = ${sql.lit(stateOfUse.reserved)} do nothing returning privilege_card_use_id as id`.execute(tx);
  return rows.length === 1;
};

const lockHold = async (tx: Tx, holdId: string): Promise<void> => {
  await sql`select from privilege_card_hold where privilege_card_hold_id = ${holdId} for update`.execute(tx);
};

interface UseRow {
  readonly useId: bigint;
  readonly holdId: bigint;
  readonly state: number;
  readonly terms: unknown;
  readonly energyLimit: bigint | null;
  readonly energyLeft: bigint | null;
}

/** The card of an order, whatever became of it; undefined when it has none. */
export const cardOfOrder = async (tx: Tx, chargingOrderId: string): Promise<OrderCard | undefined> => {
  const { rows } = await sql<UseRow>`select u.privilege_card_use_id as use_id, u.privilege_card_hold_id as hold_id, u.state, h.terms, u.energy_limit,
      case when u.state = ${sql.lit(stateOfUse.used)} then (select least(u.energy_limit, l.energy) from privilege_card_left(u.privilege_card_hold_id, u.privilege_card_use_id, u.use_day) l)
        else u.energy_limit end as energy_left
    from privilege_card_use u join privilege_card_hold h on h.privilege_card_hold_id = u.privilege_card_hold_id where u.charging_order_id = ${chargingOrderId}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { useId, holdId, energyLimit, energyLeft } = row;
  const terms = readTerms(row.terms, holdId);
  const state = Object.values(stateOfUse).find((known) => known === row.state) ?? stateOfUse.notUsed;
  const ids = { useId: String(useId), holdId: String(holdId) };
  return { ...ids, state, terms, card: limited(terms, energyLimit), correctedCard: limited(terms, energyLeft) };
};

const limited = ({ card }: HeldCardTerms, energyLeft: bigint | null): PrivilegeCard => ({
  ...card,
  ...(energyLeft !== null && { energyLeftDwh: energyDwh(energyLeft) }),
});

const readTerms = (stored: unknown, holdId: bigint): HeldCardTerms => {
  const terms = decodeCardTerms(stored);
  if (!terms) throw new Error(`the terms of held privilege card ${holdId} cannot be read`);
  return terms;
};

/** What a bill made of its card. Amounts in minor units, energy in 0.1 Wh. */
export interface CardCredit {
  readonly creditCents: bigint;
  readonly cardDwh: bigint;
  readonly now: Date;
}

/** The order is settled with its card, or its bill was corrected and still has it. */
export const spendCard = async (
  tx: Tx,
  { useId, holdId, state, correctedCard }: OrderCard,
  { creditCents, cardDwh, now }: CardCredit,
): Promise<void> => {
  if (state !== stateOfUse.reserved && state !== stateOfUse.used) return;
  await changeUse(tx, holdId, async () => {
    await sql`update privilege_card_use set state = ${sql.lit(stateOfUse.used)}, preferential_amount = ${creditCents}, charging_elec = ${cardDwh},
      energy_limit = ${correctedCard.energyLeftDwh ?? null},
      use_time = coalesce(use_time, ${now}), update_time = ${now}, version = version + 1 where privilege_card_use_id = ${useId}`.execute(tx);
  });
};

interface UseEnd {
  readonly reason: string;
  readonly now: Date;
}

/** The order ended without its card. */
export const releaseCard = async (tx: Tx, { useId, state }: OrderCard, { reason, now }: UseEnd): Promise<void> => {
  if (state !== stateOfUse.reserved) return;
  await sql`update privilege_card_use set state = ${sql.lit(stateOfUse.notUsed)}, reason = ${reason}, update_time = ${now}, version = version + 1
    where privilege_card_use_id = ${useId}`.execute(tx);
};

/** An order that used its card was refunded as a whole, or its corrected bill no longer has it: the card has its charge and its energy again. */
export const giveCardBack = async (tx: Tx, { useId, holdId, state }: OrderCard, { reason, now }: UseEnd): Promise<void> => {
  if (state !== stateOfUse.used) return;
  await changeUse(tx, holdId, async () => {
    await sql`update privilege_card_use set state = ${sql.lit(stateOfUse.givenBack)}, reason = ${reason}, update_time = ${now}, version = version + 1
      where privilege_card_use_id = ${useId}`.execute(tx);
  });
};

/** Changes a use of a card, and counts anew what the card was used for. Its limits are constraints of the table. */
const changeUse = async (tx: Tx, holdId: string, change: () => Promise<void>): Promise<void> => {
  await lockHold(tx, holdId);
  await change();
  await sql`update privilege_card_hold h set times_used = s.times, energy_used = s.energy, saved_amount = s.saved from (
      select count(*)::int4 as times, coalesce(sum(charging_elec), 0)::int8 as energy, coalesce(sum(preferential_amount), 0)::int8 as saved
      from privilege_card_use where privilege_card_hold_id = ${holdId} and state = ${sql.lit(stateOfUse.used)}) s
    where h.privilege_card_hold_id = ${holdId}`.execute(tx);
};
