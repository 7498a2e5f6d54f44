import { couponForm as couponFormValues } from '#engines/tariff/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Code tables of the future marketing domain: sections 4 and 9 of the business specification. */
export const couponForm = codeTable({
  dictCode: 'coupon_form',
  title: ['优惠券类型', '優惠券類型', 'Coupon type'],
  items: {
    discount: { value: couponFormValues.discount, words: ['折扣券', '折扣券', 'Discount'] },
    deduction: { value: couponFormValues.deduction, words: ['抵扣券', '抵扣券', 'Deduction'] },
  },
});

export const couponUseScene = codeTable({
  dictCode: 'coupon_use_scene',
  title: ['优惠券使用场景', '優惠券使用場景', 'Coupon used at'],
  items: {
    prePayment: { value: 1, words: ['预付费', '預付費', 'Pre-payment'] },
    settlement: { value: 2, words: ['结算', '結算', 'Settlement'] },
  },
});

export const couponOverlay = codeTable({
  dictCode: 'can_overlay',
  title: ['优惠券叠加', '優惠券疊加', 'Coupons may be combined'],
  items: {
    yes: { value: 1, words: ['可叠加', '可疊加', 'May be combined'], tone: 'good' },
    no: { value: 0, words: ['不可叠加', '不可疊加', 'Alone only'], tone: 'quiet' },
  },
});

/** The specification names the states without their numbers; these are those of a notice, which lives the same life. */
export const activityState = codeTable({
  dictCode: 'activity_state',
  title: ['活动状态', '活動狀態', 'Activity state'],
  items: {
    pending: { value: 0, words: ['待发布', '待發佈', 'To be published'], tone: 'quiet' },
    published: { value: 1, words: ['已发布', '已發佈', 'Published'], tone: 'good' },
    revoked: { value: 2, words: ['已撤销', '已撤銷', 'Revoked'], tone: 'warn' },
  },
});

export const activityLevel = codeTable({
  dictCode: 'activity_level',
  title: ['活动级别', '活動級別', 'Activity level'],
  items: {
    agent: { value: 1, words: ['运营商', '營運商', 'Agent'] },
    station: { value: 2, words: ['站点', '站點', 'Station'] },
  },
});

export const activityKind = codeTable({
  dictCode: 'activity_kind',
  title: ['活动类型', '活動類型', 'Activity kind'],
  items: {
    promotion: { value: 1, words: ['宣传活动', '宣傳活動', 'Promotion'] },
    discount: { value: 2, words: ['优惠活动', '優惠活動', 'Discount'] },
  },
});
