import { INTERVALS_MAX, MINUTES_MAX } from '#engines/reservation/occupancy.ts';
import { choice, count, readOnly, id, list, money, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '../entity-state.ts';

/** The highest price of a minute. */
const UNIT_MAX = 1_000;

/** An interval of a reservation: its start and end in minutes, and the price of each minute in it. */
export const reservationInterval = {
  /** Stored always. Left out by a caller, the interval begins where the one before it ends. */
  startMinute: optional(count({ max: MINUTES_MAX, unit: 'min' })),
  /** The minutes since the start of the reservation at which the interval ends. */
  reservationDuration: count({ min: 1, max: MINUTES_MAX, unit: 'min' }),
  occupyFeeUnit: money({ min: 0, max: UNIT_MAX }),
};

/** What reserving a gun costs, by how long it stays reserved; the last interval is the longest a reservation may last. */
export const reservationConf = resource({
  name: 'reservationConf',
  path: '/order/sseReservationConf',
  table: 'reservation_conf',
  view: 'reservation_conf_view',
  key: 'crcId',
  title: 'crcName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  usable: { field: 'crcState', is: entityState.items.enabled.value },
  fields: {
    crcId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    crcName: text({ unique: ['tenantId'], min: 2, max: 60, filter: 'contains' }),
    crcState: readOnly(choice(entityState, { filter: 'equals' })),
    details: list(reservationInterval, { min: 1, max: INTERVALS_MAX }),
    maxMinutes: readOnly(count({ unit: 'min' })),
    pileCount: readOnly(count()),
    /** The tenant's currency, in which the fees are given. */
    currency: readOnly(text({ max: 3 })),
  },
});

// A spreadsheet has no columns for intervals, so import is not offered.
const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(reservationConf);

export const reservationConfApi = { ...standardEndpoints, ...stateApi(reservationConf, choice(entityState)) };
