import { feature } from '#kit/resource/feature.ts';
import { checkRuleInputLabels, checkRuleLabels, checkRuleRefusals } from './check-rule.labels.ts';
import { checkRule, checkRuleApi } from './check-rule.ts';

export const checkRuleFeature = feature({
  name: 'checkRule',
  resource: checkRule,
  api: checkRuleApi,
  labels: checkRuleLabels,
  inputLabels: checkRuleInputLabels,
  refusals: checkRuleRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/system/check-rule',
      component: 'system/CheckRuleList',
      title: ['校验规则', '校驗規則', 'Check rules'],
      icon: 'safety',
      group: 'system',
      order: 54,
      allow: 'checkRule:list',
    },
  ],
});
