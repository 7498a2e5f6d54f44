import { id, onAdd, phone, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';

/** The longest white list of a station. */
export const MOBILES_MAX = 2_000;

/** A mobile number on the white list of a station. docs/decisions/0072-white-list.md says what the list does. */
export const mobileStation = resource({
  name: 'mobileStation',
  sensitivity: 'personal',
  path: '/station/sseMobileStation',
  table: 'mobile_station',
  key: 'mobileStationId',
  title: 'contacts',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    mobileStationId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: onAdd(ref('station', { filter: 'equals' })),
    mobileNumber: phone({ line: 'mobile', filter: 'contains' }),
    contacts: text({ min: 1, max: 60, filter: 'contains' }),
  },
});

const { queryList: _picker, ...standardEndpoints } = crud(mobileStation);

export const mobileStationApi = { ...standardEndpoints, ...personalApi(mobileStation) };
