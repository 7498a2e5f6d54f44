import { refundMendStat, refundMendWay, refundOrderState } from '#engines/payment/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Words of the states of a refund; engines/payment/codes.ts owns their values. */
export const refundState = codeTable({
  dictCode: 'refund_state',
  title: ['退款状态', '退款狀態', 'Refund state'],
  items: {
    requested: { value: refundOrderState.requested, words: ['已申请', '已申請', 'Requested'], tone: 'busy' },
    processing: { value: refundOrderState.processing, words: ['退款中', '退款中', 'Processing'], tone: 'busy' },
    succeeded: { value: refundOrderState.succeeded, words: ['退款成功', '退款成功', 'Refunded'], tone: 'good' },
    abnormal: { value: refundOrderState.abnormal, words: ['退款异常', '退款異常', 'Abnormal'], tone: 'bad' },
    closed: { value: refundOrderState.closed, words: ['退款关闭', '退款關閉', 'Closed by the provider'], tone: 'bad' },
    waitsForFunds: { value: refundOrderState.waitsForFunds, words: ['商户余额不足', '商戶餘額不足', 'Waits for funds'], tone: 'warn' },
    unknown: { value: refundOrderState.unknown, words: ['结果未知', '結果未知', 'Result unknown'], tone: 'warn' },
    refused: { value: refundOrderState.refused, words: ['渠道拒绝', '通路拒絕', 'Refused by the provider'], tone: 'bad' },
  },
});

/** Why money goes back. */
export const refundKind = codeTable({
  dictCode: 'refund_kind',
  title: ['退款类型', '退款類型', 'Kind of refund'],
  items: {
    rest: { value: 1, words: ['充电余款', '充電餘款', 'Rest of a charge'] },
    noCharge: { value: 2, words: ['未能充电', '未能充電', 'No charge'] },
    late: { value: 3, words: ['关闭后到账', '關閉後到帳', 'Paid after closing'] },
    byHand: { value: 4, words: ['人工退款', '人工退款', 'By hand'] },
    goodwill: { value: 5, words: ['优待退款', '優待退款', 'Goodwill'] },
    wallet: { value: 6, words: ['钱包退款', '錢包退款', 'Out of the wallet'] },
  },
});

/** Where the money of an abnormal refund goes instead. */
export const mendWay = codeTable({
  dictCode: 'refund_mend_way',
  title: ['异常退款去向', '異常退款去向', 'Where an abnormal refund goes'],
  items: {
    payerCard: { value: refundMendWay.payerCard, words: ['付款人的其他银行卡', '付款人的其他銀行卡', 'Another card of the payer'] },
    merchantAccount: { value: refundMendWay.merchantAccount, words: ['商户银行账户', '商戶銀行帳戶', 'The merchant’s account'] },
  },
});

/** How far the provider's own call about an abnormal refund has come. */
export const mendStat = codeTable({
  dictCode: 'refund_mend_stat',
  title: ['异常处理状态', '異常處理狀態', 'Abnormal refund, call'],
  items: {
    waits: { value: refundMendStat.waits, words: ['待复核', '待複核', 'Waits for a second person'], tone: 'warn' },
    agreed: { value: refundMendStat.agreed, words: ['提交中', '提交中', 'Being asked'], tone: 'busy' },
    taken: { value: refundMendStat.taken, words: ['渠道已受理', '通路已受理', 'Taken by the provider'], tone: 'good' },
    refused: { value: refundMendStat.refused, words: ['渠道拒绝', '通路拒絕', 'Refused by the provider'], tone: 'bad' },
    dropped: { value: refundMendStat.dropped, words: ['已撤销', '已撤銷', 'Dropped'] },
  },
});
