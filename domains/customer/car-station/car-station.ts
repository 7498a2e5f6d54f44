import { readOnly, id, longText, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

/** A station a car may be used at. A car without any may be used at every station of its tenant. */
export const carStation = resource({
  name: 'carStation',
  path: '/customer/sseCarStation',
  table: 'car_station',
  view: 'car_station_view',
  key: 'carStationId',
  title: 'stationName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    carStationId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    stationName: readOnly(text({ max: 60 })),
    carId: readOnly(ref('car', { filter: 'equals' })),
  },
});

const { list, delete: unbind, deleteBatch } = crud(carStation);

export const carStationApi = {
  list: { ...list, allow: 'car:list' },
  delete: { ...unbind, allow: 'car:edit' },
  deleteBatch: { ...deleteBatch, allow: 'car:edit' },
  /** Binds each car to each station; existing bindings are kept. */
  bind: endpoint({
    method: 'POST',
    path: `${carStation.path}/bind`,
    allow: 'car:edit',
    input: { carIds: longText({ min: 1, max: 8_000 }), stationIds: longText({ min: 1, max: 8_000 }) },
    output: words(),
  }),
};
