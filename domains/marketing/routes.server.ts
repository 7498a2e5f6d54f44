export { commentRoutes } from './comment/comment.server.ts';
export { activityRoutes } from './activity/activity.server.ts';
export { couponRoutes } from './coupon/coupon.server.ts';
export { couponReceiveRoutes } from './coupon-receive/coupon-receive.server.ts';
export { couponUseRoutes } from './coupon-use/coupon-use.server.ts';
export { stationTagRoutes } from './station-tag/station-tag.server.ts';
