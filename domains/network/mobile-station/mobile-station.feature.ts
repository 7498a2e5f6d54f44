import { feature } from '#kit/resource/feature.ts';
import { mobileStationLabels, mobileStationRefusals } from './mobile-station.labels.ts';
import { mobileStation, mobileStationApi } from './mobile-station.ts';

export const mobileStationFeature = feature({
  name: 'mobileStation',
  resource: mobileStation,
  api: mobileStationApi,
  labels: mobileStationLabels,
  refusals: mobileStationRefusals,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/network/mobile-station',
      component: 'network/MobileStationList',
      title: ['白名单手机号', '白名單手機號碼', 'White-list mobiles'],
      icon: 'safety-certificate',
      group: 'network',
      order: 60,
      allow: 'mobileStation:list',
    },
  ],
});
