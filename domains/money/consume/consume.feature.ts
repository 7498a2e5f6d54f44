import { feature } from '#kit/resource/feature.ts';
import { consumeLabels } from './consume.labels.ts';
import { consume, consumeApi } from './consume.ts';

export const consumeFeature = feature({
  name: 'consume',
  resource: consume,
  api: consumeApi,
  labels: consumeLabels,
  rights: { read: 'bigCustomer', write: 'tenant' },
  menu: [
    {
      path: '/money/consume',
      component: 'money/ConsumeList',
      title: ['消费记录', '消費記錄', 'Consumption'],
      icon: 'transaction',
      group: 'money',
      order: 20,
      allow: 'consume:list',
    },
  ],
});
