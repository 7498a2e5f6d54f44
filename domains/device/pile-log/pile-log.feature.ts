import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { logFailure } from './pile-log.codes.ts';
import { pileLogLabels, pileLogRefusals } from './pile-log.labels.ts';
import { pileLog, pileLogApi } from './pile-log.ts';
import { pileLogRetention } from './retention.ts';

export const pileLogFeature = feature({
  name: 'pileLog',
  resource: pileLog,
  api: pileLogApi,
  labels: pileLogLabels,
  codes: [logFailure],
  jobs: [pileLogRetention],
  refusals: { ...deviceRefusals, ...pileLogRefusals },
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/device/pile-log',
      component: 'device/PileLogList',
      title: ['设备日志', '裝置日誌', 'Device logs'],
      icon: 'file-text',
      group: 'device',
      order: 42,
      allow: 'pileLog:list',
    },
  ],
});
