import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { couponReceive } from './coupon-receive.ts';

export const couponReceiveLabels = labels(couponReceive, {
  noun: ['优惠券领取记录', '優惠券領取記錄', 'Received coupon'],
  fields: {
    couponReceiveId: ['领取编号', '領取編號', 'Receipt id'],
    couponId: ['优惠券', '優惠券', 'Coupon'],
    couponName: ['优惠券名称', '優惠券名稱', 'Coupon name'],
    activityId: ['活动', '活動', 'Activity'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['所属运营商', '所屬營運商', 'Agent'],
    mainPartType: ['主体类型', '主體類型', 'Held by'],
    mainPartId: ['主体编号', '主體編號', 'Party id'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['主体名称', '主體名稱', 'Name'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    state: ['状态', '狀態', 'State'],
    ordinal: ['第几张', '第幾張', 'Which one'],
    terms: ['领取时的条款', '領取時的條款', 'Terms'],
    beginsAt: ['可用时间', '可用時間', 'Valid from'],
    expiresAt: ['失效时间', '失效時間', 'Valid until'],
    source: ['领取方式', '領取方式', 'How'],
    voidReason: ['作废原因', '作廢原因', 'Why it was taken back'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    currency: ['币种', '幣別', 'Currency'],
  },
});

export const couponReceiveInputLabels = {
  id: ['领取编号', '領取編號', 'Receipt id'],
  reason: ['原因', '原因', 'Reason'],
} as const satisfies Readonly<Record<string, Words>>;

/** The texts of the page. */
export const couponReceiveWords = {
  menu: ['优惠券领取记录', '優惠券領取記錄', 'Received coupons'],
  takeBack: ['作废', '作廢', 'Take back'],
  takeBackTitle: ['作废 {n} 张优惠券', '作廢 {n} 張優惠券', 'Take back {n} coupons'],
  takenBack: ['已作废', '已作廢', 'Taken back'],
  notUsable: ['只有可使用的券才能作废', '只有可使用的券才能作廢', 'Only a usable coupon can be taken back'],
  reason: ['作废原因', '作廢原因', 'Reason'],
} as const satisfies Readonly<Record<string, Words>>;
