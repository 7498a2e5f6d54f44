import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverRetention } from './visit-retention.ts';
import { visitApi } from './visit.ts';

export const driverVisitFeature = feature({
  name: 'driverVisit',
  title: ['车主访问', '車主造訪', 'Visit of a driver'],
  endpointTitles: { begin: ['开始访问', '開始造訪', 'Begin a visit'], events: ['枪的事件', '槍的事件', 'Events of the gun'] },
  api: visitApi,
  inputLabels: { label: ['标签', '標籤', 'Label'], gun: ['枪号', '槍號', 'Gun'], channel: ['访问渠道', '造訪管道', 'Channel'] },
  refusals: driverRefusals,
  jobs: [driverRetention],
});
