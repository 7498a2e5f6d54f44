export { commentTag } from './comment/comment.codes.ts';
export { COMMENT_TAGS_MAX, commentApi, CONTENT_MAX, STARS_MAX } from './comment/comment.ts';
export { activityApi } from './activity/activity.ts';
export { couponApi } from './coupon/coupon.ts';
export { couponReceiveApi } from './coupon-receive/coupon-receive.ts';
export { couponUseApi } from './coupon-use/coupon-use.ts';
export { miniappShow } from './station-tag/station-tag.codes.ts';
export { stationTagApi } from './station-tag/station-tag.ts';
export { marketing } from './domain.ts';
