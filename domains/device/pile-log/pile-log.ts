import { pileCode } from '#domains/network/resources.ts';
import { choice, count, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, file, rowOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { logFailure, logKind, logStat } from './pile-log.codes.ts';

/** A log that a pile was asked for. It uploads the file to an address that is valid once. */
export const pileLog = resource({
  name: 'pileLog',
  path: '/device/ssePileLog',
  table: 'pile_log',
  key: 'pileLogId',
  title: 'cpCode',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    pileLogId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    logKind: readOnly(choice(logKind, { filter: 'equals' })),
    logFrom: readOnly(instant()),
    logTo: readOnly(instant()),
    logStat: readOnly(choice(logStat, { filter: 'equals' })),
    failReason: readOnly(optional(choice(logFailure, { filter: 'equals' }))),
    /** The pile's own words. */
    failRemark: readOnly(optional(text({ max: 255 }))),
    fileName: readOnly(optional(text({ max: 100 }))),
    sizeBytes: readOnly(optional(count({ unit: 'B' }))),
    sha256: readOnly(optional(text({ max: 64 }))),
    receivedAt: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(pileLog);

export const pileLogApi = {
  list,
  queryById,
  exportXls,
  /** Asks a pile for its log of a time (native 1006, OCPP GetDiagnostics, or GetLog for the security log). The row tells what comes of it. */
  getDeviceLog: endpoint({
    method: 'POST',
    path: '/device/sseCommand/getDeviceLog',
    allow: 'pileLog:fetch',
    idempotent: true,
    input: { cpCode: pileCode, logKind: choice(logKind, { initial: logKind.items.diagnostics.value }), logFrom: instant(), logTo: instant() },
    output: rowOf(pileLog.fields),
  }),
  /** The file of a log that was received. */
  download: endpoint({
    method: 'GET',
    path: `${pileLog.path}/download`,
    allow: 'pileLog:list',
    noTransaction: true,
    input: { pileLogId: id() },
    output: file(),
  }),
};
