import { id, instant, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

/** Planned work at a station, or at one of its piles. While it lasts, exceptions there are recorded and nobody is told of them. */
export const maintenance = resource({
  name: 'maintenance',
  path: '/alarm/maintenance',
  table: 'maintenance',
  key: 'maintenanceId',
  title: 'reason',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'beginTime', order: 'desc' },
  fields: {
    maintenanceId: readOnly(id()),
    /** These two follow from the station. */
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: onAdd(ref('station', { filter: 'equals' })),
    /** Absent: the whole station. */
    cpCode: onAdd(optional(ref('pile', { code: true, filter: 'equals' }))),
    beginTime: instant({ filter: 'between', sort: true }),
    /** Not included; 30 days after the beginning at most. */
    endTime: instant(),
    reason: text({ min: 2, max: 200 }),
  },
});

const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(maintenance);

export const maintenanceApi = { ...standardEndpoints };
