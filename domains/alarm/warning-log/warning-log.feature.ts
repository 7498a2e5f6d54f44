import { feature } from '#kit/resource/feature.ts';
import { warningLogLabels, warningLogRefusals } from './warning-log.labels.ts';
import { warningLog, warningLogApi } from './warning-log.ts';

export const warningLogFeature = feature({
  name: 'warningLog',
  resource: warningLog,
  api: warningLogApi,
  labels: warningLogLabels,
  refusals: warningLogRefusals,
  rights: { read: 'station', write: 'station', otherRights: { resend: 'station' } },
  menu: [
    {
      path: '/monitor/warning-log',
      component: 'alarm/WarningLogList',
      title: ['告警日志', '告警日誌', 'Warning log'],
      icon: 'mail',
      group: 'monitor',
      order: 96,
      allow: 'warningLog:list',
    },
  ],
});
