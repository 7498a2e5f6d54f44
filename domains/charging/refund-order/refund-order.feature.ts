import { feature } from '#kit/resource/feature.ts';
import { goodwillAloneMax } from './refund-settings.ts';
import { refundInputLabels, refundOrderLabels, refundRefusals } from './refund-order.labels.ts';
import { refundOrder, refundOrderApi } from './refund-order.ts';

export const refundOrderFeature = feature({
  name: 'refundOrder',
  endpointTitles: {
    retry: ['重试退款', '重試退款', 'retry'],
    mendAbnormal: ['处理异常退款', '處理異常退款', 'send an abnormal refund elsewhere'],
    mendConfirm: ['复核异常退款', '複核異常退款', 'confirm where an abnormal refund goes'],
    goodwill: ['优待退款', '優待退款', 'goodwill refund'],
    goodwillConfirm: ['确认优待退款', '確認優待退款', 'confirm a goodwill refund'],
  },
  resource: refundOrder,
  api: refundOrderApi,
  labels: refundOrderLabels,
  inputLabels: refundInputLabels,
  refusals: refundRefusals,
  settings: [goodwillAloneMax],
  rights: { read: 'bigCustomer', write: 'tenant', otherRights: { reveal: 'station' } },
  menu: [
    {
      path: '/order/refund-order',
      component: 'charging/RefundList',
      title: ['退款订单', '退款訂單', 'Refunds'],
      icon: 'transaction',
      group: 'order',
      order: 50,
      allow: 'refundOrder:list',
    },
  ],
});
