import { feature } from '#kit/resource/feature.ts';
import { todayApi } from '../home/today.ts';
import { pastApi } from '../past/past.ts';
import { monitorInputLabels } from './monitor.labels.ts';
import { monitorApi } from './monitor.ts';

export const monitorFeature = feature({
  name: 'monitor',
  api: { ...monitorApi, ...todayApi, ...pastApi },
  inputLabels: monitorInputLabels,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/charging',
      component: 'charging/Monitor',
      title: ['充电监控', '充電監控', 'Charging monitor'],
      icon: 'thunderbolt',
      group: 'monitor',
      order: 10,
      allow: 'monitor:list',
    },
  ],
});
