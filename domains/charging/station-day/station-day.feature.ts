import { feature } from '#kit/resource/feature.ts';
import { stationDayLabels } from './station-day.labels.ts';
import { stationDay, stationDayApi, stationDayRollUp } from './station-day.ts';

export const stationDayFeature = feature({
  name: 'stationDay',
  resource: stationDay,
  api: stationDayApi,
  labels: stationDayLabels,
  jobs: [stationDayRollUp],
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/statistics/station-day',
      component: 'charging/StationDayList',
      title: stationDayLabels.noun,
      icon: 'bar-chart',
      group: 'report',
      order: 50,
      allow: 'stationDay:list',
    },
  ],
});
