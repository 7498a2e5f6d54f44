import { feature } from '#kit/resource/feature.ts';
import { orderDataLabels } from './order-data.labels.ts';
import { orderData, orderDataApi } from './order-data.ts';

export const orderDataFeature = feature({
  name: 'orderData',
  resource: orderData,
  api: orderDataApi,
  labels: orderDataLabels,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/statistics/order-data',
      component: 'insight/OrderDataList',
      title: orderDataLabels.noun,
      icon: 'team',
      group: 'report',
      order: 52,
      allow: 'orderData:list',
    },
  ],
});
