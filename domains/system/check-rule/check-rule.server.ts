import { RE2JS } from 're2js';
import { sql } from 'kysely';
import type { FieldShape } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Resource } from '#kit/resource/resource.ts';
import { NO_SUCH_RULE } from '#kit/resource/shared-endpoints/rule-check.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { checkRuleRefusals } from './check-rule.labels.ts';
import { firstViolation } from './check-rule.rules.ts';
import type { RuleViolation } from './check-rule.rules.ts';
import { checkRule, checkRuleApi } from './check-rule.ts';
import type { Segment } from './check-rule.ts';

const { importExcel: _i, exportXls: _x, exportTemplate: _t, queryList: _q, ...standardHandlers } = crudHandlers(checkRule);

export const checkRuleRoutes = implement(checkRuleApi, {
  ...standardHandlers,
  add: async (ctx, draft) => {
    checkPatterns(draft.ruleJson);
    const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
    if (tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(checkRuleRefusals, 'checkRule.platformOwn');
    return ctx.rows(checkRule).insert({ ...draft, tenantId });
  },
  edit: async (ctx, input, extras) => {
    checkMayChange(ctx, await ctx.rows(checkRule).get(String(input.id)));
    if (input.ruleJson) checkPatterns(input.ruleJson);
    return standardHandlers.edit(ctx, input, extras);
  },
  ...deleteHandlers(checkRule, async (ctx, row) => checkMayChange(ctx, row)),
  checkByCode: async (ctx, { ruleCode, value, tenantId }) => {
    const segments = (await segmentsOf(ctx, ruleCode, tenantId)) ?? throwRefusal(checkRuleRefusals, NO_SUCH_RULE, { code: ruleCode });
    const violation = firstViolation(segments, value ?? '', matchesPattern);
    if (!violation) return true;
    const { message: _message, ...detail } = violation;
    return throwRefusal(checkRuleRefusals, 'checkRule.broken', { message: violationText(ctx, violation) }, { detail });
  },
  uses: (ctx) =>
    Promise.resolve(
      ctx.registry.features.flatMap(({ resource: noun, labels }) =>
        Object.entries(noun?.fields ?? {}).flatMap(([name, { rule }]) => {
          const field = labels?.fields[name];
          return rule && labels && field ? [{ ruleCode: rule, noun: ctx.say(labels.noun), field: ctx.say(field) }] : [];
        }),
      ),
    ),
});

/** Refuses a draft with a value that breaks the rule of its field, in the tenant of the row. */
export const enforceCheckRules = async <F extends FieldShape>(ctx: Context, noun: Resource<F>, draft: CheckInput): Promise<void> => {
  const tenantId = typeof draft['tenantId'] === 'string' ? draft['tenantId'] : (singleId(ctx.viewer.sees.tenant) ?? null);
  for (const [name, { rule }] of Object.entries(noun.fields)) {
    const value = draft[name];
    if (rule === undefined || typeof value !== 'string' || value === '') continue;
    const segments = await segmentsOf(ctx, rule, tenantId);
    const violation = segments && firstViolation(segments, value, matchesPattern);
    if (!violation) continue;
    const message = violationText(ctx, violation);
    throwRefusal(checkRuleRefusals, 'checkRule.broken', { message }, { detail: { fields: { [name]: message } } });
  }
};
type CheckInput = Readonly<Record<string, unknown>>;

const violationText = (ctx: Context, { message, begin }: RuleViolation): string =>
  message ?? ctx.say(checkRuleRefusals['checkRule.leftOver'], { begin });

/** Takes linear time for any pattern. */
const matchesPattern = (pattern: string, text: string): boolean => RE2JS.compile(pattern).matches(text);

const checkPatterns = (segments: readonly Segment[]): void => {
  for (const [index, { pattern }] of segments.entries()) {
    try {
      RE2JS.compile(pattern);
    } catch {
      throwRefusal(checkRuleRefusals, 'checkRule.badPattern', { row: index + 1 });
    }
  }
};

const checkMayChange = (ctx: Context, row: { readonly tenantId: string | null }): void => {
  if (row.tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(checkRuleRefusals, 'checkRule.platformOwn');
};

/**
 * A tenant's own rule takes precedence over the platform's rule with the same code. For a viewer of all tenants it is the platform's rule, unless
 * the call names a tenant.
 */
const segmentsOf = async (ctx: Context, ruleCode: string, tenantId: string | null | undefined): Promise<readonly Segment[] | undefined> => {
  const ownTenantId = tenantId ?? null;
  const tenantClause =
    ownTenantId !== null || ctx.viewer.sees.tenant === 'all' ? sql`and (tenant_id is null or tenant_id = ${ownTenantId}::int8)` : sql``;
  const { rows } = await sql<{ ruleJson: readonly Segment[] }>`select rule_json from sys_check_rule
    where rule_code = ${ruleCode} and not is_delete ${tenantClause} order by tenant_id nulls last limit 1`.execute(ctx.db);
  return rows[0]?.ruleJson;
};
