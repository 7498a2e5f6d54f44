import { startSource } from '#engines/order/codes.ts';
import { prepayPurpose, prepayState, refundStat as refundStatValues } from '#engines/payment/codes.ts';
import type { PaymentDifference } from '#engines/payment/prepaid.ts';
import type { Words } from '#kit/fields/words.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Words of the states of a prepaid order; engines/payment/codes.ts owns their values. */
export const payState = codeTable({
  dictCode: 'prepaid_pay_state',
  title: ['支付状态', '支付狀態', 'Payment state'],
  items: {
    unpaid: { value: prepayState.unpaid, words: ['待支付', '待支付', 'Waiting for payment'], tone: 'busy' },
    paid: { value: prepayState.paid, words: ['已支付', '已支付', 'Paid'], tone: 'good' },
    closed: { value: prepayState.closed, words: ['已关闭', '已關閉', 'Closed'], tone: 'quiet' },
    paidLate: { value: prepayState.paidLate, words: ['关闭后到账', '關閉後到帳', 'Paid after closing'], tone: 'warn' },
    quarantined: { value: prepayState.quarantined, words: ['支付信息不符', '支付資訊不符', 'Payment differs'], tone: 'bad' },
  },
});

/** What a payment is for. */
export const payPurpose = codeTable({
  dictCode: 'prepaid_purpose',
  title: ['付款用途', '付款用途', 'What a payment is for'],
  items: {
    charge: { value: prepayPurpose.charge, words: ['充电预付', '充電預付', 'Charge'] },
    wallet: { value: prepayPurpose.wallet, words: ['钱包充值', '錢包儲值', 'Wallet'] },
  },
});

export const refundStat = codeTable({
  dictCode: 'prepaid_refund_stat',
  title: ['退款情况', '退款情況', 'Refunds'],
  items: {
    none: { value: refundStatValues.none, words: ['无退款', '無退款', 'None'], tone: 'quiet' },
    running: { value: refundStatValues.running, words: ['退款中', '退款中', 'Running'], tone: 'busy' },
    refunded: { value: refundStatValues.refunded, words: ['已退款', '已退款', 'Refunded'], tone: 'good' },
    stuck: { value: refundStatValues.stuck, words: ['退款待处理', '退款待處理', 'Waits for a person'], tone: 'bad' },
  },
});

/** What of a payment is not what was asked for; the names are those of engines/payment/prepaid.ts. */
export const paymentProblem = codeTable({
  dictCode: 'prepaid_problem',
  title: ['支付不符之处', '支付不符之處', 'What differs'],
  items: {
    number: { value: 'number', words: ['支付单号', '支付單號', 'Number'], tone: 'bad' },
    amount: { value: 'amount', words: ['金额', '金額', 'Amount'], tone: 'bad' },
    currency: { value: 'currency', words: ['币种', '幣別', 'Currency'], tone: 'bad' },
    merchant: { value: 'merchant', words: ['收款商户', '收款商戶', 'Merchant'], tone: 'bad' },
  } satisfies Readonly<Record<PaymentDifference, { readonly value: PaymentDifference; readonly words: Words; readonly tone: 'bad' }>>,
});

/** What a person does about a quarantined payment. */
export const quarantineDecision = codeTable({
  dictCode: 'prepaid_decision',
  title: ['异常付款处理', '異常付款處理', 'What becomes of a payment that differs'],
  items: {
    refund: { value: 1, words: ['原路退回', '原路退回', 'Give it back to the payer'] },
    accept: { value: 2, words: ['备注后接受', '備註後接受', 'Accept with a remark'] },
  },
});

export const payScene = codeTable({
  dictCode: 'pay_scene',
  title: ['支付场景', '支付場景', 'Payment scene'],
  items: {
    jsapi: { value: 1, words: ['公众号或小程序', '公眾號或小程式', 'In the app of the provider'] },
    qr: { value: 2, words: ['扫码', '掃碼', 'Scanned code'] },
    h5: { value: 3, words: ['手机浏览器', '手機瀏覽器', 'Browser of a phone'] },
    card: { value: 4, words: ['银行卡页面', '銀行卡頁面', 'Card page'] },
  },
});

/** Where the driver pays; the charge has the same number as its source. */
export const appType = codeTable({
  dictCode: 'prepaid_app_type',
  title: ['应用类型', '應用類型', 'App'],
  items: {
    weChat: { value: startSource.weChat, words: ['微信小程序', '微信小程式', 'WeChat mini-program'] },
    alipay: { value: startSource.alipay, words: ['支付宝小程序', '支付寶小程式', 'Alipay mini-program'] },
    app: { value: startSource.app, words: ['App或网页', 'App或網頁', 'App or web page'] },
  },
});
