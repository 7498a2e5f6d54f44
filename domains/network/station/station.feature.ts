import { feature } from '#kit/resource/feature.ts';
import { stationLabels, stationRefusals } from './station.labels.ts';
import { station, stationApi } from './station.ts';

export const stationFeature = feature({
  name: 'station',
  lookup: { offered: true },
  resource: station,
  api: stationApi,
  labels: stationLabels,
  refusals: stationRefusals,
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/network/station',
      component: 'network/StationList',
      title: ['站点管理', '站點管理', 'Stations'],
      icon: 'shop',
      group: 'network',
      order: 30,
      allow: 'station:list',
    },
  ],
});
