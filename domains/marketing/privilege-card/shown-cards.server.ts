import { sql } from 'kysely';
import type { HeldCardTerms } from '#engines/marketing/card-terms.ts';
import { cardLevel, cardSale } from '#engines/marketing/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { vipRankOf } from '../party-facts.server.ts';
import { readCard, termsOf } from './card-row.server.ts';

/** The limits of a card: energy in 0.1 Wh and charges, of an order, of a day and in all; null: without a limit. */
export interface CardLimits {
  readonly orderLimit: bigint | null;
  readonly dayLimit: bigint | null;
  readonly quota: bigint | null;
  readonly dayTimes: number | null;
  readonly timesLimit: number | null;
}

/** A card that drivers can buy. */
export interface ShownCard extends CardLimits {
  readonly privilegeCardId: string;
  readonly terms: HeldCardTerms;
  /** Names of the places where it holds; empty: everywhere. */
  readonly places: readonly string[];
  readonly priceCents: bigint;
  readonly validDays: number;
  /** How many are left; null without a limit. */
  readonly left: number | null;
  /** `taken`: this driver has as many as one may have. `vip`: the VIP level is too low. */
  readonly state: 'open' | 'taken' | 'gone' | 'vip';
}

const CARDS_MAX = 20;
const PLACES_MAX = 20;

/** The cards that a party can buy or could, the most important first; none while the tenant has switched them off. */
export const shownCards = async (tx: Tx, party: Party): Promise<readonly ShownCard[]> => {
  const { rows } = await sql<{ id: bigint; taken: number }>`select c.privilege_card_id as id, coalesce((select p.taken from privilege_card_person p
      where p.privilege_card_id = c.privilege_card_id and p.main_part_type = ${party.mainPartType} and p.main_part_id = ${party.mainPartId}), 0)::int4 as taken
    from privilege_card c join privilege_card_feature f on f.tenant_id = c.tenant_id and f.feature = 1
    where c.tenant_id = ${party.tenantId} and c.currency = ${party.currency} and c.state = ${sql.lit(cardSale.on)} and c.price > 0 and not c.is_delete
    order by c.sort desc, c.privilege_card_id limit ${CARDS_MAX}`.execute(tx);
  const shown: ShownCard[] = [];
  for (const { id, taken } of rows) {
    const card = await readCard(tx, String(id));
    if (!card) continue;
    const { price, validDays, totalNum, issued, limitNum, vipLevelValLimit, orderLimit, dayLimit, quota, dayTimes, timesLimit } = card;
    const left = totalNum === null ? null : Math.max(0, totalNum - issued);
    const isHighEnough = vipLevelValLimit === 0 || (await vipRankOf(tx, party)) >= vipLevelValLimit;
    const terms = termsOf(card);
    shown.push({
      orderLimit,
      dayLimit,
      quota,
      dayTimes,
      timesLimit,
      privilegeCardId: String(id),
      terms,
      places: await placesOf(tx, terms),
      priceCents: price,
      validDays,
      left,
      state: taken >= limitNum ? 'taken' : left === 0 ? 'gone' : isHighEnough ? 'open' : 'vip',
    });
  }
  return shown;
};

/** The names of the agents or stations at which a card holds; empty where it holds everywhere. */
export const placesOf = async (tx: Tx, { level, agentIds, stationIds }: HeldCardTerms): Promise<readonly string[]> => {
  if (level === cardLevel.tenant) return [];
  const { rows } =
    level === cardLevel.agent
      ? await sql<{
          name: string;
        }>`select agent_name as name from agent where agent_id = any(${agentIds}::int8[]) order by agent_name limit ${PLACES_MAX}`.execute(tx)
      : await sql<{
          name: string;
        }>`select station_name as name from station where station_id = any(${stationIds}::int8[]) order by station_name limit ${PLACES_MAX}`.execute(
          tx,
        );
  return rows.map(({ name }) => name);
};
