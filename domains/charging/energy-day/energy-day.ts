import { count, day, decimal, readOnly, percent, ref, zone } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';

const energy = readOnly(decimal({ scale: 4, unit: 'kWh', sort: true }));

/** What a gun has delivered, by the local day on which its orders were created; only ended orders count. */
export const energyDay = report({
  name: 'energyDay',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    day: readOnly(day({ filter: 'between', sort: true })),
    stationId: readOnly(ref('station', { filter: 'equals', sort: true })),
    cpCode: readOnly(ref('pile', { code: true, filter: 'equals', sort: true })),
    gunNumber: readOnly(count({ min: 1, max: 4, filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    orderCount: readOnly(count({ sort: true })),
    chargeMinutes: readOnly(count({ unit: 'min', sort: true })),
    /** Of the 1,440 minutes of a day. */
    useRate: readOnly(percent({ sort: true })),
    chargingElec: energy,
    chargingElecTip: energy,
    chargingElecPeak: energy,
    chargingElecFlat: energy,
    chargingElecValley: energy,
    stationTimezone: readOnly(zone()),
  },
  groupBy: ['day', 'stationId', 'cpCode', 'gunNumber'],
  sums: ['orderCount', 'chargeMinutes', 'chargingElec', 'chargingElecTip', 'chargingElecPeak', 'chargingElecFlat', 'chargingElecValley'],
  chart: ['chargingElec', 'chargeMinutes'],
  days: { field: 'day', usual: 7, max: 93 },
  derivedFrom: {
    noun: 'chargingOrder',
    fields: { day: ['createTime'], orderCount: [], chargeMinutes: ['startTime', 'stopTime'], useRate: ['startTime', 'stopTime'] },
  },
});

export const energyDayApi = reportApi(energyDay);
