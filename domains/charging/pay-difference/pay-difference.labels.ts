import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { payDifference } from './pay-difference.ts';

export const payDifferenceLabels = labels(payDifference, {
  noun: ['对账差异', '對帳差異', 'Difference'],
  fields: {
    payDifferenceId: ['差异编号', '差異編號', 'Difference id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    payConfId: ['支付账户', '支付帳戶', 'Account'],
    payBillDayId: ['对账编号', '對帳編號', 'Bill id'],
    billDay: ['账单日期', '帳單日期', 'Day'],
    differenceKind: ['差异类型', '差異類型', 'Kind'],
    entryKind: ['账目类型', '帳目類型', 'Entry'],
    entryNo: ['单号', '單號', 'Number'],
    payNo: ['支付单号', '支付單號', 'Payment no.'],
    tradeNo: ['渠道交易号', '通路交易號', 'Provider’s no.'],
    billTime: ['账单时间', '帳單時間', 'Time in the bill'],
    ownAmount: ['本地金额', '本地金額', 'Our amount'],
    billAmount: ['账单金额', '帳單金額', 'Amount in the bill'],
    differenceAmount: ['差额', '差額', 'Difference'],
    currency: ['币种', '幣別', 'Currency'],
    differenceState: ['处理状态', '處理狀態', 'State'],
    askTime: ['查询时间', '查詢時間', 'Asked at'],
    providerAnswer: ['渠道答复', '通路答覆', 'Provider’s answer'],
    remark: ['备注', '備註', 'Remark'],
    handleBy: ['处理人', '處理人', 'Handled by'],
    handleTime: ['处理时间', '處理時間', 'Handled at'],
    secondBy: ['复核人', '複核人', 'Confirmed by'],
    giveBackNo: ['退回单号', '退回單號', 'Refund no.'],
    giveBackState: ['退回状态', '退回狀態', 'Given back'],
    giveBackResult: ['退回结果', '退回結果', 'Provider on the refund'],
    giveBackTime: ['退回时间', '退回時間', 'Given back at'],
    askedMend: ['待复核的处理', '待複核的處理', 'Waits for a second person'],
    askedBy: ['提交人', '提交人', 'Asked by'],
  },
  actions: {
    ask: ['向渠道查询', '向通路查詢', 'Ask the provider'],
    mend: ['处理差异', '處理差異', 'Mend'],
    confirm: ['复核', '複核', 'Confirm'],
  },
});

export const differenceInputLabels = {
  mend: ['处理方式', '處理方式', 'What to do'],
  remark: ['备注', '備註', 'Remark'],
  askSecond: ['提交他人复核', '提交他人複核', 'Ask a second person'],
  agree: ['复核意见', '複核意見', 'Answer'],
} as const satisfies Readonly<Record<string, Words>>;

export const differenceRefusals = {
  'difference.handled': ['该差异已处理', '該差異已處理', 'This difference has been dealt with'],
  'difference.notReturnable': [
    '只有账单中没有订单的收款能退回付款人；异常付款请在预付订单中处理',
    '只有帳單中沒有訂單的收款能退回付款人；異常付款請在預付訂單中處理',
    'Only a payment that has no order can be given back; one that differs from its order is decided about in the prepaid orders',
  ],
  'difference.notAsked': ['该差异无需向渠道查询', '該差異無需向通路查詢', 'The provider has nothing to say about this difference'],
} as const satisfies RefusalTable;

export const differenceWords = {
  ask: ['查询', '查詢', 'Ask'],
  asked: ['已安排查询，稍后显示渠道答复', '已安排查詢，稍後顯示通路答覆', 'The provider is being asked; its answer appears here'],
  mend: ['处理', '處理', 'Mend'],
  mendOf: ['处理差异 {no}', '處理差異 {no}', 'Mend {no}'],
  confirm: ['复核', '複核', 'Confirm'],
  confirmOf: ['复核差异 {no}', '複核差異 {no}', 'Confirm {no}'],
  confirmHint: ['{name}提交：{mend}。备注：{remark}', '{name}提交：{mend}。備註：{remark}', '{name} asks: {mend}. Remark: {remark}'],
  agree: ['同意', '同意', 'Agree'],
  decline: ['拒绝', '拒絕', 'Decline'],
  answered: ['已提交', '已提交', 'Your answer is stored'],
  declined: ['已拒绝', '已拒絕', 'Declined'],
  confirmed: ['已复核', '已複核', 'Confirmed'],
  hint: [
    '按账单入账：把差额记入支付账户与待查款项科目，使账簿与渠道一致。备注后接受：不记账，仅注明原因。',
    '按帳單入帳：把差額記入支付帳戶與待查款項科目，使帳簿與通路一致。備註後接受：不記帳，僅註明原因。',
    'Booking moves the difference between the account and money to be clarified, so that our books agree with the provider. Accepting books nothing.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
