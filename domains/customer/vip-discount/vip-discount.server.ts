import type { Draft } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { vipLevel } from '../vip-level/vip-level.ts';
import { vipDiscountLabels } from './vip-discount.labels.ts';
import { vipDiscount, vipDiscountApi } from './vip-discount.ts';

const { queryList: _queryList, ...standardHandlers } = crudHandlers(vipDiscount);

export const vipDiscountRoutes = implement(vipDiscountApi, {
  ...standardHandlers,
  ...addHandlers(vipDiscount, (ctx, draft) => addDiscount(ctx, draft)),
});

/** A discount belongs to the tenant of its level. */
const addDiscount = async (ctx: Context, draft: Draft<typeof vipDiscount.fields>) => {
  const level = await ctx.rows(vipLevel).find(draft.vipLevelId);
  if (!level) return throwRefusal(kitRefusals, 'outOfScope', { label: ctx.say(vipDiscountLabels.fields.vipLevelId) });
  return ctx.rows(vipDiscount).insert({ ...draft, tenantId: level.tenantId });
};
