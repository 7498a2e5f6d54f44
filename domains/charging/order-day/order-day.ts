import { count, day, decimal, readOnly, money, ref, text, zone } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';

const orders = readOnly(count({ sort: true }));
const amount = readOnly(money({ sort: true }));

/** Orders of a station by the local day on which they were created. Energy and amounts are those of ended orders. */
export const orderDay = report({
  name: 'orderDay',
  sensitivity: 'money',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    day: readOnly(day({ filter: 'between', sort: true })),
    stationId: readOnly(ref('station', { filter: 'equals', sort: true })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    orderCount: orders,
    settledCount: orders,
    unsettledCount: orders,
    abnormalCount: orders,
    chargingElec: readOnly(decimal({ scale: 4, unit: 'kWh', sort: true })),
    orderAmount: amount,
    offerAmount: amount,
    billingAmount: amount,
    currency: readOnly(text({ max: 3 })),
    stationTimezone: readOnly(zone()),
  },
  groupBy: ['day', 'stationId', 'currency'],
  sums: ['orderCount', 'settledCount', 'unsettledCount', 'abnormalCount', 'chargingElec', 'orderAmount', 'offerAmount', 'billingAmount'],
  chart: ['orderCount', 'billingAmount'],
  days: { field: 'day', usual: 30, max: 366 },
  derivedFrom: {
    noun: 'chargingOrder',
    fields: {
      day: ['createTime'],
      orderCount: [],
      settledCount: ['orderState'],
      unsettledCount: ['orderState'],
      abnormalCount: ['orderState'],
      offerAmount: ['orderAmount', 'billingAmount'],
    },
  },
});

export const orderDayApi = reportApi(orderDay);
