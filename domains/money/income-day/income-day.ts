import { count, day, readOnly, money, ref, text } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';

const amount = readOnly(money({ sort: true }));

/**
 * The income of a station by the local day of the booking: fees at list price by type, discounts, and the amounts for customers, of which a part is
 * owed. Corrections count on the day of their booking.
 */
export const incomeDay = report({
  name: 'incomeDay',
  sensitivity: 'money',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    day: readOnly(day({ filter: 'between', sort: true })),
    stationId: readOnly(ref('station', { filter: 'equals', sort: true })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    bookingCount: readOnly(count({ sort: true })),
    elecAmount: amount,
    srvAmount: amount,
    otherAmount: amount,
    /** elecAmount + srvAmount + otherAmount = offerAmount + incomeAmount. */
    offerAmount: amount,
    incomeAmount: amount,
    /** The part of incomeAmount that exceeded the balances. */
    owedAmount: amount,
    /** Refunds to customers; already subtracted from the other amounts. */
    refundAmount: amount,
    currency: readOnly(text({ max: 3 })),
  },
  groupBy: ['day', 'stationId', 'currency'],
  sums: ['bookingCount', 'elecAmount', 'srvAmount', 'otherAmount', 'offerAmount', 'incomeAmount', 'owedAmount', 'refundAmount'],
  chart: ['incomeAmount', 'bookingCount'],
  days: { field: 'day', usual: 30, max: 366 },
});

export const incomeDayApi = reportApi(incomeDay);
