import { feature } from '#kit/resource/feature.ts';
import { warningConfLabels, warningConfRefusals, warningConfWords } from './warning-conf.labels.ts';
import { warningConf, warningConfApi } from './warning-conf.ts';

export const warningConfFeature = feature({
  name: 'warningConf',
  resource: warningConf,
  api: warningConfApi,
  labels: warningConfLabels,
  inputLabels: { warningAccountId: warningConfWords.sampleTo },
  refusals: warningConfRefusals,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/monitor/warning-conf',
      component: 'alarm/WarningConfList',
      title: ['告警配置', '告警設定', 'Warning texts'],
      icon: 'message',
      group: 'monitor',
      order: 94,
      allow: 'warningConf:list',
    },
  ],
});
