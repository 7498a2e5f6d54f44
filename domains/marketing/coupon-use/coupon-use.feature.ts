import { feature } from '#kit/resource/feature.ts';
import { couponUseLabels, couponUseWords } from './coupon-use.labels.ts';
import { couponUse, couponUseApi } from './coupon-use.ts';

export const couponUseFeature = feature({
  name: 'couponUse',
  resource: couponUse,
  api: couponUseApi,
  labels: couponUseLabels,
  rights: { read: 'bigCustomer', write: 'tenant' },
  menu: [
    {
      path: '/marketing/coupon-use',
      component: 'marketing/CouponUseList',
      title: couponUseWords.menu,
      icon: 'transaction',
      group: 'marketing',
      order: 40,
      allow: 'couponUse:list',
    },
  ],
});
