import { count, day, decimal, given, percent, ref, zone } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';

const energy = given(decimal({ scale: 4, unit: 'kWh', sort: true }));

/** What a gun has delivered by the local day its orders were created; only orders that have ended. */
export const energyDay = report({
  name: 'energyDay',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    day: given(day({ filter: 'between', sort: true })),
    stationId: given(ref('station', { filter: 'equals', sort: true })),
    cpCode: given(ref('pile', { code: true, filter: 'equals', sort: true })),
    gunNumber: given(count({ min: 1, max: 4, filter: 'equals' })),
    agentId: given(ref('agent', { filter: 'equals' })),
    tenantId: given(ref('tenant', { filter: 'equals' })),
    orderCount: given(count({ sort: true })),
    chargeMinutes: given(count({ unit: 'min', sort: true })),
    /** Of the 1,440 minutes of a day. */
    useRate: given(percent({ sort: true })),
    chargingElec: energy,
    chargingElecTip: energy,
    chargingElecPeak: energy,
    chargingElecFlat: energy,
    chargingElecValley: energy,
    stationTimezone: given(zone()),
  },
  by: ['day', 'stationId', 'cpCode', 'gunNumber'],
  sums: ['orderCount', 'chargeMinutes', 'chargingElec', 'chargingElecTip', 'chargingElecPeak', 'chargingElecFlat', 'chargingElecValley'],
  chart: ['chargingElec', 'chargeMinutes'],
  days: { field: 'day', usual: 7, max: 93 },
  madeOf: {
    noun: 'chargingOrder',
    fields: { day: ['createTime'], orderCount: [], chargeMinutes: ['startTime', 'stopTime'], useRate: ['startTime', 'stopTime'] },
  },
});

export const energyDayApi = reportApi(energyDay);
