import { feature } from '#kit/resource/feature.ts';
import { rateRuleLabels, rateRuleRefusals } from './rate-rule.labels.ts';
import { rateRule, rateRuleApi } from './rate-rule.ts';

export const rateRuleFeature = feature({
  name: 'rateRule',
  lookup: { offered: true },
  endpointTitles: { changeRuleState: ['变更状态', '變更狀態', 'change the state'] },
  resource: rateRule,
  api: rateRuleApi,
  labels: rateRuleLabels,
  inputLabels: { opCode: ['操作', '操作', 'Operation'] },
  refusals: rateRuleRefusals,
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/tariff/rate-rule',
      component: 'tariff/RateRuleList',
      title: ['费率策略', '費率策略', 'Rate rules'],
      icon: 'percentage',
      group: 'tariff',
      order: 10,
      allow: 'rateRule:list',
    },
  ],
});
