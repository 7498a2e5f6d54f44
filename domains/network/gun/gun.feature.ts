import { feature } from '#kit/resource/feature.ts';
import { gunLabels, gunRefusals } from './gun.labels.ts';
import { gun, gunApi } from './gun.ts';

export const gunFeature = feature({
  name: 'gun',
  resource: gun,
  api: gunApi,
  labels: gunLabels,
  refusals: gunRefusals,
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/network/gun',
      component: 'network/GunList',
      title: ['充电枪', '充電槍', 'Guns'],
      icon: 'cus-gun',
      group: 'network',
      order: 50,
      allow: 'gun:list',
    },
  ],
});
