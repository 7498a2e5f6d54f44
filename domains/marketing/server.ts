import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { marketing } from './domain.ts';
import * as routes from './routes.server.ts';

export { pictureOfActivity, shownActivities } from './activity/shown-activities.server.ts';
export type { ShownActivity, ShownCoupon } from './activity/shown-activities.server.ts';
export { takeCoupon } from './coupon/take-coupon.server.ts';
export { usableCoupons } from './coupon/usable-coupons.server.ts';
export { ownCoupons } from './coupon-receive/held-coupons.server.ts';
export type { OwnCoupon } from './coupon-receive/held-coupons.server.ts';
export { couponExpiryJob } from './coupon-receive/expire-coupons.server.ts';

export {
  bindCoupon,
  couponOfOrder,
  couponOfPayment,
  giveCouponBack,
  releaseCoupon,
  reserveBestCoupon,
  reserveCoupon,
  spendCoupon,
} from './coupon-use/order-coupon.server.ts';
export type { OrderCoupon } from './coupon-use/order-coupon.server.ts';
export { paymentCoupons, paymentCredit, releasePaymentCoupon } from './coupon-use/payment-coupon.server.ts';

export { pointOffer, pointsOfCustomer } from './user-agent-points/shown-points.server.ts';
export type { ShownPoints } from './user-agent-points/shown-points.server.ts';
export { pointExpiryJob } from './user-agent-points/expire-points.server.ts';
export { correctEarnedPoints, earnPoints } from './user-agent-points/earn-points.server.ts';
export {
  correctOrderPoints,
  planOrderPoints,
  pointsOfOrder,
  reserveOrderPoints,
  returnOrderPoints,
  spendOrderPoints,
} from './user-agent-points/order-points.server.ts';
export type { OrderPoints, PlannedPoints } from './user-agent-points/order-points.server.ts';

export const marketingRoutes = gatherRoutes(marketing, routes, undefined);
export { commentOfOrder, commentsOfStation, leaveComment, reportComment } from './comment/leave-comment.server.ts';
export type { ShownComment } from './comment/leave-comment.server.ts';
export { chargeMinSeconds } from './comment/comment-settings.ts';
export { cardEarningJob } from './privilege-card-hold/earn-cards.server.ts';
export { ownCards } from './privilege-card-hold/own-cards.server.ts';
export type { OwnCard } from './privilege-card-hold/own-cards.server.ts';
export { shownCards } from './privilege-card/shown-cards.server.ts';
export type { CardLimits, ShownCard } from './privilege-card/shown-cards.server.ts';
export { cardOfPayment, orderCardByPayment, sellPaidCard } from './privilege-card-payment/card-payment.server.ts';
export { checkCardSale, sellCard } from './privilege-card/take-card.server.ts';
export { cardOfOrder, giveCardBack, releaseCard, reserveBestCard, spendCard } from './privilege-card-use/order-card.server.ts';
export type { OrderCard } from './privilege-card-use/order-card.server.ts';
