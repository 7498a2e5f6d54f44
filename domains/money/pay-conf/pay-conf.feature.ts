import { feature } from '#kit/resource/feature.ts';
import { payConfLabels, payConfRefusals, payConfWords } from './pay-conf.labels.ts';
import { payConf, payConfApi } from './pay-conf.ts';

export const payConfFeature = feature({
  name: 'payConf',
  lookup: { offered: true },
  resource: payConf,
  api: payConfApi,
  labels: payConfLabels,
  endpointTitles: { setPayConf: payConfWords.setPayConf },
  refusals: payConfRefusals,
  rights: { read: 'agent', write: 'tenant', otherRights: { bind: 'tenant' } },
  menu: [
    {
      path: '/money/pay-conf',
      component: 'money/PayConfList',
      title: ['支付配置', '支付配置', 'Pay configurations'],
      icon: 'safety',
      group: 'money',
      order: 90,
      allow: 'payConf:list',
    },
  ],
});
