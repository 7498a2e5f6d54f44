import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { pickerRows } from '#kit/server/crud/picker.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { loadMonths, saveMonths } from '../rate-month/rate-month.store.server.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { rateRuleRefusals } from './rate-rule.labels.ts';
import type { RateRuleRefusal } from './rate-rule.labels.ts';
import { lockRule } from './lock-rule.server.ts';
import { changeRuleState, checkDates, checkEdit } from './rate-rule.rules.ts';
import { rateRule, rateRuleApi } from './rate-rule.ts';

const standardHandlers = crudHandlers(rateRule);

export const rateRuleRoutes = implement(rateRuleApi, {
  ...standardHandlers,
  ...addHandlers(rateRule, (ctx, draft) => {
    nextOrRefuse(checkDates(draft));
    return ctx.rows(rateRule).insert({ ...draft, rateRuleNo: newRuleNo(ctx.now) });
  }),
  edit: async (ctx, input, extras) => {
    const { row, followers: affected } = await lockRule(ctx, input.rateRuleId ?? '');
    const dates = { startTime: 'startTime' in input ? input.startTime : row.startTime, endTime: 'endTime' in input ? input.endTime : row.endTime };
    nextOrRefuse(checkDates(dates));
    const datesChanged = dates.startTime !== row.startTime || dates.endTime !== row.endTime;
    nextOrRefuse(checkEdit({ name: row.rateRuleName, state: row.ruleState, ...affected }, datesChanged ? dates : null));
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(rateRule, (_ctx, row) =>
    Promise.resolve(
      row.pileCount > 0 ? throwRefusal(rateRuleRefusals, 'rateRule.inUse', { name: row.rateRuleName, count: row.pileCount }) : undefined,
    ),
  ),
  /** Only rules that apply now can be chosen, by the local date of the given station or else of the tenant. */
  queryList: (ctx, input) => {
    const zone = sql`coalesce((select s.timezone from station s where s.station_id = ${input.stationId ?? null}::int8), (select n.timezone from tenant n where n.tenant_id = t.tenant_id))`;
    return pickerRows(ctx, rateRule, { query: input, condition: sql`rate_rule_applies(t.rate_rule_id, ${ctx.now}, ${zone})` });
  },
  changeRuleState: async (ctx, { rateRuleId, opCode }) => {
    const { row } = await lockRule(ctx, rateRuleId);
    const facts = { name: row.rateRuleName, state: row.ruleState, pileCount: row.pileCount, missingMonth: await missingMonth(ctx, rateRuleId) };
    await ctx.rows(rateRule).change(rateRuleId, { ruleState: nextOrRefuse(changeRuleState(facts, opCode)) });
    return ctx.say(kitWords.changed);
  },
  copyRule: async (ctx, { rateRuleId, rateRuleName }) => {
    const { tenantId, startTime, endTime, remark } = await ctx.rows(rateRule).get(rateRuleId);
    const copied = { tenantId, startTime, endTime, remark };
    const copy = await ctx.rows(rateRule).insert({ ...copied, rateRuleName, rateRuleNo: newRuleNo(ctx.now), ruleState: entityState.disabled });
    await saveMonths(ctx.db, { rateRuleId: copy.rateRuleId, tenantId }, await loadMonths(ctx.db, rateRuleId));
    return ctx.rows(rateRule).get(copy.rateRuleId);
  },
});

const nextOrRefuse = <T>(verdict: Verdict<T, RateRuleRefusal>): T =>
  verdict.ok ? verdict.next : throwRefusal(rateRuleRefusals, verdict.refusal, verdict.args);

const missingMonth = async (ctx: Context, rateRuleId: string): Promise<number | undefined> => {
  const pricedMonths = new Set((await loadMonths(ctx.db, rateRuleId)).map(({ month }) => month));
  return Array.from({ length: 12 }, (_unused, index) => index + 1).find((month) => !pricedMonths.has(month));
};

/** `RR`, the date and random characters, so that two rules of one day get different numbers. */
const newRuleNo = (now: Date): string => `RR${now.toISOString().slice(2, 10).replaceAll('-', '')}${randomBytes(4).toString('hex').toUpperCase()}`;
