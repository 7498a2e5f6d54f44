import { sql } from 'kysely';
import { cardLevel } from '#engines/marketing/codes.ts';
import type { HeldCardTerms } from '#engines/marketing/card-terms.ts';
import { RATE_TYPES } from '#engines/tariff/codes.ts';
import type { Tx } from '#kit/db/index.ts';

/** A card as those who get it need it. Amounts in minor units, energy in 0.1 Wh. */
export interface StoredCard {
  readonly privilegeCardId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly cardName: string;
  readonly cardNameTw: string | null;
  readonly cardNameEn: string | null;
  readonly state: number;
  readonly price: bigint;
  readonly currency: string;
  readonly discountPercent: number;
  readonly rateTypes: readonly number[] | null;
  readonly level: number;
  readonly agentIds: readonly { readonly agentId: string }[] | null;
  readonly stationIds: readonly { readonly stationId: string }[] | null;
  readonly validDays: number;
  readonly orderLimit: bigint | null;
  readonly dayLimit: bigint | null;
  readonly quota: bigint | null;
  readonly dayTimes: number | null;
  readonly timesLimit: number | null;
  readonly overlayVip: number;
  readonly overlayCoupon: number;
  readonly vipLevelValLimit: number;
  readonly totalNum: number | null;
  readonly limitNum: number;
  readonly issued: number;
  /** In which its days are counted: that of its stations where they have one, else that of the tenant. */
  readonly zone: string;
  /** Whether its tenant sells and gives cards. */
  readonly isFeatureOn: boolean;
}

const columns = sql`c.privilege_card_id, c.tenant_id, c.agent_id, c.card_name, c.card_name_tw, c.card_name_en, c.state, c.price, c.currency, c.discount_percent,
  c.rate_types, c.level, c.agent_ids, c.station_ids, c.valid_days, c.order_limit, c.day_limit, c.quota, c.day_times, c.times_limit, c.overlay_vip, c.overlay_coupon,
  c.vip_level_val_limit, c.total_num, c.limit_num, c.issued,
  coalesce((select case when count(distinct s.timezone) = 1 then min(s.timezone) end from station s
    where c.level = ${sql.lit(cardLevel.station)} and s.station_id in (select (place ->> 'stationId')::int8 from jsonb_array_elements(coalesce(c.station_ids, '[]')) place)),
    t.timezone) as zone,
  exists (select from privilege_card_feature f where f.tenant_id = c.tenant_id and f.feature = 1) as is_feature_on`;

/** The card as it is now, not locked; undefined when there is none. */
export const readCard = async (tx: Tx, privilegeCardId: string): Promise<StoredCard | undefined> => {
  const { rows } = await sql<StoredCard>`select ${columns} from privilege_card c join tenant t on t.tenant_id = c.tenant_id
    where c.privilege_card_id = ${privilegeCardId} and not c.is_delete`.execute(tx);
  return rows[0];
};

/** What a held card stores of its card. */
export const termsOf = (stored: StoredCard): HeldCardTerms => {
  const { cardName, cardNameTw, cardNameEn, currency, agentId, discountPercent } = stored;
  const rateTypes = stored.rateTypes && RATE_TYPES.filter((rateType) => stored.rateTypes?.includes(rateType));
  return {
    names: [cardName, cardNameTw ?? cardName, cardNameEn ?? cardName],
    currency,
    card: {
      discountPercent,
      overlayVip: stored.overlayVip === 1,
      overlayCoupon: stored.overlayCoupon === 1,
      ...(rateTypes && { rateTypes }),
    },
    level: Object.values(cardLevel).find((level) => level === stored.level) ?? cardLevel.station,
    agentIds: (stored.agentIds ?? []).map((place) => place.agentId),
    stationIds: (stored.stationIds ?? []).map((place) => place.stationId),
    funder: agentId === null ? 'tenant' : `agent:${agentId}`,
  };
};
