import { count, day, decimal, given, money, ref, text, zone } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';

const orders = given(count({ sort: true }));
const amount = given(money({ sort: true }));

/** Orders of a station by the local day they were created. Energy and amounts are those of orders that have ended. */
export const orderDay = report({
  name: 'orderDay',
  holds: 'money',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    day: given(day({ filter: 'between', sort: true })),
    stationId: given(ref('station', { filter: 'equals', sort: true })),
    agentId: given(ref('agent', { filter: 'equals' })),
    tenantId: given(ref('tenant', { filter: 'equals' })),
    orderCount: orders,
    settledCount: orders,
    unsettledCount: orders,
    abnormalCount: orders,
    chargingElec: given(decimal({ scale: 4, unit: 'kWh', sort: true })),
    orderAmount: amount,
    offerAmount: amount,
    billingAmount: amount,
    currency: given(text({ max: 3 })),
    stationTimezone: given(zone()),
  },
  by: ['day', 'stationId', 'currency'],
  sums: ['orderCount', 'settledCount', 'unsettledCount', 'abnormalCount', 'chargingElec', 'orderAmount', 'offerAmount', 'billingAmount'],
  chart: ['orderCount', 'billingAmount'],
  days: { field: 'day', usual: 30, max: 366 },
  madeOf: {
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
