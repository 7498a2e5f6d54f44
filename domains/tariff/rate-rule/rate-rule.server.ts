import { randomBytes } from 'node:crypto';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { adding, crudHandlers, removing } from '#kit/server/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/route.ts';
import { loadMonths, saveMonths } from '../rate-month/rate-month.store.server.ts';
import { rateRuleRefusals } from './rate-rule.labels.ts';
import { changeRuleState, checkDates } from './rate-rule.rules.ts';
import { rateRule, rateRuleApi } from './rate-rule.ts';

const plain = crudHandlers(rateRule);

export const rateRuleRoutes = implement(rateRuleApi, {
  ...plain,
  ...adding(rateRule, (ctx, draft) => {
    checkOrRefuse(draft);
    return ctx.rows(rateRule).insert({ ...draft, rateRuleNo: newRuleNo(ctx.now) });
  }),
  edit: async (ctx, input, extras) => {
    const before = await ctx.rows(rateRule).get(input.rateRuleId ?? '');
    if (before.ruleState === -1) refuse(rateRuleRefusals, 'rateRule.disused', { name: before.rateRuleName });
    checkOrRefuse({ startTime: input.startTime ?? before.startTime, endTime: input.endTime ?? before.endTime });
    return plain.edit(ctx, input, extras);
  },
  ...removing(rateRule, (_ctx, row) =>
    Promise.resolve(row.pileCount > 0 ? refuse(rateRuleRefusals, 'rateRule.inUse', { name: row.rateRuleName, count: row.pileCount }) : undefined),
  ),
  /** Only enabled rules can be chosen; what was chosen before is shown by its id whatever became of it. */
  queryList: async (ctx, input, extras) => {
    const found = await plain.queryList(ctx, input, extras);
    if (input.ids) return found;
    const keys = found.flatMap((row) => (typeof row === 'object' && row !== null && 'value' in row ? [String(row.value)] : []));
    const enabled = new Set((await ctx.rows(rateRule).findMany(keys)).filter((row) => row.ruleState === 1).map((row) => row.rateRuleId));
    return found.filter((row) => typeof row === 'object' && row !== null && 'value' in row && enabled.has(String(row.value)));
  },
  changeRuleState: async (ctx, { rateRuleId, opCode }) => {
    const row = await ctx.rows(rateRule).get(rateRuleId);
    const facts = { name: row.rateRuleName, state: row.ruleState, pileCount: row.pileCount, missingMonth: await missingMonth(ctx, rateRuleId) };
    const verdict = changeRuleState(facts, opCode);
    if (!verdict.ok) return refuse(rateRuleRefusals, verdict.refusal, verdict.args);
    await ctx.rows(rateRule).change(rateRuleId, { ruleState: verdict.next });
    return ctx.say(kitWords.changed);
  },
  copyRule: async (ctx, { rateRuleId, rateRuleName }) => {
    const { tenantId, remark } = await ctx.rows(rateRule).get(rateRuleId);
    const copy = await ctx.rows(rateRule).insert({ tenantId, remark, rateRuleName, rateRuleNo: newRuleNo(ctx.now), ruleState: 0 });
    await saveMonths(ctx.db, { rateRuleId: copy.rateRuleId, tenantId }, await loadMonths(ctx.db, rateRuleId));
    return ctx.rows(rateRule).get(copy.rateRuleId);
  },
});

const checkOrRefuse = (dates: Parameters<typeof checkDates>[0]): void => {
  const verdict = checkDates(dates);
  if (!verdict.ok) refuse(rateRuleRefusals, verdict.refusal);
};

const missingMonth = async (ctx: Context, rateRuleId: string): Promise<number | undefined> => {
  const priced = new Set((await loadMonths(ctx.db, rateRuleId)).map(({ month }) => month));
  return Array.from({ length: 12 }, (_unused, index) => index + 1).find((month) => !priced.has(month));
};

/** `RR` and the day, with enough chance behind them that two rules of one day differ. */
const newRuleNo = (now: Date): string => `RR${now.toISOString().slice(2, 10).replaceAll('-', '')}${randomBytes(4).toString('hex').toUpperCase()}`;
