import { reportFeature } from '#kit/resource/report.ts';
import { exceptionDayLabels } from './exception-day.labels.ts';
import { exceptionDay, exceptionDayApi } from './exception-day.ts';

export const exceptionDayFeature = reportFeature({
  report: exceptionDay,
  api: exceptionDayApi,
  labels: exceptionDayLabels,
  icon: 'alert',
  group: 'report',
  order: 60,
  rights: { read: 'station', write: 'station' },
});
