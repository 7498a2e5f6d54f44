import { feature } from '#kit/resource/feature.ts';
import { pileType } from '#domains/network/resources.ts';
import { fuelPer100Km, gridFactor, gridSource, kwhPerKm } from './carbon-settings.ts';
import { operationWords } from './operation.labels.ts';
import { operationApi } from './operation.ts';

export const operationFeature = feature({
  name: 'operationAnalytics',
  api: operationApi,
  inputLabels: {
    days: operationWords.days,
    cpType: pileType.title,
    to: operationWords.lastDayShown,
    weekday: operationWords.weekday,
    hour: operationWords.hourOfDay,
    after: operationWords.after,
  },
  settings: [gridFactor, gridSource, fuelPer100Km, kwhPerKm],
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/statistics/operation',
      component: 'insight/OperationBoard',
      title: operationWords.title,
      icon: 'dashboard',
      group: 'report',
      order: 5,
      allow: 'operationAnalytics:list',
    },
  ],
});
