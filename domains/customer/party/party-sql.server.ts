import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#kit/db/index.ts';

/** A card, car or customer with all fields of a party, in one row. Int8 columns arrive as bigint. */
export interface PartyRow {
  readonly tenantId: bigint;
  readonly partId: bigint;
  readonly custId: bigint | null;
  readonly custName: string | null;
  readonly userName: string | null;
  readonly userMobile: string | null;
  readonly icCardNo: string | null;
  readonly carVin: string | null;
  readonly carNum: string | null;
  readonly carPileType: number | null;
  /** The generic states, and 2 for a locked card. */
  readonly ownState: number;
  readonly isDeleted: boolean;
  readonly errorCount: number;
  readonly validUntil: Date | null;
  readonly isExpired: boolean;
  readonly custState: number | null;
  readonly custType: number | null;
  readonly useFundsPool: number | null;
  readonly sealedPassword: string | null;
  readonly canDiscount: number;
  readonly currency: string;
  readonly vipLevelId: bigint | null;
  readonly vipLevelName: string | null;
  readonly vipDiscounts: Readonly<Record<string, number>>;
  readonly stationIds: readonly bigint[];
  readonly pileCodes: readonly string[];
}

type SqlCondition = RawBuilder<unknown>;

/** `c` is the customer whose VIP level applies. A deleted level does not count. */
const vip = sql`l.vip_level_id, l.vip_level_name,
  (select coalesce(jsonb_object_agg(d.rate_type::text, d.vip_discount), '{}') from vip_discount d
    where d.tenant_id = c.tenant_id and d.vip_level_id = l.vip_level_id and not d.is_delete) as vip_discounts`;
const level = sql`left join vip_level l on l.tenant_id = c.tenant_id and l.vip_level_id = c.vip_info_id and not l.is_delete`;
const owner = sql`c.cust_id, c.cust_name, case when c.is_delete then -1::int2 else c.cust_state end as cust_state, c.cust_type, c.use_funds_pool`;

export const cardRow = (tx: Tx, where: SqlCondition): Promise<PartyRow | undefined> =>
  firstRow(
    tx,
    sql`select k.tenant_id, k.ic_card_id as part_id, ${owner}, k.card_people as user_name, k.card_phone as user_mobile, k.ic_card_no, null as car_vin,
      k.card_car_no as car_num, null::int2 as car_pile_type, k.card_state as own_state, k.is_delete as is_deleted, k.error_count, k.valid_until, coalesce(k.valid_until <= now(), false) as is_expired, k.card_pwd as sealed_password, k.can_discount, k.currency, ${vip},
      at.station_ids, at.pile_codes
    from ic_card k cross join bound_places(k.tenant_id, k.ic_card_id, null) at left join customer c on c.tenant_id = k.tenant_id and c.cust_id = k.cust_id ${level} where ${where}`,
  );

export const carRow = (tx: Tx, where: SqlCondition): Promise<PartyRow | undefined> =>
  firstRow(
    tx,
    sql`select v.tenant_id, v.car_id as part_id, ${owner}, v.car_driver as user_name, v.car_phone as user_mobile, null as ic_card_no, v.car_vin, v.car_num, v.car_pile_type,
      v.state as own_state, v.is_delete as is_deleted, 0 as error_count, null::timestamptz as valid_until, false as is_expired, null as sealed_password, v.is_discount as can_discount, v.currency, ${vip},
      at.station_ids, at.pile_codes
    from car v cross join bound_places(v.tenant_id, null, v.car_id) at left join customer c on c.tenant_id = v.tenant_id and c.cust_id = coalesce(v.cust_id, v.phone_user_id) ${level} where ${where}`,
  );

export const customerRow = (tx: Tx, where: SqlCondition): Promise<PartyRow | undefined> =>
  firstRow(
    tx,
    sql`select c.tenant_id, c.cust_id as part_id, ${owner}, coalesce(c.cust_director, c.cust_name) as user_name, c.cust_phone as user_mobile, null as ic_card_no,
      null as car_vin, null as car_num, null::int2 as car_pile_type, c.cust_state as own_state, c.is_delete as is_deleted, 0 as error_count, null::timestamptz as valid_until, false as is_expired, null as sealed_password, 1 as can_discount, c.currency, ${vip},
      '{}'::int8[] as station_ids, '{}'::text[] as pile_codes
    from customer c ${level} where ${where}`,
  );

const firstRow = async (tx: Tx, query: RawBuilder<unknown>): Promise<PartyRow | undefined> =>
  (await sql<PartyRow>`${query} limit 1`.execute(tx)).rows[0];
