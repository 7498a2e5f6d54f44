import { sql } from 'kysely';
import { publication, receiptState } from '#engines/marketing/codes.ts';
import { mainPartType } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { car, card, customer, custType } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import { station, tenant } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { activity } from '../activity/activity.ts';
import { changedFields, valueOr } from '../changed-fields.ts';
import { activityState, couponState } from '../marketing.codes.ts';
import { usableCoupons } from './usable-coupons.server.ts';
import { couponRefusals, couponWords } from './coupon.labels.ts';
import { checkCoupon, mayEdit, revoke } from './coupon.rules.ts';
import { coupon, couponApi } from './coupon.ts';
import type { QuotedCoupon } from './coupon.ts';
import { takeCoupon } from './take-coupon.server.ts';
import type { TakenCoupon } from './take-coupon.server.ts';

const standardHandlers = crudHandlers(coupon);
const { list, queryById, exportXls, queryList } = standardHandlers;
const activityStates = valuesOf(activityState);
const { pending, published } = valuesOf(couponState);
const MONEY_SCALE = 2;

export const couponRoutes = implement(couponApi, {
  list,
  queryById,
  exportXls,
  queryList,
  ...deleteHandlers(coupon, async (_ctx, { issued }) => (issued > 0 ? throwRefusal(couponRefusals, 'coupon.issuedAlready') : undefined)),
  findCouponsByActId: async (ctx, { actId }) => {
    await ctx.rows(activity).get(actId);
    return ctx.rows(coupon).all({ conditions: [{ field: 'activityId', is: 'in', values: [actId] }], sort: { column: 'sort', order: 'desc' } });
  },
  add: async (ctx, draft) => {
    const owner = await ctx.rows(activity).get(draft.activityId);
    if (owner.state === activityStates.revoked) throwRefusal(couponRefusals, 'coupon.activityOver');
    const verdict = checkCoupon(draft);
    if (!verdict.ok) throwRefusal(couponRefusals, verdict.refusal);
    const { tenantId, agentId } = owner;
    const { currency } = await ctx.rows(tenant).get(tenantId);
    return ctx.rows(coupon).insert({ ...draft, tenantId, agentId, currency, state: pending });
  },
  edit: async (ctx, input, extras) => {
    await ctx.rows(coupon).lock([String(input.couponId)]);
    checkEdit(await ctx.rows(coupon).get(String(input.couponId)), input);
    return standardHandlers.edit(ctx, input, extras);
  },
  publish: async (ctx, { id }) => {
    await ctx.rows(coupon).lock([id]);
    const row = await ctx.rows(coupon).get(id);
    if ((await ctx.rows(activity).get(row.activityId)).state !== activityStates.published)
      throwRefusal(couponRefusals, 'coupon.activityNotPublished');
    if (row.state === couponState.items.revoked.value) throwRefusal(couponRefusals, 'coupon.revoked');
    if (row.state === pending) await ctx.rows(coupon).change(id, { state: published });
    return ctx.say(couponWords.published);
  },
  grant: async (ctx, { couponId, mainPartType: kind, mainPartId }) => give(ctx, couponId, { kind, id: mainPartId }),
  grantToCustomer: async (ctx, { couponId, custId }) => {
    const isPerson = (await ctx.rows(customer).get(custId)).custType === custType.items.personal.value;
    return give(ctx, couponId, { kind: isPerson ? mainPartType.phoneUser : mainPartType.agentCustomer, id: custId });
  },
  grantToCard: async (ctx, { couponId, icCardId }) => give(ctx, couponId, { kind: mainPartType.icCard, id: icCardId }),
  revoke: async (ctx, { id, reason, voidHeld }) => {
    const because = reason?.trim() ?? '';
    if (voidHeld === 1 && !hasPermission(ctx.viewer, 'coupon:void'))
      throwRefusal(kitRefusals, 'forbidden', { permission: 'coupon:void' }, { status: 403, detail: { permission: 'coupon:void' } });
    await ctx.rows(coupon).lock([id]);
    const verdict = revoke((await ctx.rows(coupon).get(id)).state, because);
    if (!verdict.ok) return throwRefusal(couponRefusals, verdict.refusal);
    if (verdict.next === 'revoke') await ctx.rows(coupon).change(id, { state: couponState.items.revoked.value, revokeReason: because });
    const voided = voidHeld === 1 ? await voidHeldCoupons(ctx, id, because) : 0;
    return { ...(await countHeld(ctx, [id])), voided };
  },
  quote: async (ctx, { mainPartType: kind, mainPartId, stationId, amount }) => {
    await requireVisible(ctx, { kind, id: mainPartId });
    const place = await ctx.rows(station).get(stationId);
    const ranked = await usableCoupons(ctx.db, {
      party: { mainPartType: kind, mainPartId },
      place: { ...place, currency: (await ctx.rows(tenant).get(place.tenantId)).currency },
      amountCents: amount,
      now: ctx.now,
    });
    return ranked.map(({ candidate, creditCents, outcome }): QuotedCoupon => ({
      couponReceiveId: candidate.receiveId,
      couponName: candidate.terms.couponName,
      creditAmount: formatScaled(creditCents, MONEY_SCALE),
      expiresAt: new Date(candidate.expiresAtMs).toISOString(),
      outcome,
    }));
  },
});

interface PartyKey {
  readonly kind: MainPartType;
  readonly id: string;
}

/** The party has to lie within the viewer's scope. */
const requireVisible = async (ctx: Context, { kind, id }: PartyKey): Promise<void> => {
  const noun = kind === mainPartType.icCard ? card : kind === mainPartType.vehicleVin ? car : customer;
  await ctx.anyRows(noun).get(id);
};

const give = async (ctx: Context, couponId: string, key: PartyKey): Promise<TakenCoupon> => {
  await ctx.rows(coupon).get(couponId);
  await requireVisible(ctx, key);
  const party = (await partyById(ctx.db, key.kind, key.id)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return takeCoupon(ctx.db, { couponId, party, source: 'granted', by: ctx.viewer.username, now: ctx.now });
};

type CouponRow = Row<typeof coupon.fields>;

const checkEdit = (before: CouponRow, input: InputOf<typeof couponApi.edit>): void => {
  const after = {
    couponForm: input.couponForm ?? before.couponForm,
    preferentialAmount: valueOr(input.preferentialAmount, before.preferentialAmount),
    preferentialDiscount: valueOr(input.preferentialDiscount, before.preferentialDiscount),
    maxCredit: valueOr(input.maxCredit, before.maxCredit),
    totalNum: valueOr(input.totalNum, before.totalNum),
    limitNum: input.limitNum ?? before.limitNum,
    startTime: input.startTime ?? before.startTime,
    endTime: input.endTime ?? before.endTime,
    useBeginTime: input.useBeginTime ?? before.useBeginTime,
    useEndTime: input.useEndTime ?? before.useEndTime,
  };
  const { state, issued } = before;
  const edit = mayEdit({ state, issued, changed: changedFields(coupon, before, input), before, after });
  if (!edit.ok) throwRefusal(couponRefusals, edit.refusal, edit.args);
  const verdict = checkCoupon(after);
  if (!verdict.ok) throwRefusal(couponRefusals, verdict.refusal);
};

const voidHeldCoupons = async (ctx: Context, couponId: string, reason: string): Promise<number> => {
  const { numAffectedRows } =
    await sql`update coupon_receive set state = ${sql.lit(receiptState.void)}, void_reason = ${reason}, update_by = ${ctx.viewer.username},
    update_time = ${ctx.now}, version = version + 1 where coupon_id = ${couponId} and state = ${sql.lit(receiptState.usable)} and expires_at > ${ctx.now}`.execute(
      ctx.db,
    );
  return Number(numAffectedRows ?? 0n);
};

/** What people hold of these coupons: usable, and reserved by orders. */
export const countHeld = async (ctx: Context, couponIds: readonly string[]): Promise<{ readonly held: number; readonly reserved: number }> => {
  const { rows } = await sql<{ held: number; reserved: number }>`select
      (count(*) filter (where state = ${sql.lit(receiptState.usable)} and expires_at > ${ctx.now}))::int4 as held,
      (count(*) filter (where state = ${sql.lit(receiptState.reserved)}))::int4 as reserved
    from coupon_receive where coupon_id = any(${couponIds}::int8[]) and state in (${sql.lit(receiptState.usable)}, ${sql.lit(receiptState.reserved)})`.execute(
    ctx.db,
  );
  return rows[0] ?? { held: 0, reserved: 0 };
};

/** Publishes the coupons of an activity that wait for it. */
export const publishCouponsOf = async (ctx: Context, activityId: string): Promise<void> => {
  for (const { couponId, state } of await couponsOf(ctx, activityId))
    if (state === pending) await ctx.rows(coupon).change(couponId, { state: published });
};

/** Ends receiving of the coupons of an activity; returns their ids. */
export const revokeCouponsOf = async (ctx: Context, activityId: string, reason: string): Promise<readonly string[]> => {
  const coupons = await couponsOf(ctx, activityId);
  for (const { couponId, state } of coupons)
    if (state === published) await ctx.rows(coupon).change(couponId, { state: publication.revoked, revokeReason: reason });
  return coupons.map(({ couponId }) => couponId);
};

/** Deletes the coupons of a deleted activity that nobody has received. */
export const removeCouponsOf = async (ctx: Context, activityId: string): Promise<void> => {
  const coupons = await couponsOf(ctx, activityId);
  await ctx.rows(coupon).remove(coupons.filter(({ issued }) => issued === 0).map(({ couponId }) => couponId));
};

/** More coupons than this no activity has. */
const COUPONS_MAX = 100;

const couponsOf = async (ctx: Context, activityId: string) => {
  const conditions = [{ field: 'activityId', is: 'in' as const, values: [activityId] }];
  const found = await ctx.rows(coupon).page({ conditions, sort: { column: 'sort', order: 'desc' }, pageNo: 1, pageSize: COUPONS_MAX });
  await ctx.rows(coupon).lock(found.map(({ couponId }) => couponId));
  return ctx.rows(coupon).findMany(found.map(({ couponId }) => couponId));
};
