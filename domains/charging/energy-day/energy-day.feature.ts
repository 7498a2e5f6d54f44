import { reportFeature } from '#kit/resource/report.ts';
import { energyDayLabels } from './energy-day.labels.ts';
import { energyDay, energyDayApi } from './energy-day.ts';

export const energyDayFeature = reportFeature({
  report: energyDay,
  api: energyDayApi,
  labels: energyDayLabels,
  icon: 'cus-energy',
  group: 'report',
  order: 20,
  rights: { read: 'station', write: 'station' },
});
