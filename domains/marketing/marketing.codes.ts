import { activityLevel as levels, couponScene, publication, receiptSource, receiptState, stateOfUse } from '#engines/marketing/codes.ts';
import { couponForm as couponFormValues } from '#engines/tariff/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Code tables of marketing: sections 4 and 9 of the business specification, and the states of what people hold. */
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
    prePayment: { value: couponScene.prePayment, words: ['预付费', '預付費', 'Pre-payment'] },
    settlement: { value: couponScene.settlement, words: ['结算', '結算', 'Settlement'] },
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
    pending: { value: publication.pending, words: ['待发布', '待發佈', 'To be published'], tone: 'quiet' },
    published: { value: publication.published, words: ['已发布', '已發佈', 'Published'], tone: 'good' },
    revoked: { value: publication.revoked, words: ['已撤销', '已撤銷', 'Revoked'], tone: 'warn' },
  },
});

/** A coupon lives the life of its activity, but can be revoked alone. */
export const couponState = codeTable({
  dictCode: 'coupon_state',
  title: ['优惠券状态', '優惠券狀態', 'Coupon state'],
  items: {
    pending: { value: publication.pending, words: ['待发布', '待發佈', 'To be published'], tone: 'quiet' },
    published: { value: publication.published, words: ['已发布', '已發佈', 'Published'], tone: 'good' },
    revoked: { value: publication.revoked, words: ['已撤销', '已撤銷', 'Revoked'], tone: 'warn' },
  },
});

export const activityLevel = codeTable({
  dictCode: 'activity_level',
  title: ['活动级别', '活動級別', 'Activity level'],
  items: {
    agent: { value: levels.agent, words: ['运营商', '營運商', 'Agent'] },
    station: { value: levels.station, words: ['站点', '站點', 'Station'] },
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

export const couponReceiveState = codeTable({
  dictCode: 'coupon_receive_state',
  title: ['领取状态', '領取狀態', 'State of a received coupon'],
  items: {
    usable: { value: receiptState.usable, words: ['可使用', '可使用', 'Usable'], tone: 'good' },
    reserved: { value: receiptState.reserved, words: ['使用中', '使用中', 'Reserved'], tone: 'busy' },
    used: { value: receiptState.used, words: ['已使用', '已使用', 'Used'], tone: 'quiet' },
    expired: { value: receiptState.expired, words: ['已过期', '已過期', 'Expired'], tone: 'quiet' },
    void: { value: receiptState.void, words: ['已作废', '已作廢', 'Taken back'], tone: 'warn' },
  },
});

export const couponReceiveSource = codeTable({
  dictCode: 'coupon_receive_source',
  title: ['领取方式', '領取方式', 'How it was received'],
  items: {
    claimed: { value: receiptSource.claimed, words: ['车主领取', '車主領取', 'Claimed'] },
    granted: { value: receiptSource.granted, words: ['运营发放', '營運發放', 'Given'] },
  },
});

export const couponUseState = codeTable({
  dictCode: 'coupon_use_state',
  title: ['使用状态', '使用狀態', 'State of a use'],
  items: {
    used: { value: stateOfUse.used, words: ['已使用', '已使用', 'Used'], tone: 'good' },
    givenBack: { value: stateOfUse.givenBack, words: ['已退还', '已退還', 'Given back'], tone: 'warn' },
    reserved: { value: stateOfUse.reserved, words: ['使用中', '使用中', 'Reserved'], tone: 'busy' },
    notUsed: { value: stateOfUse.notUsed, words: ['未使用', '未使用', 'Not used'], tone: 'quiet' },
  },
});
