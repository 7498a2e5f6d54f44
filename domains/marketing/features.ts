export { commentFeature } from './comment/comment.feature.ts';
export { activityFeature } from './activity/activity.feature.ts';
export { couponFeature } from './coupon/coupon.feature.ts';
export { couponReceiveFeature } from './coupon-receive/coupon-receive.feature.ts';
export { couponUseFeature } from './coupon-use/coupon-use.feature.ts';
export { marketingFeature } from './marketing.feature.ts';
export { stationTagFeature } from './station-tag/station-tag.feature.ts';
