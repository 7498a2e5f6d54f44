import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { privilegeCardHold } from './privilege-card-hold.ts';

export const privilegeCardHoldLabels = labels(privilegeCardHold, {
  noun: ['持有的特权卡', '持有的特權卡', 'Held privilege card'],
  fields: {
    privilegeCardHoldId: ['持卡编号', '持卡編號', 'Held card id'],
    privilegeCardId: ['特权卡', '特權卡', 'Card'],
    cardName: ['特权卡名称', '特權卡名稱', 'Card name'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['所属运营商', '所屬營運商', 'Agent'],
    mainPartType: ['主体类型', '主體類型', 'Held by'],
    mainPartId: ['主体编号', '主體編號', 'Party id'],
    mainPartNo: ['账号', '帳號', 'Account'],
    mainPartName: ['主体名称', '主體名稱', 'Name'],
    custId: ['所属客户', '所屬客戶', 'Customer'],
    state: ['状态', '狀態', 'State'],
    ordinal: ['第几张', '第幾張', 'No. of this card'],
    source: ['来源', '來源', 'How it was got'],
    terms: ['取得时的条款', '取得時的條款', 'Terms'],
    beginsAt: ['生效时间', '生效時間', 'From'],
    expiresAt: ['失效时间', '失效時間', 'Until'],
    orderLimit: ['单笔电量上限', '單筆電量上限', 'Energy of a charge'],
    dayLimit: ['每日电量上限', '每日電量上限', 'Energy of a day'],
    quota: ['总电量', '總電量', 'Energy in all'],
    dayTimes: ['每日次数上限', '每日次數上限', 'Charges of a day'],
    timesLimit: ['总次数', '總次數', 'Charges in all'],
    paidAmount: ['支付金额', '支付金額', 'Paid'],
    earnedAmount: ['已确认收入', '已確認收入', 'Earned'],
    refundAmount: ['已退金额', '已退金額', 'Refunded'],
    timesUsed: ['已用次数', '已用次數', 'Charges used'],
    energyUsed: ['已用电量', '已用電量', 'Energy used'],
    savedAmount: ['已优惠', '已優惠', 'Saved'],
    chargingOrderNo: ['使用中的订单', '使用中的訂單', 'Order in use'],
    funder: ['承担方', '承擔方', 'Borne by'],
    currency: ['币种', '幣別', 'Currency'],
    endReason: ['终止原因', '終止原因', 'Why it was ended'],
    endTime: ['终止时间', '終止時間', 'Ended'],
  },
  actions: {
    refundQuote: ['可退金额', '可退金額', 'Refund of a card'],
    end: ['终止', '終止', 'End'],
  },
});

export const privilegeCardHoldInputLabels = {
  reason: ['终止原因', '終止原因', 'Reason'],
  refund: ['退还未使用部分', '退還未使用部分', 'Refund the unused rest'],
} as const satisfies Readonly<Record<string, Words>>;

export const privilegeCardHoldRefusals = {
  'privilegeCardHold.reasonMissing': ['请填写终止原因', '請填寫終止原因', 'Give the reason'],
  'privilegeCardHold.over': ['该卡已过期或已终止', '該卡已過期或已終止', 'The card has expired or was ended'],
  'privilegeCardHold.inUse': [
    '该卡正在订单 {orderNo} 使用，结算后再终止',
    '該卡正在訂單 {orderNo} 使用，結算後再終止',
    'Order {orderNo} uses the card; end it after the settlement',
  ],
} as const satisfies RefusalTable;

/** The texts of the page. */
export const privilegeCardHoldWords = {
  menu: ['持卡记录', '持卡記錄', 'Held cards'],
  used: ['已用 / 上限', '已用 / 上限', 'Used / limit'],
  times: ['{n} 次', '{n} 次', 'Charges: {n}'],
  end: ['终止', '終止', 'End'],
  endTitle: ['终止 {n} 张特权卡', '終止 {n} 張特權卡', 'End {n} privilege cards'],
  endTitleOne: ['终止“{name}”', '終止「{name}」', 'End {name}'],
  endHint: [
    '按剩余天数、次数、电量中最少的一项退还，且不超过售价减去已优惠金额；退回原支付钱包',
    '按剩餘天數、次數、電量中最少的一項退還，且不超過售價減去已優惠金額；退回原支付錢包',
    'The least of the days, charges and energy that are left counts, and no more than the price less what was saved. It goes to the wallet that paid',
  ],
  ended: ['已终止，退还 {amount}', '已終止，退還 {amount}', 'Ended; {amount} went back'],
  endedPlain: ['已终止', '已終止', 'Ended'],
  notActive: ['只有未用完、未过期的卡可以终止', '只有未用完、未過期的卡可以終止', 'Only a card that is not over can be ended'],
} as const satisfies Readonly<Record<string, Words>>;
