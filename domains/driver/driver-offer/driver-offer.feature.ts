import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverOfferApi } from './driver-offer.ts';

export const driverOfferFeature = feature({
  name: 'driverOffer',
  title: ['车主优惠', '車主優惠', 'Offers to drivers'],
  endpointTitles: {
    activities: ['站点活动', '站點活動', 'Activities of a station'],
    picture: ['活动图片', '活動圖片', 'Picture of an activity'],
    own: ['我的优惠券', '我的優惠券', 'My coupons'],
    receive: ['领取优惠券', '領取優惠券', 'Receive a coupon'],
    choices: ['可用优惠券', '可用優惠券', 'Coupons for an order'],
  },
  api: driverOfferApi,
  inputLabels: {
    label: ['标签', '標籤', 'Label'],
    gun: ['枪号', '槍號', 'Connector'],
    activityId: ['活动编号', '活動編號', 'Activity'],
    couponId: ['优惠券编号', '優惠券編號', 'Coupon'],
    amountCents: ['金额', '金額', 'Amount'],
    prepaid: ['预付费', '預付費', 'Paid in advance'],
  },
  refusals: driverRefusals,
});
