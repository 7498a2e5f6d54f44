import { feature } from '#kit/resource/feature.ts';
import { carTypeLabels, carTypeRefusals } from './car-type.labels.ts';
import { carType, carTypeApi } from './car-type.ts';

export const carTypeFeature = feature({
  name: 'carType',
  lookup: { offered: true },
  resource: carType,
  api: carTypeApi,
  labels: carTypeLabels,
  refusals: carTypeRefusals,
  rights: { read: 'bigCustomer', write: 'tenant' },
  menu: [
    {
      path: '/customer/car-type',
      component: 'customer/CarTypeList',
      title: ['车型管理', '車型管理', 'Car types'],
      icon: 'tags',
      group: 'customer',
      order: 40,
      allow: 'carType:list',
    },
  ],
});
