import { station } from '#domains/network/resources.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { addHandlers, crudHandlers } from '#kit/server/crud/crud.ts';
import { valueOr } from '../changed-fields.ts';
import { pointProgram } from '../point-program/point-program.ts';
import { pointRuleRefusals } from './point-rule.labels.ts';
import { pointRule, pointRuleApi } from './point-rule.ts';

const { queryList: _queryList, ...standardHandlers } = crudHandlers(pointRule);

export const pointRuleRoutes = implement(pointRuleApi, {
  ...standardHandlers,
  ...addHandlers(pointRule, async (ctx, draft) => {
    const { tenantId, agentId } = await ctx.rows(pointProgram).get(draft.pointProgramId);
    await checkRule(ctx, { tenantId, agentId }, draft);
    return ctx.rows(pointRule).insert({ ...draft, tenantId, agentId });
  }),
  edit: async (ctx, input, extras) => {
    await ctx.rows(pointRule).lock([String(input.pointRuleId)]);
    const before = await ctx.rows(pointRule).get(String(input.pointRuleId));
    await checkRule(ctx, before, {
      fromTime: valueOr(input.fromTime, before.fromTime),
      toTime: valueOr(input.toTime, before.toTime),
      startTime: valueOr(input.startTime, before.startTime),
      endTime: valueOr(input.endTime, before.endTime),
      stationIds: valueOr(input.stationIds, before.stationIds),
    });
    return standardHandlers.edit(ctx, input, extras);
  },
});

type RuleRow = Row<typeof pointRule.fields>;
type CheckedRule = Partial<Pick<RuleRow, 'fromTime' | 'toTime' | 'startTime' | 'endTime' | 'stationIds'>>;

/** A rule has a time that can come, and stations of its programme. */
const checkRule = async (ctx: Context, { tenantId, agentId }: Pick<RuleRow, 'tenantId' | 'agentId'>, rule: CheckedRule): Promise<void> => {
  const { startTime, endTime } = rule;
  const [fromTime, toTime] = [rule.fromTime ?? null, rule.toTime ?? null];
  if ((fromTime === null) !== (toTime === null) || (fromTime !== null && fromTime === toTime)) throwRefusal(pointRuleRefusals, 'pointRule.hours');
  if (startTime && endTime && startTime >= endTime) throwRefusal(pointRuleRefusals, 'pointRule.period');
  const stationIds = (rule.stationIds ?? []).map((place) => place.stationId);
  const stations = await ctx.rows(station).findMany(stationIds);
  const belongs = stations.every((place) => place.tenantId === tenantId && (agentId === null || place.agentId === agentId));
  if (stations.length !== new Set(stationIds).size || !belongs) throwRefusal(pointRuleRefusals, 'pointRule.foreignStation');
};
