import { feature } from '#kit/resource/feature.ts';
import { prepaidInputLabels, prepaidOrderLabels, prepaidRefusals } from './prepaid-order.labels.ts';
import { prepaidOrder, prepaidOrderApi } from './prepaid-order.ts';

export const prepaidOrderFeature = feature({
  name: 'prepaidOrder',
  endpointTitles: { refund: ['人工退款', '人工退款', 'refund'] },
  resource: prepaidOrder,
  api: prepaidOrderApi,
  labels: prepaidOrderLabels,
  inputLabels: prepaidInputLabels,
  refusals: prepaidRefusals,
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
