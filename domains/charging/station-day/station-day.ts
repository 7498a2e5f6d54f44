import { count, day, decimal, readOnly, id, money, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { jobKind } from '#kit/resource/job.ts';
import { resource } from '#kit/resource/resource.ts';

/** The billed amounts of a station on one of its local days. */
export const stationDay = resource({
  name: 'stationDay',
  sensitivity: 'money',
  path: '/statistics/sseStationDay',
  table: 'station_day',
  key: 'stationDayId',
  title: 'statDay',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'statDay', order: 'desc' },
  fields: {
    stationDayId: readOnly(id()),
    statDay: readOnly(day({ filter: 'between', sort: true })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    chargingCount: readOnly(count()),
    chargingCapacity: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    chargingAmount: readOnly(money()),
    elecAmount: readOnly(money()),
    srvAmount: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
  },
});

/** The sum of all listed stations on one day, in one currency. Its values have the names of the fields that they add up. */
export interface DaySum {
  readonly statDay: string;
  readonly currency: string;
  readonly chargingCount: number;
  readonly chargingCapacity: string;
  readonly chargingAmount: string;
  /** The earliest beginning of the day among the stations, and its latest end. */
  readonly beginsAt: string;
  readonly endsAt: string;
}
/** The most days that are added up; of more, the latest. */
export const DAY_SUMS_MAX = 92;

const { list, queryById, exportXls } = crud(stationDay);
export const stationDayApi = {
  list,
  queryById,
  exportXls,
  /** Uses the filter of the list. */
  byDay: endpoint({
    method: 'GET',
    path: `${stationDay.path}/byDay`,
    allow: 'stationDay:list',
    input: {},
    listOf: stationDay,
    output: opaque<readonly DaySum[]>(),
  }),
};

const DAYS_MAX = 400;

export const stationDayRollUp = jobKind({
  name: 'stationDayRollUp',
  title: ['站点日统计', '站點日統計', 'Daily statistics of stations'],
  hint: [
    '按站点当地日期重新统计最近若干天已结算的订单',
    '按站點當地日期重新統計最近若干天已結算的訂單',
    'Counts the orders settled in the last days anew, by the local day of their station',
  ],
  params: { days: count({ min: 1, max: DAYS_MAX, unit: 'd' }) },
  paramLabels: { days: ['统计天数', '統計天數', 'Days'] },
  results: { rows: ['统计行数', '統計列數', 'Rows'] },
  initial: { cron: '0 0/15 * * * ?', params: { days: 3 } },
});
