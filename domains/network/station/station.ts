import { choice, count, day, readOnly, id, image, latitude, longText, longitude, optional, phone, ref, text, zone } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '../entity-state.ts';

export const station = resource({
  name: 'station',
  sensitivity: 'personal',
  path: '/station/sseStation',
  table: 'station',
  view: 'station_view',
  key: 'stationId',
  title: 'stationName',
  picker: '/station/sseStation/queryStationList',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  usable: { field: 'stationStat', is: entityState.items.enabled.value },
  fields: {
    stationId: readOnly(id()),
    tenantId: ref('tenant', { filter: 'equals' }),
    agentId: ref('agent', { filter: 'equals' }),
    stationName: text({ unique: ['tenantId'], pattern: patterns.placeName, min: 2, max: 60, filter: 'contains', sort: true }),
    stationStat: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    /** The six digits of its district, or of a wider area when the district is not known; the filter `33*` finds a whole province. */
    areaCode: optional(text({ max: 6, filter: 'equals' })),
    stationAddr: optional(text({ max: 255, filter: 'contains' })),
    timezone: zone(),
    busHours: optional(text({ max: 60 })),
    buildDate: optional(day({ query: true })),
    stationManager: optional(text({ max: 60 })),
    managerPhone: optional(phone()),
    servicePhone1: optional(phone({ published: true })),
    servicePhone2: optional(phone({ published: true })),
    gpsX: optional(longitude()),
    gpsY: optional(latitude()),
    stationScale: optional(text({ max: 60 })),
    stationImg1: optional(image()),
    stationImg2: optional(image()),
    stationRemark: optional(longText({ max: 2_000, markup: 'markdown' })),
    cpAllTotal: readOnly(count()),
  },
});

export const stationApi = {
  ...crud(station),
  ...personalApi(station),
  ...stateApi(station, choice(entityState)),
};
