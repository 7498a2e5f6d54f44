import { agent, station } from '#domains/network/resources.ts';
import { settingOf } from '#domains/system/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { tryInSavepoint } from '#kit/server/context/savepoint.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { changedFields, valueOr } from '../changed-fields.ts';
import { countHeld, publishCouponsOf, removeCouponsOf, revokeCouponsOf } from '../coupon/coupon.server.ts';
import { activityState } from '../marketing.codes.ts';
import { activityLinkHosts } from './activity-settings.ts';
import { activityRefusals } from './activity.labels.ts';
import { checkActivity, mayDelete, mayEdit, publish, revoke } from './activity.rules.ts';
import type { ActivityDraft } from './activity.rules.ts';
import { activity, activityApi } from './activity.ts';
import type { ActivitiesAnswer } from './activity.ts';

const standardHandlers = crudHandlers(activity);
const { list, queryById, exportXls, queryList } = standardHandlers;
const states = valuesOf(activityState);

export const activityRoutes = implement(activityApi, {
  list,
  queryById,
  exportXls,
  queryList,
  add: async (ctx, draft) => {
    await checkDraft(ctx, draft.tenantId, draft);
    return ctx.rows(activity).insert({ ...draft, state: states.pending });
  },
  edit: async (ctx, input, extras) => {
    await ctx.rows(activity).lock([String(input.activityId)]);
    const before = await ctx.rows(activity).get(String(input.activityId));
    const verdict = mayEdit(before, changedFields(activity, before, input), input.endTime ?? before.endTime);
    if (!verdict.ok) throwRefusal(activityRefusals, verdict.refusal);
    await checkDraft(ctx, before.tenantId, mergedDraft(before, input));
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(activity, async (ctx, { activityId, state }) => {
    const verdict = mayDelete(state);
    if (!verdict.ok) throwRefusal(activityRefusals, verdict.refusal);
    await removeCouponsOf(ctx, activityId);
  }),
  publishActivity: (ctx, input) =>
    eachActivity(ctx, input, async (id) => {
      await ctx.rows(activity).lock([id]);
      const verdict = publish(await ctx.rows(activity).get(id), ctx.now);
      if (!verdict.ok) return throwRefusal(activityRefusals, verdict.refusal);
      if (verdict.next === 'done') return;
      await ctx.rows(activity).change(id, { state: states.published, publishTime: ctx.now });
      await publishCouponsOf(ctx, id);
    }),
  revokeActivity: async (ctx, input) => {
    const reason = input.reason?.trim() ?? '';
    const couponIds: string[] = [];
    const answer = await eachActivity(ctx, input, async (id) => {
      await ctx.rows(activity).lock([id]);
      const verdict = revoke((await ctx.rows(activity).get(id)).state, reason);
      if (!verdict.ok) return throwRefusal(activityRefusals, verdict.refusal);
      if (verdict.next === 'revoke') await ctx.rows(activity).change(id, { state: states.revoked, revokeTime: ctx.now, revokeReason: reason });
      couponIds.push(...(await revokeCouponsOf(ctx, id, reason)));
    });
    return { ...answer, ...(await countHeld(ctx, couponIds)) };
  },
});

type ActivityInput = InputOf<typeof activityApi.edit>;

/** What an edit leaves out stays as it is. */
const mergedDraft = (before: ActivityDraft, input: ActivityInput): ActivityDraft => ({
  level: input.level ?? before.level,
  agentId: before.agentId ?? null,
  agentIds: valueOr(input.agentIds, before.agentIds ?? null),
  stationIds: valueOr(input.stationIds, before.stationIds ?? null),
  startTime: input.startTime ?? before.startTime,
  endTime: input.endTime ?? before.endTime,
  displayTime: input.displayTime ?? before.displayTime,
  linkUrl: valueOr(input.linkUrl, before.linkUrl ?? null),
});

/** Refuses an activity that could not run, and one that names places of others. */
const checkDraft = async (ctx: Context, tenantId: string, draft: ActivityDraft): Promise<void> => {
  // An empty text is no value.
  const linkHosts: string | null = await settingOf(ctx, activityLinkHosts, tenantId);
  const verdict = checkActivity(draft, linkHosts ?? '');
  if (!verdict.ok) throwRefusal(activityRefusals, verdict.refusal);
  const agentIds = (draft.agentIds ?? []).map((place) => place.agentId);
  const stationIds = (draft.stationIds ?? []).map((place) => place.stationId);
  const agents = await ctx.rows(agent).findMany(agentIds);
  const stations = await ctx.rows(station).findMany(stationIds);
  const areAllFound = agents.length === new Set(agentIds).size && stations.length === new Set(stationIds).size;
  const belongs = [...agents, ...stations].every((place) => place.tenantId === tenantId && (!draft.agentId || place.agentId === draft.agentId));
  if (!areAllFound || !belongs) throwRefusal(activityRefusals, 'activity.foreignPlace');
};

/** Does the same for each of several activities; a refused one does not affect the others. */
const eachActivity = async (
  ctx: Context,
  { id, ids }: { readonly id?: string | null; readonly ids?: string | null },
  perform: (id: string) => Promise<void>,
): Promise<ActivitiesAnswer> => {
  const chosen = [...new Set([...splitIds(ids ?? ''), ...(id ? [id] : [])])];
  if (chosen.length === 0) return throwRefusal(activityRefusals, 'activity.noneChosen');
  const names = new Map((await ctx.rows(activity).findMany(chosen)).map(({ activityId, name }) => [activityId, name]));
  const done: string[] = [];
  const left: ActivitiesAnswer['left'][number][] = [];
  for (const each of chosen) {
    const refusal = await tryInSavepoint(ctx, { keepChanges: true }, () => perform(each));
    if (refusal) left.push({ id: each, name: names.get(each) ?? each, refusal: refusal.facts.code, reason: refusal.in(ctx.viewer.language) });
    else done.push(each);
  }
  return { done, left };
};
