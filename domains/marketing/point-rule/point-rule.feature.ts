import { feature } from '#kit/resource/feature.ts';
import { pointRuleLabels, pointRuleRefusals, pointRuleWords } from './point-rule.labels.ts';
import { pointRule, pointRuleApi } from './point-rule.ts';

export const pointRuleFeature = feature({
  name: 'pointRule',
  resource: pointRule,
  api: pointRuleApi,
  labels: pointRuleLabels,
  refusals: pointRuleRefusals,
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/marketing/point-rule',
      component: 'marketing/PointRuleList',
      title: pointRuleWords.menu,
      icon: 'control',
      group: 'marketing',
      order: 52,
      allow: 'pointRule:list',
    },
  ],
});
