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
    payPurpose: ['付款用途', '付款用途', 'Paid for'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    custId: ['客户', '客戶', 'Customer'],
    userMobile: ['用户手机号', '使用者手機號', 'Phone'],
    appType: ['应用类型', '應用類型', 'App'],
    userAppId: ['应用内用户标识', '應用內使用者識別', 'Id in the app'],
    orderAmount: ['预付金额', '預付金額', 'Asked for'],
    actualPayAmount: ['实付金额', '實付金額', 'Paid'],
    payTime: ['支付时间', '支付時間', 'Paid at'],
    refundAmount: ['已退金额', '已退金額', 'Refunded'],
    currency: ['币种', '幣別', 'Currency'],
    payConfId: ['支付配置编号', '支付設定編號', 'Pay configuration id'],
    payType: ['支付方式', '支付方式', 'Paid by'],
    payScene: ['支付场景', '支付場景', 'Scene'],
    tradeNo: ['渠道交易号', '通路交易號', 'Provider’s no.'],
    problem: ['不符之处', '不符之處', 'What differs'],
    toldAmount: ['渠道实收金额', '通路實收金額', 'Paid by the provider’s answer'],
    handleBy: ['处理人', '處理人', 'Handled by'],
    handleTime: ['处理时间', '處理時間', 'Handled at'],
    handleRemark: ['处理备注', '處理備註', 'Remark'],
    secondBy: ['复核人', '複核人', 'Confirmed by'],
    askedDecision: ['待复核的处理', '待複核的處理', 'Waits for a second person'],
    askedBy: ['提交人', '提交人', 'Asked by'],
    startRefusal: ['未能充电的原因', '未能充電的原因', 'Why no charge began'],
    expireTime: ['支付截止时间', '支付截止時間', 'Pay until'],
    chargingOrderId: ['充电订单编号', '充電訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    orderState: ['订单状态', '訂單狀態', 'Order state'],
    stationTimezone: ['站点时区', '站點時區', 'Station time zone'],
  },
  actions: {
    refund: ['人工退款', '人工退款', 'Refund'],
    decide: ['处理异常付款', '處理異常付款', 'Decide'],
    decideConfirm: ['复核', '複核', 'Confirm'],
  },
});

export const prepaidInputLabels = {
  amount: ['退款金额', '退款金額', 'Amount'],
  reason: ['退款原因', '退款原因', 'Reason'],
  decision: ['处理方式', '處理方式', 'What to do'],
  remark: ['备注', '備註', 'Remark'],
  askSecond: ['提交他人复核', '提交他人複核', 'Ask a second person'],
  agree: ['复核意见', '複核意見', 'Answer'],
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
  'prepaid.notQuarantined': ['该付款没有待处理的异常', '該付款沒有待處理的異常', 'This payment has nothing to be decided'],
  'prepaid.notReturnable': [
    '只有金额不符的付款能原路退回；其他情况请在渠道商户平台处理后备注接受',
    '只有金額不符的付款能原路退回；其他情況請在通路商戶平台處理後備註接受',
    'Only a payment of another amount can be given back here; settle it at the provider and accept it with a remark',
  ],
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
  decide: ['处理异常', '處理異常', 'Decide'],
  decideOf: ['处理异常付款 {no}', '處理異常付款 {no}', 'Decide about {no}'],
  decideHint: [
    '渠道确认的付款与订单不符。原路退回：按渠道确认的金额入账并立即退回付款人。备注后接受：不记账，仅注明原因，对账差异另行处理。',
    '通路確認的付款與訂單不符。原路退回：按通路確認的金額入帳並立即退回付款人。備註後接受：不記帳，僅註明原因，對帳差異另行處理。',
    'What the provider says was paid is not what was asked for. Given back, it is booked as it was paid and returns to the payer at once. Accepted, nothing is booked, and the reconciliation keeps its difference.',
  ],
  decideConfirmOf: ['复核异常付款 {no}', '複核異常付款 {no}', 'Confirm the decision about {no}'],
  confirmed: ['已复核', '已複核', 'Confirmed'],
  declined: ['已拒绝', '已拒絕', 'Declined'],
  reservationOver: ['预约已结束', '預約已結束', 'The reservation had ended'],
  tooLate: ['付款后等待过久', '付款後等待過久', 'The payment was noticed too late'],
} as const satisfies Readonly<Record<string, Words>>;
