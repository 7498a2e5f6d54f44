import { count, day, optional, readOnly, choice, ref, zone } from '#kit/fields/field.ts';
import { report, reportApi } from '#kit/resource/report.ts';
import { exceptionNameTable } from '../exception-conf/exception-names.ts';
import { exceptionType } from '../exception-conf/exception-conf.ts';

const exceptions = readOnly(count({ sort: true }));
const seconds = readOnly(optional(count({ unit: 's', sort: true })));

/** Exceptions of a station by the local day on which they began, for each kind and code: how many, how they were handled, and how long they lasted. */
export const exceptionDay = report({
  name: 'exceptionDay',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    day: readOnly(day({ filter: 'between', sort: true })),
    stationId: readOnly(ref('station', { filter: 'equals', sort: true })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    exceptionType: readOnly(choice(exceptionType, { filter: 'equals' })),
    /** Kind and code by name; codes without one are together. */
    exceptionKey: readOnly(choice(exceptionNameTable, { filter: 'equals', sort: true })),
    exceptionCount: exceptions,
    /** Those that were part of an incident of many piles. */
    incidentCount: exceptions,
    ackCount: exceptions,
    selfEndedCount: exceptions,
    openCount: exceptions,
    /** From the beginning to the acknowledgement, on average. */
    meanAckS: seconds,
    /** From the beginning to the end of the fault, on average of those that are over. Events have no duration and do not count. */
    meanRepairS: seconds,
    /** The durations of those that are over, together. */
    lastedS: readOnly(count({ unit: 's', sort: true })),
    stationTimezone: readOnly(zone()),
  },
  groupBy: ['day', 'stationId', 'exceptionType', 'exceptionKey'],
  sums: ['exceptionCount', 'incidentCount', 'ackCount', 'selfEndedCount', 'openCount', 'lastedS'],
  chart: ['exceptionCount', 'incidentCount'],
  days: { field: 'day', usual: 30, max: 366 },
  derivedFrom: {
    noun: 'exceptionRecord',
    fields: {
      day: ['errorTime'],
      exceptionCount: [],
      incidentCount: ['incidentId'],
      ackCount: ['ackTime'],
      selfEndedCount: ['solveStat'],
      openCount: ['isPresent'],
      meanAckS: ['ackTime'],
      meanRepairS: ['duration'],
      lastedS: ['duration'],
    },
  },
});

export const exceptionDayApi = reportApi(exceptionDay);
