import { feature } from '#kit/resource/feature.ts';
import { couponInputLabels, couponLabels, couponRefusals, couponWords } from './coupon.labels.ts';
import { coupon, couponApi } from './coupon.ts';

export const couponFeature = feature({
  name: 'coupon',
  lookup: { offered: true },
  resource: coupon,
  api: couponApi,
  labels: couponLabels,
  inputLabels: couponInputLabels,
  refusals: couponRefusals,
  extraPermissions: ['coupon:void'],
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/marketing/coupon',
      component: 'marketing/CouponList',
      title: couponWords.menu,
      icon: 'percentage',
      group: 'marketing',
      order: 20,
      allow: 'coupon:list',
    },
  ],
});
