import { feature } from '#kit/resource/feature.ts';
import { vipDiscountLabels } from './vip-discount.labels.ts';
import { vipDiscount, vipDiscountApi } from './vip-discount.ts';

export const vipDiscountFeature = feature({
  name: 'vipDiscount',
  resource: vipDiscount,
  api: vipDiscountApi,
  labels: vipDiscountLabels,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/customer/vip-discount',
      component: 'customer/VipDiscountList',
      title: ['VIP折扣', 'VIP折扣', 'VIP discounts'],
      icon: 'gift',
      group: 'customer',
      order: 60,
      allow: 'vipDiscount:list',
    },
  ],
});
