import { choice, count, day, id, instant, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { jobKind } from '#kit/resource/job.ts';
import { resource } from '#kit/resource/resource.ts';
import { payType } from '#domains/money/resources.ts';
import { billState } from './pay-bill-day.codes.ts';

/** A day of a provider's bill for one account, compared with our books. Workers write it; people read it, and ask for the bill again. */
export const payBillDay = resource({
  name: 'payBillDay',
  sensitivity: 'money',
  path: '/money/ssePayBillDay',
  table: 'pay_bill_day',
  key: 'payBillDayId',
  title: 'billDay',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  softDelete: false,
  fields: {
    payBillDayId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    payConfId: readOnly(ref('payConf', { filter: 'equals' })),
    payType: readOnly(choice(payType)),
    /** The provider's day: of Beijing, or of UTC for Stripe. */
    billDay: readOnly(day({ filter: 'between' })),
    billState: readOnly(choice(billState, { filter: 'equals' })),
    paymentCount: readOnly(count()),
    paymentAmount: readOnly(money()),
    ownPaymentAmount: readOnly(money()),
    refundCount: readOnly(count()),
    refundAmount: readOnly(money()),
    ownRefundAmount: readOnly(money()),
    /** The provider's fees; what refunds gave back is subtracted. */
    feeAmount: readOnly(money()),
    matchedCount: readOnly(count()),
    /** Differences that nobody has explained yet, and their amounts without signs. */
    differenceCount: readOnly(count()),
    unexplainedAmount: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    tryCount: readOnly(count()),
    /** Why the last attempt to get the bill did not succeed. */
    problem: readOnly(optional(text({ max: 120 }))),
    billHash: readOnly(optional(text({ max: 64 }))),
    fetchTime: readOnly(optional(instant())),
    compareTime: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(payBillDay);

export const payBillDayApi = {
  list,
  queryById,
  exportXls,
  /** Fetches the bill again and compares it. What was booked or accepted stays so. */
  fetch: endpoint({ method: 'POST', path: `${payBillDay.path}/fetch`, allow: 'payBillDay:fetch', input: { id: id() }, output: words() }),
};

export const payBills = jobKind({
  name: 'payBills',
  title: ['支付对账', '支付對帳', 'Reconciliation with payment providers'],
  hint: [
    '登记各支付账户已出账的日期（包括漏掉的日期）并触发对账；重新核对仍有差异的日期；删除超过保留天数的账单明细',
    '登記各支付帳戶已出帳的日期（包括漏掉的日期）並觸發對帳；重新核對仍有差異的日期；刪除超過保留天數的帳單明細',
    'Notes the days whose bills are there, and those that were missed; looks again at days that differ; drops lines of bills older than they are kept',
  ],
  params: { keepDays: count({ min: 100, max: 4_000, unit: 'd' }) },
  paramLabels: { keepDays: ['账单明细保留天数', '帳單明細保留天數', 'Days for which lines are kept'] },
  results: {
    days: ['新登记的日期', '新登記的日期', 'New days'],
    again: ['重新核对的日期', '重新核對的日期', 'Days looked at again'],
    linesDropped: ['删除的明细', '刪除的明細', 'Lines dropped'],
  },
  initial: { cron: '0 20 * * * ?', params: { keepDays: 400 } },
});
