import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'marketing/CommentList': () => import('./comment/comment.web.tsx').then((page) => ({ default: page.CommentList })),
  'marketing/ActivityList': () => import('./activity/activity.web.tsx').then((page) => ({ default: page.ActivityList })),
  'marketing/CouponList': () => import('./coupon/coupon.web.tsx').then((page) => ({ default: page.CouponList })),
  'marketing/CouponReceiveList': () => import('./coupon-receive/coupon-receive.web.tsx').then((page) => ({ default: page.CouponReceiveList })),
  'marketing/CouponUseList': () => import('./coupon-use/coupon-use.web.tsx').then((page) => ({ default: page.CouponUseList })),
  'marketing/PointProgramList': () => import('./point-program/point-program.web.tsx').then((page) => ({ default: page.PointProgramList })),
  'marketing/PointRuleList': () => import('./point-rule/point-rule.web.tsx').then((page) => ({ default: page.PointRuleList })),
  'marketing/UserAgentPointsList': () =>
    import('./user-agent-points/user-agent-points.web.tsx').then((page) => ({ default: page.UserAgentPointsList })),
  'marketing/PointEntryList': () => import('./point-entry/point-entry.web.tsx').then((page) => ({ default: page.PointEntryList })),
  'marketing/StationTagList': () => import('./station-tag/station-tag.web.tsx').then((page) => ({ default: page.StationTagList })),
  'marketing/PrivilegeCardList': () => import('./privilege-card/privilege-card.web.tsx').then((page) => ({ default: page.PrivilegeCardList })),
  'marketing/PrivilegeCardHoldList': () =>
    import('./privilege-card-hold/privilege-card-hold.web.tsx').then((page) => ({ default: page.PrivilegeCardHoldList })),
  'marketing/PrivilegeCardPaymentList': () =>
    import('./privilege-card-payment/privilege-card-payment.web.tsx').then((page) => ({ default: page.PrivilegeCardPaymentList })),
  'marketing/PrivilegeCardUseList': () =>
    import('./privilege-card-use/privilege-card-use.web.tsx').then((page) => ({ default: page.PrivilegeCardUseList })),
};
