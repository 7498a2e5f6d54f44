import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { couponUse } from './coupon-use.ts';

export const couponUseLabels = labels(couponUse, {
  noun: ['优惠券使用记录', '優惠券使用記錄', 'Coupon use'],
  fields: {
    couponUseId: ['使用编号', '使用編號', 'Use id'],
    couponReceiveId: ['领取编号', '領取編號', 'Receipt id'],
    couponId: ['优惠券', '優惠券', 'Coupon'],
    couponName: ['优惠券名称', '優惠券名稱', 'Coupon name'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    mainPartType: ['主体类型', '主體類型', 'Held by'],
    mainPartId: ['主体编号', '主體編號', 'Party id'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['主体名称', '主體名稱', 'Name'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    couponUseType: ['使用场景', '使用場景', 'Used at'],
    state: ['状态', '狀態', 'State'],
    reason: ['原因', '原因', 'Reason'],
    totalOrderAmount: ['适用金额', '適用金額', 'Covered amount'],
    preferentialAmount: ['优惠金额', '優惠金額', 'Taken off'],
    chargingElec: ['充电电量', '充電電量', 'Energy'],
    chargingOrderId: ['订单编号', '訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    prePayOrderId: ['预付订单编号', '預付訂單編號', 'Prepaid order id'],
    funder: ['承担方', '承擔方', 'Borne by'],
    terms: ['领取时的条款', '領取時的條款', 'Terms'],
    useTime: ['使用时间', '使用時間', 'Used at'],
    currency: ['币种', '幣別', 'Currency'],
  },
});

/** The texts of the page, and of the reasons. */
export const couponUseWords = {
  menu: ['优惠券使用记录', '優惠券使用記錄', 'Coupon uses'],
  tenant: ['租户', '租戶', 'Tenant'],
  agent: ['运营商 {id}', '營運商 {id}', 'Agent {id}'],
  belowLimit: ['未达到使用门槛', '未達到使用門檻', 'The order cost less than its limit'],
  nothingOff: ['没有可优惠的金额', '沒有可優惠的金額', 'There was nothing to take off'],
  otherBetter: ['其他优惠更多', '其他優惠更多', 'Another offer reduced more'],
  manual: ['人工结算', '人工結算', 'Settled by hand'],
  notStarted: ['未开始充电', '未開始充電', 'The charge did not begin'],
  notPaid: ['未支付', '未支付', 'Not paid'],
  refunded: ['订单已全额退款', '訂單已全額退款', 'The order was refunded as a whole'],
  adjusted: ['账单更正', '帳單更正', 'The bill was corrected'],
} as const satisfies Readonly<Record<string, Words>>;
