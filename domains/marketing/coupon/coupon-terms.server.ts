import { sql } from 'kysely';
import { couponScene } from '#engines/marketing/codes.ts';
import type { HeldTerms } from '#engines/marketing/terms.ts';
import { cents } from '#engines/money/units.ts';
import { couponForm, RATE_TYPES } from '#engines/tariff/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { couponOverlay } from '../marketing.codes.ts';

/** A coupon with its activity, as its receipts need it. */
export interface StoredCoupon {
  readonly couponId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly couponName: string;
  readonly currency: string;
  readonly state: number;
  readonly couponForm: number;
  readonly preferentialAmount: bigint | null;
  readonly preferentialDiscount: number | null;
  readonly maxCredit: bigint | null;
  readonly useScene: number;
  readonly canOverlay: number;
  readonly useAmountLimit: bigint;
  readonly rateTypes: readonly number[] | null;
  readonly vipLevelValLimit: number;
  readonly totalNum: number | null;
  readonly limitNum: number;
  readonly issued: number;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly useBeginTime: Date;
  readonly useEndTime: Date;
  readonly validDays: number | null;
  readonly agentIds: readonly { readonly agentId: string }[] | null;
  readonly stationIds: readonly { readonly stationId: string }[] | null;
  /** In which its days are counted: that of its stations where they have one, else that of the tenant. */
  readonly zone: string;
}

/** The coupon as it is now, not locked; undefined when there is none. */
export const readCoupon = async (tx: Tx, couponId: string): Promise<StoredCoupon | undefined> => {
  const { rows } =
    await sql<StoredCoupon>`select c.coupon_id, c.tenant_id, c.agent_id, c.coupon_name, c.currency, c.state, c.coupon_form, c.preferential_amount,
      c.preferential_discount, c.max_credit, c.use_scene, c.can_overlay, c.use_amount_limit, c.rate_types, c.vip_level_val_limit, c.total_num, c.limit_num,
      c.issued, c.start_time, c.end_time, c.use_begin_time, c.use_end_time, c.valid_days, a.agent_ids, a.station_ids,
      coalesce((select case when count(distinct s.timezone) = 1 then min(s.timezone) end from station s
        where s.station_id in (select (place ->> 'stationId')::int8 from jsonb_array_elements(coalesce(a.station_ids, '[]')) place)), t.timezone) as zone
    from coupon c join activity a on a.tenant_id = c.tenant_id and a.activity_id = c.activity_id join tenant t on t.tenant_id = c.tenant_id
    where c.coupon_id = ${couponId} and not c.is_delete`.execute(tx);
  return rows[0];
};

/** What a receipt stores of its coupon. */
export const termsOf = (stored: StoredCoupon): HeldTerms => {
  const { couponName, currency, agentId } = stored;
  const rateTypes = stored.rateTypes && RATE_TYPES.filter((rateType) => stored.rateTypes?.includes(rateType));
  const shared = {
    canOverlay: stored.canOverlay === couponOverlay.items.yes.value,
    useAmountLimitCents: cents(stored.useAmountLimit),
    ...(rateTypes && { rateTypes }),
  };
  return {
    couponName,
    currency,
    scene: stored.useScene === couponScene.prePayment ? couponScene.prePayment : couponScene.settlement,
    coupon:
      stored.couponForm === couponForm.deduction
        ? { ...shared, couponForm: couponForm.deduction, preferentialAmountCents: cents(stored.preferentialAmount ?? 0n) }
        : {
            ...shared,
            couponForm: couponForm.discount,
            preferentialDiscount: stored.preferentialDiscount ?? 100,
            ...(stored.maxCredit !== null && { maxCreditCents: cents(stored.maxCredit) }),
          },
    agentIds: (stored.agentIds ?? []).map((place) => place.agentId),
    stationIds: (stored.stationIds ?? []).map((place) => place.stationId),
    funder: agentId === null ? 'tenant' : `agent:${agentId}`,
  };
};
