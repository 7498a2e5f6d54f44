import { refundOrderState } from '#engines/payment/codes.ts';
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
