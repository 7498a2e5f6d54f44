import { feature } from '#kit/resource/feature.ts';
import { upgradeRecordLabels } from './upgrade-record.labels.ts';
import { upgradeRecord, upgradeRecordApi } from './upgrade-record.ts';

export const upgradeRecordFeature = feature({
  name: 'upgradeRecord',
  resource: upgradeRecord,
  api: upgradeRecordApi,
  labels: upgradeRecordLabels,
  rights: { read: 'station', write: 'tenant' },
  menu: [
    {
      path: '/device/upgrade-record',
      component: 'device/UpgradeRecordList',
      title: ['升级记录', '升級記錄', 'Upgrade records'],
      icon: 'profile',
      group: 'device',
      order: 48,
      allow: 'upgradeRecord:list',
    },
  ],
});
