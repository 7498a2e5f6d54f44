import { count, day, readOnly, money, ref, text } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';

const amount = readOnly(money({ sort: true }));

/**
 * What the books say a station has earned, by the local day it was booked: fees at list price by their type, what was given away of them, and
 * what customers pay, of which some is owed. Corrections count on the day they are booked.
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
    /** The part of incomeAmount that wallets lacked. */
    owedAmount: amount,
    /** What went back to customers; taken off above already. */
    refundAmount: amount,
    currency: readOnly(text({ max: 3 })),
  },
  groupBy: ['day', 'stationId', 'currency'],
  sums: ['bookingCount', 'elecAmount', 'srvAmount', 'otherAmount', 'offerAmount', 'incomeAmount', 'owedAmount', 'refundAmount'],
  chart: ['incomeAmount', 'bookingCount'],
  days: { field: 'day', usual: 30, max: 366 },
});

export const incomeDayApi = reportApi(incomeDay);
