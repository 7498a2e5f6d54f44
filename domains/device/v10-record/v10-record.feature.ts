import { feature } from '#kit/resource/feature.ts';
import { recordRetention } from './record-retention.ts';
import { v10RecordLabels } from './v10-record.labels.ts';
import { v10Record, v10RecordApi } from './v10-record.ts';

export const v10RecordFeature = feature({
  name: 'v10Record',
  resource: v10Record,
  api: v10RecordApi,
  labels: v10RecordLabels,
  jobs: [recordRetention],
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/device/v10-record',
      component: 'device/V10RecordList',
      title: ['v1.0报文日志', 'v1.0報文日誌', 'v1.0 records'],
      icon: 'table',
      group: 'device',
      order: 60,
      allow: 'v10Record:list',
    },
  ],
});
