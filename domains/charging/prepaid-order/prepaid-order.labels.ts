import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { prepaidOrder } from './prepaid-order.ts';

export const prepaidOrderLabels = labels(prepaidOrder, {
  noun: ['预付订单', '預付訂單', 'Prepaid order'],
  fields: {
    prePayOrderId: ['预付订单编号', '預付訂單編號', 'Prepaid order id'],
    billId: ['支付单号', '支付單號', 'Payment no.'],
    payState: ['支付状态', '支付狀態', 'Payment'],
    refundStat: ['退款情况', '退款情況', 'Refunds'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun'],
    custId: ['客户', '客戶', 'Customer'],
    userMobile: ['用户手机号', '使用者手機號', 'Phone'],
    appType: ['应用类型', '應用類型', 'App'],
    userAppId: ['应用内用户标识', '應用內使用者識別', 'Id in the app'],
    orderAmount: ['预付金额', '預付金額', 'Asked for'],
    actualPayAmount: ['实付金额', '實付金額', 'Paid'],
    payTime: ['支付时间', '支付時間', 'Paid at'],
    refundAmount: ['已退金额', '已退金額', 'Refunded'],
    currency: ['币种', '幣種', 'Currency'],
    payConfId: ['支付配置编号', '支付設定編號', 'Pay configuration id'],
    payType: ['支付方式', '支付方式', 'Paid by'],
    payScene: ['支付场景', '支付場景', 'Scene'],
    tradeNo: ['渠道交易号', '通路交易號', 'Provider’s no.'],
    problem: ['不符之处', '不符之處', 'What differs'],
    startRefusal: ['未能充电的原因', '未能充電的原因', 'Why no charge began'],
    expireTime: ['支付截止时间', '支付截止時間', 'Pay until'],
    chargingOrderId: ['充电订单编号', '充電訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Charging order'],
    orderState: ['订单状态', '訂單狀態', 'Order state'],
    stationTimezone: ['站点时区', '站點時區', 'Station time zone'],
  },
  actions: { refund: ['人工退款', '人工退款', 'Refund'] },
});

export const prepaidInputLabels = {
  amount: ['退款金额', '退款金額', 'Amount'],
  reason: ['退款原因', '退款原因', 'Reason'],
} as const satisfies Readonly<Record<string, Words>>;

export const prepaidRefusals = {
  'prepaid.tooLittle': ['预付金额低于该电桩的最低金额', '預付金額低於該電樁的最低金額', 'This is less than the least amount of the pile'],
  'prepaid.tooMuch': ['预付金额超过上限', '預付金額超過上限', 'This is more than can be paid in advance'],
  'prepaid.notMade': ['支付渠道拒绝了请求（{code}）', '支付通路拒絕了請求（{code}）', 'The provider refused the payment ({code})'],
  'prepaid.notPaid': ['该订单没有收到款项', '該訂單沒有收到款項', 'No money was received for this order'],
  'prepaid.charging': [
    '充电尚未结算，结算后余款自动退回',
    '充電尚未結算，結算後餘款自動退回',
    'The charge is not settled; what is left goes back then',
  ],
  'prepaid.refundOpen': ['已有退款正在处理', '已有退款正在處理', 'Another refund is on its way'],
  'prepaid.nothingLeft': ['款项已全部退回', '款項已全部退回', 'All of it went back already'],
  'prepaid.aboveRest': ['退款金额超过可退余额', '退款金額超過可退餘額', 'This is more than is left'],
  'notify.notBelieved': ['通知未通过验证', '通知未通過驗證', 'The notification could not be verified'],
} as const satisfies RefusalTable;

export const prepaidWords = {
  refund: ['退款', '退款', 'Refund'],
  refundOf: ['退款 {no}', '退款 {no}', 'Refund {no}'],
  requested: ['退款已提交', '退款已提交', 'The refund is on its way'],
  hint: [
    '款项原路退回。充电结束后余款会自动退回，仅在自动退款未完成时需要人工退款。',
    '款項原路退回。充電結束後餘款會自動退回，僅在自動退款未完成時需要人工退款。',
    'The money goes back to where it came from. What is left of a charge goes back by itself; this is for what did not.',
  ],
  tooLate: ['付款后等待过久', '付款後等待過久', 'The payment was noticed too late'],
} as const satisfies Readonly<Record<string, Words>>;
