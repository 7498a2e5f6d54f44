import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { payBillDay } from './pay-bill-day.ts';

export const payBillDayLabels = labels(payBillDay, {
  noun: ['支付对账', '支付對帳', 'Reconciliation'],
  fields: {
    payBillDayId: ['对账编号', '對帳編號', 'Bill id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    payConfId: ['支付账户', '支付帳戶', 'Account'],
    payType: ['支付方式', '支付方式', 'Provider'],
    billDay: ['账单日期', '帳單日期', 'Day'],
    billState: ['对账状态', '對帳狀態', 'State'],
    paymentCount: ['账单收款笔数', '帳單收款筆數', 'Payments of the bill'],
    paymentAmount: ['账单收款', '帳單收款', 'Paid by the bill'],
    ownPaymentAmount: ['本地收款', '本地收款', 'Paid by our books'],
    refundCount: ['账单退款笔数', '帳單退款筆數', 'Refunds of the bill'],
    refundAmount: ['账单退款', '帳單退款', 'Refunded by the bill'],
    ownRefundAmount: ['本地退款', '本地退款', 'Refunded by our books'],
    feeAmount: ['手续费', '手續費', 'Fees'],
    matchedCount: ['一致笔数', '一致筆數', 'Matched'],
    differenceCount: ['未处理差异', '未處理差異', 'Open differences'],
    unexplainedAmount: ['未解释金额', '未解釋金額', 'Unexplained'],
    currency: ['币种', '幣別', 'Currency'],
    tryCount: ['获取次数', '取得次數', 'Attempts'],
    problem: ['获取失败原因', '取得失敗原因', 'Why there is no bill'],
    billHash: ['账单摘要', '帳單摘要', 'Digest of the bill'],
    fetchTime: ['获取时间', '取得時間', 'Fetched at'],
    compareTime: ['核对时间', '核對時間', 'Compared at'],
  },
  actions: { fetch: ['重新对账', '重新對帳', 'Fetch again'] },
});

export const payBillDayWords = {
  fetch: ['重新对账', '重新對帳', 'Fetch again'],
  asked: ['已安排重新获取账单并核对', '已安排重新取得帳單並核對', 'The bill will be fetched and compared again'],
  differences: ['查看差异', '查看差異', 'Differences'],
} as const satisfies Readonly<Record<string, Words>>;
