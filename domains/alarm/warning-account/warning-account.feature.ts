import { feature } from '#kit/resource/feature.ts';
import { warningAccountLabels, warningAccountRefusals, warningAccountWords } from './warning-account.labels.ts';
import { warningAccount, warningAccountApi } from './warning-account.ts';

export const warningAccountFeature = feature({
  name: 'warningAccount',
  resource: warningAccount,
  api: warningAccountApi,
  labels: warningAccountLabels,
  inputLabels: { testCode: warningAccountWords.testCode },
  refusals: warningAccountRefusals,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/warning-account',
      component: 'alarm/WarningAccountList',
      title: ['告警账号', '告警帳號', 'Warning accounts'],
      icon: 'notification',
      group: 'monitor',
      order: 95,
      allow: 'warningAccount:list',
    },
  ],
});
