import { custLanguage } from '#domains/customer/resources.ts';
import { entityState } from '#domains/network/resources.ts';
import { choice, choices, count, id, instant, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { screenView } from './big-screen.codes.ts';

/** A key is good for a year at most. */
const KEY_DAYS_MAX = 366;

/** A screen on a wall. It shows figures of its tenant, or of one station, at an address with a key of its own. */
export const bigScreen = resource({
  name: 'bigScreen',
  path: '/insight/bigScreen',
  table: 'big_screen',
  key: 'bigScreenId',
  title: 'screenName',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    bigScreenId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    screenName: text({ unique: ['tenantId'], min: 1, max: 60, filter: 'contains' }),
    /** The only station that it shows; null: all of the tenant. */
    stationId: optional(ref('station', { filter: 'equals' })),
    views: choices(screenView, { min: 1, max: 3 }),
    /** Until the next view. */
    turnS: count({ min: 10, max: 3_600, unit: 's' }),
    screenLanguage: choice(custLanguage),
    state: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    /** The last letters of the key; null: there is none. */
    keyHint: readOnly(optional(text({ max: 16 }))),
    keyIssueTime: readOnly(optional(instant())),
    keyEndTime: readOnly(optional(instant())),
    /** When a screen last read with the key, to the minute. */
    lastSeenTime: readOnly(optional(instant())),
  },
});

/** The address of a screen with its key, shown once. */
export interface ScreenAddress {
  /** Without the origin; the key stands behind `#`, where neither logs nor other sites see it. */
  readonly path: string;
  /** ISO 8601. */
  readonly endsAt: string;
}

const { exportTemplate: _template, importExcel: _import, ...standard } = crud(bigScreen);
const bigScreenId = id();

export const bigScreenApi = {
  ...standard,
  ...stateApi(bigScreen, choice(entityState)),
  /** Makes a key. The one before ends at once. */
  newKey: endpoint({
    method: 'POST',
    path: `${bigScreen.path}/newKey`,
    allow: 'bigScreen:key',
    proof: 'keys',
    input: { bigScreenId, days: count({ min: 1, max: KEY_DAYS_MAX, unit: 'd' }) },
    output: opaque<ScreenAddress>(),
  }),
  /** Takes the key back: the screen shows nothing more. */
  endKey: endpoint({
    method: 'POST',
    path: `${bigScreen.path}/endKey`,
    allow: 'bigScreen:key',
    input: { bigScreenId },
    output: words(),
  }),
  /** An address at which the signed-in person sees the screen for an hour. */
  look: endpoint({
    method: 'POST',
    path: `${bigScreen.path}/look`,
    allow: 'bigScreen:list',
    input: { bigScreenId },
    output: opaque<ScreenAddress>(),
  }),
};
