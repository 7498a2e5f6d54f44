import { reportFeature } from '#kit/resource/report.ts';
import { incomeDayLabels } from './income-day.labels.ts';
import { incomeDay, incomeDayApi } from './income-day.ts';

export const incomeDayFeature = reportFeature({
  report: incomeDay,
  api: incomeDayApi,
  labels: incomeDayLabels,
  icon: 'account-book',
  group: 'report',
  order: 30,
  rights: { read: 'station', write: 'station' },
});
