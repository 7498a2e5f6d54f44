import { choice, count, day, id, instant, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { jobKind } from '#kit/resource/job.ts';
import { resource } from '#kit/resource/resource.ts';
import { recountState } from './charge-recount.codes.ts';

/** The most days of one request. */
export const RECOUNT_DAYS_MAX = 1_100;

/** A request to count the sums of charges of some days anew, and how far it is. */
export const chargeRecount = resource({
  name: 'chargeRecount',
  path: '/statistics/sseChargeRecount',
  table: 'charge_recount',
  key: 'chargeRecountId',
  title: 'firstDay',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    chargeRecountId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    /** All stations of the tenant without one. */
    stationId: onAdd(optional(ref('station', { filter: 'equals' }))),
    firstDay: onAdd(day()),
    lastDay: onAdd(day()),
    recountState: readOnly(choice(recountState, { filter: 'equals' })),
    /** Days of stations; null until it has begun. */
    daysTotal: readOnly(optional(count())),
    daysDone: readOnly(count()),
    /** Rows of sums that were missing, superfluous or wrong. */
    rowsCorrected: readOnly(count()),
    endedTime: readOnly(optional(instant())),
    problem: readOnly(optional(text({ max: 300 }))),
  },
});

const { list, queryById, add } = crud(chargeRecount);
export const chargeRecountApi = { list, queryById, add };

const CHECK_DAYS_MAX = 62;

export const chargeSumCheck = jobKind({
  name: 'chargeSumCheck',
  title: ['统计数据核对', '統計資料核對', 'Check of statistics'],
  hint: [
    '将最近若干天的统计数据与订单逐项核对；有差异时登记重算',
    '將最近若干天的統計資料與訂單逐項核對；有差異時登記重算',
    'Compares the statistics of the last days with their orders, and asks for a recount of what differs',
  ],
  params: { days: count({ min: 1, max: CHECK_DAYS_MAX, unit: 'd' }) },
  paramLabels: { days: ['核对天数', '核對天數', 'Days'] },
  results: { stations: ['站点数', '站點數', 'Stations'], differing: ['差异行数', '差異列數', 'Differing rows'] },
  initial: { cron: '0 20 3 * * ?', params: { days: 3 } },
});
