import type { CodeValue } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import type { payType } from '#domains/money/resources.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { refundOrder } from './refund-order.ts';

export const refundOrderLabels = labels(refundOrder, {
  noun: ['退款订单', '退款訂單', 'Refund order'],
  fields: {
    refundId: ['退款编号', '退款編號', 'Refund id'],
    refundOrderNo: ['退款单号', '退款單號', 'Refund no.'],
    refundState: ['退款状态', '退款狀態', 'State'],
    refundKind: ['退款类型', '退款類型', 'Kind'],
    refundAmount: ['退款金额', '退款金額', 'Amount'],
    currency: ['币种', '幣別', 'Currency'],
    refundTime: ['退款时间', '退款時間', 'Refunded at'],
    refundCount: ['请求次数', '請求次數', 'Calls'],
    refundResult: ['退款结果', '退款結果', 'Provider’s answer'],
    refundReason: ['退款原因', '退款原因', 'Reason'],
    tradeRefundNo: ['渠道退款号', '通路退款號', 'Provider’s no.'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    custId: ['客户', '客戶', 'Customer'],
    userMobile: ['用户手机号', '使用者手機號', 'Phone'],
    prePayOrderId: ['预付订单编号', '預付訂單編號', 'Prepaid order id'],
    billId: ['支付单号', '支付單號', 'Payment no.'],
    payType: ['支付方式', '支付方式', 'Paid by'],
    chargingOrderId: ['充电订单编号', '充電訂單編號', 'Order id'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    secondBy: ['复核人', '複核人', 'Confirmed by'],
    stationTimezone: ['站点时区', '站點時區', 'Station time zone'],
  },
  actions: {
    retry: ['重试退款', '重試退款', 'Try again'],
    goodwill: ['优待退款', '優待退款', 'Goodwill refund'],
  },
});

export const refundInputLabels = {
  amount: ['退款金额', '退款金額', 'Amount'],
  reason: ['退款原因', '退款原因', 'Reason'],
  askSecond: ['提交他人复核', '提交他人複核', 'Ask a second person'],
  agree: ['同意', '同意', 'Agree'],
} as const satisfies Readonly<Record<string, Words>>;

export const refundRefusals = {
  'refund.coversAdjustment': [
    '该订单已退还的金额多于调整后的账单，不能入账',
    '該訂單已退還的金額多於調整後的帳單，不能入帳',
    'More of this order was given back than the corrected bill asks for; the difference cannot be booked',
  ],
  'refund.invoiced': [
    '订单已开票（{no}），请先红冲发票',
    '訂單已開票（{no}），請先沖紅發票',
    'The order is in invoice {no}; the red invoice comes first',
  ],
  'refund.notRetryable': ['该退款无需重试', '該退款無需重試', 'This refund needs no retry'],
  'refund.aboveBilled': ['超过该订单可优待退款的金额', '超過該訂單可優待退款的金額', 'This is more than the order has paid and not got back'],
  'refund.notPayer': ['该订单没有付款账户', '該訂單沒有付款帳戶', 'Nobody has paid for this order'],
} as const satisfies RefusalTable;

export const refundWords = {
  retry: ['重试', '重試', 'Try again'],
  retried: ['已重新提交', '已重新提交', 'Asked again'],
  askRetry: ['重新提交退款 {no}？', '重新提交退款 {no}？', 'Ask for refund {no} again?'],
  retryHint: [
    '使用原退款单号查询或重试，不会重复退款；渠道已关闭的退款将使用新单号。',
    '使用原退款單號查詢或重試，不會重複退款；通路已關閉的退款將使用新單號。',
    'The same number is used, so nothing is paid twice. A refund that the provider has closed gets a new number.',
  ],
  over: ['退款已完成或正在处理', '退款已完成或正在處理', 'The refund is done or on its way'],
  goodwillHint: [
    '退回已结算订单中客户实付的金额：钱包付款的退回钱包，预付的原路退回。',
    '退回已結算訂單中客戶實付的金額：錢包付款的退回錢包，預付的原路退回。',
    'Gives back what the customer paid for a settled order: into the wallet that pays, or to where a prepayment came from.',
  ],
  given: ['优待退款已提交', '優待退款已提交', 'The refund is on its way'],
  declined: ['已拒绝', '已拒絕', 'Declined'],
} as const satisfies Readonly<Record<string, Words>>;

/** What to do about a refund that the provider could not pay, by the code of the provider. */
export const abnormalHints = {
  1: [
    '支付宝未能退回付款账户。请在支付宝商家中心查看该退款并按提示补充收款信息；处理后点此查询结果，不会重复退款。',
    '支付寶未能退回付款帳戶。請在支付寶商家中心查看該退款並按提示補充收款資訊；處理後點此查詢結果，不會重複退款。',
    'Alipay could not return the money. Open the refund in Alipay’s merchant centre and follow it there; then ask here for its result. Nothing is paid twice.',
  ],
  2: [
    '微信支付未能退回付款银行卡（卡已注销或冻结）。请在微信支付商户平台“交易中心-退款管理-退款异常处理”中选择退到用户其他银行卡或退回商户银行卡后线下转账；处理后点此查询结果，不会重复退款。',
    '微信支付未能退回付款銀行卡（卡已註銷或凍結）。請在微信支付商戶平臺「交易中心-退款管理-退款異常處理」中選擇退到使用者其他銀行卡或退回商戶銀行卡後線下轉帳；處理後點此查詢結果，不會重複退款。',
    'WeChat Pay could not return the money: the payer’s card is closed or frozen. In its merchant platform, under abnormal refunds, choose another card of the payer, or your own and transfer it by hand; then ask here for the result. Nothing is paid twice.',
  ],
  3: [
    'Stripe未能退回付款卡。请在Stripe控制台查看该退款，款项已回到商户余额，请联系付款人另行支付；处理后点此查询结果。',
    'Stripe未能退回付款卡。請在Stripe控制台查看該退款，款項已回到商戶餘額，請聯絡付款人另行支付；處理後點此查詢結果。',
    'Stripe could not return the money to the card, and put it back into your balance. Open the refund in its dashboard and agree with the payer on another way; then ask here for the result.',
  ],
} as const satisfies Readonly<Record<CodeValue<typeof payType>, Words>>;
