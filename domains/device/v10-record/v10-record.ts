import { yesNo } from '#domains/system/resources.ts';
import { choice, count, id, instant, json, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { recordType } from './v10-record.codes.ts';

/** The members of a record under their names on the wire: codes, counts and instants as numbers, measured values and amounts as decimal texts. */
export type RecordContent = Readonly<Record<string, unknown>>;

/** A record of a v1.0 pile as it arrived. Only the gateway writes it. */
export const v10Record = resource({
  name: 'v10Record',
  path: '/device/sseV10Record',
  table: 'v10_record',
  view: 'v10_record_view',
  key: 'v10RecordId',
  title: 'cpCode',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  softDelete: false,
  fields: {
    v10RecordId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    gunNumber: readOnly(count({ filter: 'equals' })),
    recordType: readOnly(choice(recordType, { filter: 'equals' })),
    chargingOrderNo: readOnly(optional(text({ max: 32, filter: 'equals' }))),
    recordTime: readOnly(instant()),
    fromStore: readOnly(choice(yesNo)),
    content: readOnly(json<RecordContent>()),
  },
});

const { list, queryById, exportXls } = crud(v10Record);

export const v10RecordApi = { list, queryById, exportXls };
