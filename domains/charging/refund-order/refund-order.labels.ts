import type { CodeValue } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import type { payType } from '#domains/money/resources.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { refundOrder } from './refund-order.ts';
import type { RefundSums } from './refund-order.ts';

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
    mendWay: ['异常退款去向', '異常退款去向', 'Sent elsewhere to'],
    mendStat: ['异常处理状态', '異常處理狀態', 'Sent elsewhere'],
    mendResult: ['异常处理结果', '異常處理結果', 'Provider on it'],
    mendBy: ['异常处理提交人', '異常處理提交人', 'Sent elsewhere by'],
    stationTimezone: ['站点时区', '站點時區', 'Station time zone'],
  },
  actions: {
    retry: ['重试退款', '重試退款', 'Try again'],
    goodwill: ['优待退款', '優待退款', 'Goodwill refund'],
  },
});

export const refundSumWords: Readonly<Record<keyof RefundSums, Words>> = {
  refundAllAmount: ['退款总额', '退款總額', 'Amount'],
  goodwillAllAmount: ['其中优待退款', '其中優待退款', 'Of it goodwill'],
};

export const refundInputLabels = {
  amount: ['退款金额', '退款金額', 'Amount'],
  reason: ['退款原因', '退款原因', 'Reason'],
  askSecond: ['提交他人复核', '提交他人複核', 'Ask a second person'],
  agree: ['复核意见', '複核意見', 'Answer'],
  mendWay: ['异常退款去向', '異常退款去向', 'Where it goes'],
  bankType: ['开户银行', '開戶銀行', 'Bank'],
  bankAccount: ['银行卡号', '銀行卡號', 'Card number'],
  realName: ['持卡人姓名', '持卡人姓名', 'Name of the holder'],
  remark: ['备注', '備註', 'Remark'],
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
  'refund.notAbnormal': ['该退款不是异常状态', '該退款不是異常狀態', 'This refund is not abnormal'],
  'refund.noMendCall': [
    '该渠道没有异常退款接口，请在渠道的商户平台处理后重试',
    '該通路沒有異常退款介面，請在通路的商戶平臺處理後重試',
    'This provider has no call for abnormal refunds; mend it on the provider’s own pages, then try again',
  ],
  'refund.mendRuns': ['已提交，正在等待渠道答复', '已提交，正在等待通路答覆', 'The provider is being asked already'],
  'refund.cardMissing': [
    '请填写开户银行、银行卡号和持卡人姓名',
    '請填寫開戶銀行、銀行卡號和持卡人姓名',
    'The bank, the card number and the name of its holder are needed',
  ],
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
  mend: ['改退他处', '改退他處', 'Send elsewhere'],
  mendAsk: ['提交渠道', '提交通路', 'Ask the provider'],
  mendOf: ['异常退款 {no}', '異常退款 {no}', 'Abnormal refund {no}'],
  mendHint: [
    '由微信支付将该笔异常退款改退到付款人的其他银行卡（姓名须与付款人一致），或退到商户银行账户。单号不变，不会重复退款。',
    '由微信支付將該筆異常退款改退到付款人的其他銀行卡（姓名須與付款人一致），或退到商戶銀行帳戶。單號不變，不會重複退款。',
    'WeChat Pay sends this refund to another card of the payer, whose holder it compares with the payer, or to the merchant’s account. The number stays the same, so nothing is paid twice.',
  ],
  merchantHint: [
    '款项回到商户银行账户后，请线下转给付款人，并在备注中写明。',
    '款項回到商戶銀行帳戶後，請線下轉給付款人，並在備註中寫明。',
    'The money comes back to the merchant’s account. Hand it to the payer yourself, and say how in the remark.',
  ],
  bankTypeHint: [
    '微信支付的银行代码，仅限借记卡，例如 ICBC_DEBIT',
    '微信支付的銀行代碼，僅限簽帳卡，例如 ICBC_DEBIT',
    'WeChat Pay’s code of the bank, for debit cards only, such as ICBC_DEBIT',
  ],
  mendAsked: ['已提交渠道', '已提交通路', 'The provider is being asked'],
  mendConfirm: ['复核', '複核', 'Confirm'],
  mendConfirmOf: ['复核异常退款 {no}', '複核異常退款 {no}', 'Confirm abnormal refund {no}'],
  mendConfirmHint: ['{name}提交：退到{way}。', '{name}提交：退到{way}。', '{name} asks to send it to: {way}.'],
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
