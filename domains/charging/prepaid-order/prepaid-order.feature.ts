import { feature } from '#kit/resource/feature.ts';
import { prepaidInputLabels, prepaidOrderLabels, prepaidRefusals } from './prepaid-order.labels.ts';
import { heldPrepayments } from './prepaid-jobs.ts';
import { prepaidOrder, prepaidOrderApi } from './prepaid-order.ts';

export const prepaidOrderFeature = feature({
  name: 'prepaidOrder',
  endpointTitles: {
    refund: ['人工退款', '人工退款', 'refund'],
    decide: ['处理异常付款', '處理異常付款', 'decide about a payment that differs'],
    decideConfirm: ['复核异常付款', '複核異常付款', 'confirm such a decision'],
  },
  resource: prepaidOrder,
  api: prepaidOrderApi,
  labels: prepaidOrderLabels,
  inputLabels: prepaidInputLabels,
  refusals: prepaidRefusals,
  jobs: [heldPrepayments],
  rights: { read: 'bigCustomer', write: 'tenant', otherRights: { reveal: 'station' } },
  menu: [
    {
      path: '/order/prepaid-order',
      component: 'charging/PrepaidList',
      title: ['预付订单', '預付訂單', 'Prepaid orders'],
      icon: 'wallet',
      group: 'order',
      order: 40,
      allow: 'prepaidOrder:list',
    },
  ],
});
