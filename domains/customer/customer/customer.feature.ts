import { feature } from '#kit/resource/feature.ts';
import { accountType, mainPartType } from '../party/party.codes.ts';
import { customerLabels, customerRefusals } from './customer.labels.ts';
import { customer, customerApi } from './customer.ts';

export const customerFeature = feature({
  name: 'customer',
  lookup: { offered: true },
  resource: customer,
  api: customerApi,
  labels: customerLabels,
  refusals: customerRefusals,
  codes: [mainPartType, accountType],
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/customer/customer',
      component: 'customer/CustomerList',
      title: ['客户管理', '客戶管理', 'Customers'],
      icon: 'team',
      group: 'customer',
      order: 10,
      allow: 'customer:list',
    },
  ],
});
