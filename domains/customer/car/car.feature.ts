import { feature } from '#kit/resource/feature.ts';
import { carLabels, carRefusals } from './car.labels.ts';
import { car, carApi } from './car.ts';

export const carFeature = feature({
  name: 'car',
  resource: car,
  api: carApi,
  labels: carLabels,
  refusals: carRefusals,
  rights: { read: 'bigCustomer', write: 'agent' },
  menu: [
    {
      path: '/customer/car',
      component: 'customer/CarList',
      title: ['车辆管理', '車輛管理', 'Cars'],
      icon: 'car',
      group: 'customer',
      order: 30,
      allow: 'car:list',
    },
  ],
});
