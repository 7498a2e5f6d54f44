import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { marketing } from './domain.ts';
import * as routes from './routes.server.ts';

export { couponExpiryJob } from './coupon-receive/expire-coupons.server.ts';

export {
  bindCoupon,
  couponOfOrder,
  giveCouponBack,
  releaseCoupon,
  reserveBestCoupon,
  reserveCoupon,
  spendCoupon,
} from './coupon-use/order-coupon.server.ts';
export type { OrderCoupon } from './coupon-use/order-coupon.server.ts';

export const marketingRoutes = gatherRoutes(marketing, routes, undefined);
export { commentOfOrder, commentsOfStation, leaveComment, reportComment } from './comment/leave-comment.server.ts';
export type { ShownComment } from './comment/leave-comment.server.ts';
export { chargeMinSeconds } from './comment/comment-settings.ts';
