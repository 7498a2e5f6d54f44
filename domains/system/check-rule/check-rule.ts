import { readOnly, id, list, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import type { WireInput } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { RULE_VALUE_LETTERS_MAX, ruleCheck } from '#kit/resource/shared-endpoints/rule-check.ts';

/** Limits of rules and values. Patterns take linear time, so these limit the work. */
export const checkRuleBounds = { segments: 20, patternLetters: 200, valueLetters: RULE_VALUE_LETTERS_MAX } as const;

/** A part of a value and its pattern. `*` is the whole value; a number is the count of characters after the previous segment. */
export const segment = {
  digits: text({ min: 1, max: 3, pattern: { source: '^(\\*|[1-9]\\d{0,2})$', problem: 'badSegment' } }),
  pattern: text({ min: 1, max: checkRuleBounds.patternLetters }),
  message: text({ min: 1, max: 200 }),
};
export type Segment = WireInput<typeof segment>;

/** A field of the program that uses a rule, in the viewer's language. */
export interface RuleUse {
  readonly ruleCode: string;
  readonly noun: string;
  readonly field: string;
}

/** A validation rule for values. Row-level security shows those of the tenant and of the platform. */
export const checkRule = resource({
  name: 'checkRule',
  path: '/sys/checkRule',
  table: 'sys_check_rule',
  key: 'id',
  title: 'ruleName',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    ruleName: text({ min: 1, max: 100, filter: 'contains' }),
    ruleCode: onAdd(
      text({ unique: ['tenantId'], min: 2, max: 100, filter: 'contains', pattern: { source: '^[A-Za-z][\\w:.-]*$', problem: 'badDictCode' } }),
    ),
    ruleJson: list(segment, { min: 1, max: checkRuleBounds.segments }),
    ruleDescription: optional(longText({ max: 255 })),
  },
});

const {
  exportXls: _exportXls,
  exportTemplate: _exportTemplate,
  importExcel: _importExcel,
  queryList: _queryList,
  ...standardEndpoints
} = crud(checkRule);

export const checkRuleApi = {
  ...standardEndpoints,
  checkByCode: ruleCheck,
  /** The codes that fields of the program use. */
  uses: endpoint({ method: 'GET', path: '/sys/checkRule/uses', allow: 'checkRule:list', input: {}, output: opaque<readonly RuleUse[]>() }),
};
