import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { couponScene, receiptState, stateOfUse } from '#engines/marketing/codes.ts';
import type { CouponScene, StateOfUse } from '#engines/marketing/codes.ts';
import { coversPlace, decodeTerms } from '#engines/marketing/terms.ts';
import type { HeldTerms } from '#engines/marketing/terms.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Tx } from '#kit/db/index.ts';
import { couponRefusals } from '../coupon/coupon.labels.ts';
import { refusalOfReceipt } from '../coupon/receipt-row.server.ts';
import { usableCoupons } from '../coupon/usable-coupons.server.ts';
import type { CouponPlace } from '../coupon/usable-coupons.server.ts';

/** A coupon at an order, or at a payment whose order has not begun. */
export interface OrderCoupon {
  readonly couponUseId: string;
  readonly couponReceiveId: string;
  readonly couponId: string;
  readonly state: StateOfUse;
  readonly terms: HeldTerms;
}

/** Where a coupon is reserved. */
export type CouponTarget = { readonly chargingOrderId: string; readonly chargingOrderNo: string } | { readonly prePayOrderId: string };

export interface CouponReservation {
  readonly couponReceiveId: string;
  readonly party: { readonly mainPartType: MainPartType; readonly mainPartId: string };
  readonly place: CouponPlace;
  readonly target: CouponTarget;
  readonly now: Date;
}

const sceneOf = (target: CouponTarget): CouponScene => ('prePayOrderId' in target ? couponScene.prePayment : couponScene.settlement);

interface ReservedRow {
  readonly couponId: bigint;
  readonly terms: unknown;
}

/** Reserves a coupon of the party for an order or a payment, or refuses. Of two orders at the same time one gets it. */
export const reserveCoupon = async (tx: Tx, { couponReceiveId, party, place, target, now }: CouponReservation): Promise<OrderCoupon> => {
  const { rows } =
    await sql<ReservedRow>`update coupon_receive set state = ${sql.lit(receiptState.reserved)}, update_time = ${now}, version = version + 1
    where coupon_receive_id = ${couponReceiveId} and tenant_id = ${place.tenantId} and main_part_type = ${party.mainPartType} and main_part_id = ${party.mainPartId}
      and state = ${sql.lit(receiptState.usable)} and begins_at <= ${now} and expires_at > ${now} returning coupon_id, terms`.execute(tx);
  const [reserved] = rows;
  if (!reserved) return throwRefusal(couponRefusals, (await refusalOfReceipt(tx, couponReceiveId, now)) ?? 'coupon.notForYou');
  const terms = readTerms(reserved.terms, couponReceiveId);
  const scene = sceneOf(target);
  if (terms.scene !== scene || terms.currency !== place.currency || !coversPlace(terms, place)) return throwRefusal(couponRefusals, 'coupon.notHere');
  const prePayOrderId = 'prePayOrderId' in target ? target.prePayOrderId : null;
  const order = 'prePayOrderId' in target ? { chargingOrderId: null, chargingOrderNo: null } : target;
  const { rows: used } = await sql<{
    id: bigint;
  }>`insert into coupon_use (tenant_id, agent_id, station_id, coupon_id, coupon_receive_id, main_part_type, main_part_id,
      main_part_no, main_part_name, cust_id, coupon_use_type, state, pre_pay_order_id, charging_order_id, charging_order_no, terms, funder, currency, create_time)
    select tenant_id, ${place.agentId}::int8, ${place.stationId}::int8, coupon_id, coupon_receive_id, main_part_type, main_part_id, main_part_no, main_part_name, cust_id,
      ${scene}::int2, ${sql.lit(stateOfUse.reserved)}, ${prePayOrderId}::int8, ${order.chargingOrderId}::int8, ${order.chargingOrderNo}::text, terms, ${terms.funder}::text,
      ${terms.currency}::text, ${now}::timestamptz
    from coupon_receive where coupon_receive_id = ${couponReceiveId} returning coupon_use_id as id`.execute(tx);
  return { couponUseId: String(used[0]?.id), couponReceiveId, couponId: String(reserved.couponId), state: stateOfUse.reserved, terms };
};

export interface BestCouponQuery extends Omit<CouponReservation, 'couponReceiveId'> {
  /** What the order will cost, about. */
  readonly amountCents: bigint;
}

/** Reserves the coupon of the party that takes most off an order of about this amount; undefined when none takes anything off. */
export const reserveBestCoupon = async (tx: Tx, { amountCents, ...query }: BestCouponQuery): Promise<OrderCoupon | undefined> => {
  const scene = sceneOf(query.target);
  const [best] = (await usableCoupons(tx, { ...query, amountCents })).filter(({ candidate }) => candidate.terms.scene === scene);
  if (!best || best.creditCents === 0n) return undefined;
  return reserveCoupon(tx, { ...query, couponReceiveId: best.candidate.receiveId });
};

/** The coupon of an order, whatever became of it; undefined when it has none. */
export const couponOfOrder = (tx: Tx, chargingOrderId: string): Promise<OrderCoupon | undefined> =>
  readUse(tx, sql<SqlBool>`charging_order_id = ${chargingOrderId}`);

/** The coupon of a payment that has no order; undefined when it has none. */
export const couponOfPayment = (tx: Tx, prePayOrderId: string): Promise<OrderCoupon | undefined> =>
  readUse(tx, sql<SqlBool>`pre_pay_order_id = ${prePayOrderId} and charging_order_id is null`);

interface UseRow {
  readonly couponUseId: bigint;
  readonly couponReceiveId: bigint;
  readonly couponId: bigint;
  readonly state: number;
  readonly terms: unknown;
}

const readUse = async (tx: Tx, where: RawBuilder<SqlBool>): Promise<OrderCoupon | undefined> => {
  const { rows } = await sql<UseRow>`select coupon_use_id, coupon_receive_id, coupon_id, state, terms from coupon_use where ${where}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const state = Object.values(stateOfUse).find((known) => known === row.state) ?? stateOfUse.notUsed;
  const couponReceiveId = String(row.couponReceiveId);
  return {
    couponUseId: String(row.couponUseId),
    couponReceiveId,
    couponId: String(row.couponId),
    state,
    terms: readTerms(row.terms, couponReceiveId),
  };
};

const readTerms = (stored: unknown, couponReceiveId: string): HeldTerms => {
  const terms = decodeTerms(stored);
  if (!terms) throw new Error(`the terms of received coupon ${couponReceiveId} cannot be read`);
  return terms;
};

/** What a bill made of its coupon. Amounts in minor units, energy in 0.1 Wh. */
export interface CouponCredit {
  readonly coveredCents: bigint;
  readonly creditCents: bigint;
  readonly energyDwh: bigint;
  readonly now: Date;
}

/** The order is settled with its coupon, or its bill was corrected and still has it. */
export const spendCoupon = async (
  tx: Tx,
  { couponUseId, couponReceiveId, couponId, state }: OrderCoupon,
  { coveredCents, creditCents, energyDwh, now }: CouponCredit,
): Promise<void> => {
  await sql`update coupon_use set state = ${sql.lit(stateOfUse.used)}, total_order_amount = ${coveredCents}, preferential_amount = ${creditCents}, charging_elec = ${energyDwh},
    use_time = coalesce(use_time, ${now}), update_time = ${now}, version = version + 1 where coupon_use_id = ${couponUseId}`.execute(tx);
  if (state !== stateOfUse.reserved) return;
  await sql`update coupon_receive set state = ${sql.lit(receiptState.used)}, update_time = ${now}, version = version + 1
    where coupon_receive_id = ${couponReceiveId} and state = ${sql.lit(receiptState.reserved)}`.execute(tx);
  await sql`update coupon set used = used + 1 where coupon_id = ${couponId}`.execute(tx);
};

/** The order ended without its coupon, which its holder can use again, unless it has expired meanwhile. */
export const releaseCoupon = async (tx: Tx, coupon: OrderCoupon, { reason, now }: { readonly reason: string; readonly now: Date }): Promise<void> => {
  if (coupon.state !== stateOfUse.reserved) return;
  await sql`update coupon_use set state = ${sql.lit(stateOfUse.notUsed)}, reason = ${reason}, update_time = ${now}, version = version + 1
    where coupon_use_id = ${coupon.couponUseId}`.execute(tx);
  await freeReceipt(tx, coupon, now);
};

/** An order that used its coupon was refunded as a whole, or its corrected bill no longer has it. */
export const giveCouponBack = async (
  tx: Tx,
  coupon: OrderCoupon,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> => {
  if (coupon.state !== stateOfUse.used) return;
  await sql`update coupon_use set state = ${sql.lit(stateOfUse.givenBack)}, reason = ${reason}, update_time = ${now}, version = version + 1
    where coupon_use_id = ${coupon.couponUseId}`.execute(tx);
  await freeReceipt(tx, coupon, now);
  await sql`update coupon set used = used - 1 where coupon_id = ${coupon.couponId}`.execute(tx);
};

const freeReceipt = async (tx: Tx, { couponReceiveId }: OrderCoupon, now: Date): Promise<void> => {
  await sql`update coupon_receive set state = case when expires_at > ${now} then ${sql.lit(receiptState.usable)}::int2 else ${sql.lit(receiptState.expired)}::int2 end,
    update_time = ${now}, version = version + 1 where coupon_receive_id = ${couponReceiveId}`.execute(tx);
};

/** The order of a payment has begun: the coupon of the payment is its coupon. */
export const bindCoupon = async (
  tx: Tx,
  prePayOrderId: string,
  order: { readonly chargingOrderId: string; readonly chargingOrderNo: string },
): Promise<void> => {
  await sql`update coupon_use set charging_order_id = ${order.chargingOrderId}, charging_order_no = ${order.chargingOrderNo}, version = version + 1
    where pre_pay_order_id = ${prePayOrderId} and charging_order_id is null and state = ${sql.lit(stateOfUse.reserved)}`.execute(tx);
};
