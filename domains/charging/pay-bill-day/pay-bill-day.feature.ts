import { feature } from '#kit/resource/feature.ts';
import { payBillDayLabels } from './pay-bill-day.labels.ts';
import { payBillDay, payBillDayApi, payBills } from './pay-bill-day.ts';

export const payBillDayFeature = feature({
  name: 'payBillDay',
  resource: payBillDay,
  api: payBillDayApi,
  labels: payBillDayLabels,
  endpointTitles: { fetch: ['重新对账', '重新對帳', 'fetch again'] },
  jobs: [payBills],
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/money/pay-bill-day',
      component: 'charging/PayBillDayList',
      title: payBillDayLabels.noun,
      icon: 'account-book',
      group: 'money',
      order: 92,
      allow: 'payBillDay:list',
    },
  ],
});
