import { feature } from '#kit/resource/feature.ts';
import { rechargeInputLabels, rechargeLabels, rechargeRefusals } from './recharge.labels.ts';
import { RECEIVABLE_PERMISSION, recharge, rechargeApi } from './recharge.ts';

export const rechargeFeature = feature({
  name: 'recharge',
  endpointTitles: { reverse: ['冲正', '沖正', 'reverse'] },
  resource: recharge,
  api: rechargeApi,
  labels: rechargeLabels,
  inputLabels: rechargeInputLabels,
  refusals: rechargeRefusals,
  extraPermissions: [RECEIVABLE_PERMISSION],
  rights: { read: 'bigCustomer', write: 'tenant' },
  menu: [
    {
      path: '/money/recharge',
      component: 'money/RechargeList',
      title: ['充值记录', '儲值記錄', 'Recharges'],
      icon: 'pay-circle',
      group: 'money',
      order: 10,
      allow: 'recharge:list',
    },
  ],
});
