import { feature } from '#kit/resource/feature.ts';
import { couponExpiry } from './coupon-receive-jobs.ts';
import { couponReceiveInputLabels, couponReceiveLabels, couponReceiveWords } from './coupon-receive.labels.ts';
import { couponReceive, couponReceiveApi } from './coupon-receive.ts';

export const couponReceiveFeature = feature({
  name: 'couponReceive',
  resource: couponReceive,
  api: couponReceiveApi,
  labels: couponReceiveLabels,
  inputLabels: couponReceiveInputLabels,
  endpointTitles: { selectByReceiveId: ['查看', '檢視', 'Look at'], takeBack: couponReceiveWords.takeBack },
  jobs: [couponExpiry],
  rights: { read: 'bigCustomer', write: 'agent' },
  menu: [
    {
      path: '/marketing/coupon-receive',
      component: 'marketing/CouponReceiveList',
      title: couponReceiveWords.menu,
      icon: 'profile',
      group: 'marketing',
      order: 30,
      allow: 'couponReceive:list',
    },
  ],
});
