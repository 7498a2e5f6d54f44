import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const heldPrepayments = jobKind({
  name: 'heldPrepayments',
  title: ['滞留预付款检查', '滯留預付款檢查', 'Prepayments that are held'],
  hint: [
    '付款超过一天而充电订单仍未结算的预付款产生异常；结算后自动结束',
    '付款超過一天而充電訂單仍未結算的預付款產生異常；結算後自動結束',
    'A prepayment of more than a day ago whose charge is not settled is an exception until it is',
  ],
  params: {},
  paramLabels: {},
  results: { held: ['新增滞留', '新增滯留', 'Newly held'], over: ['已结束', '已結束', 'Over'] },
  initial: { cron: '0 10 * * * ?', params: {} },
});

export const payNotifyRetention = jobKind({
  name: 'payNotifyRetention',
  title: ['支付通知清理', '支付通知清理', 'Payment notification retention'],
  hint: [
    '删除超过保留天数的支付通知；支付渠道的通知最多重发两天',
    '刪除超過保留天數的支付通知；支付通路的通知最多重發兩天',
    'Drops notifications of payments older than they are kept; providers repeat theirs for two days at most',
  ],
  params: { keepDays: count({ min: 30, max: 4_000, unit: 'd' }) },
  paramLabels: { keepDays: ['保留天数', '保留天數', 'Days kept'] },
  results: { dropped: ['删除的通知', '刪除的通知', 'Notifications dropped'] },
  initial: { cron: '0 35 3 * * ?', params: { keepDays: 400 } },
});
