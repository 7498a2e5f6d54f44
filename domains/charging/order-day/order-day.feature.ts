import { reportFeature } from '#kit/resource/report.ts';
import { orderDayLabels } from './order-day.labels.ts';
import { orderDay, orderDayApi } from './order-day.ts';

export const orderDayFeature = reportFeature({
  report: orderDay,
  api: orderDayApi,
  labels: orderDayLabels,
  icon: 'profile',
  group: 'report',
  order: 10,
  rights: { read: 'station', write: 'station' },
});
