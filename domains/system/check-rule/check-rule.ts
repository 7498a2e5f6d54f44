import { readOnly, id, list, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import type { WireInput } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { RULE_VALUE_LETTERS_MAX, ruleCheck } from '#kit/resource/shared-endpoints/rule-check.ts';

/** How far rules and values may go. Patterns run in linear time, so these bound the work. */
export const checkRuleBounds = { segments: 20, patternLetters: 200, valueLetters: RULE_VALUE_LETTERS_MAX } as const;

/** One stretch of a value and what it must look like. `*` is the whole value; a number takes so many letters from where the last one ended. */
export const segment = {
  digits: text({ min: 1, max: 3, pattern: { source: '^(\\*|[1-9]\\d{0,2})$', problem: 'badSegment' } }),
  pattern: text({ min: 1, max: checkRuleBounds.patternLetters }),
  message: text({ min: 1, max: 200 }),
};
export type Segment = WireInput<typeof segment>;

/** A field of the program that values of a rule are typed into, in the asker's language. */
export interface RuleUse {
  readonly ruleCode: string;
  readonly noun: string;
  readonly field: string;
}

/** A rule that values of a kind must keep. Row security shows the tenant's own and the platform's. */
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
  /** The codes that fields of the program ask for. */
  uses: endpoint({ method: 'GET', path: '/sys/checkRule/uses', allow: 'checkRule:list', input: {}, output: opaque<readonly RuleUse[]>() }),
};
