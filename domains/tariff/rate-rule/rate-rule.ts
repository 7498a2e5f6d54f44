import { choice, count, day, readOnly, id, longText, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '#domains/network/resources.ts';
import { ruleOperation } from '../tariff.codes.ts';

export const rateRule = resource({
  name: 'rateRule',
  path: '/rate/sseRateRule',
  table: 'rate_rule',
  view: 'rate_rule_view',
  key: 'rateRuleId',
  title: 'rateRuleName',
  picker: '/rate/sseRateRule/queryEnableRuleList',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    rateRuleId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    rateRuleName: text({ unique: ['tenantId'], min: 2, max: 60, filter: 'contains' }),
    /** The rule number that is sent to piles. */
    rateRuleNo: readOnly(text({ max: 16, filter: 'equals' })),
    startTime: optional(day()),
    endTime: optional(day()),
    ruleState: readOnly(choice(entityState, { filter: 'equals' })),
    monthCount: readOnly(count({ max: 12 })),
    pileCount: readOnly(count()),
    /** The tenant's currency, in which the prices are given. */
    currency: readOnly(text({ max: 3 })),
    remark: optional(longText({ max: 255 })),
  },
});

const ruleKey = { rateRuleId: id() };

export const rateRuleApi = {
  ...crud(rateRule),
  changeRuleState: endpoint({
    method: 'POST',
    path: `${rateRule.path}/changeState`,
    allow: 'rateRule:edit',
    input: { ...ruleKey, opCode: choice(ruleOperation) },
    output: words(),
  }),
  copyRule: endpoint({
    method: 'POST',
    path: `${rateRule.path}/copyRule`,
    allow: 'rateRule:add',
    input: { ...ruleKey, rateRuleName: text({ min: 2, max: 60 }) },
    output: rowOf(rateRule.fields),
  }),
};
