import { choice, choices, count, id, instant, longText, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '#domains/network/resources.ts';
import { accessAuthType, accessRight } from './access-config.codes.ts';

/** Replaced keys stay valid for a week at most. */
export const OVERLAP_HOURS_MAX = 168;

/** An account with which a partner's program calls the open API. Its keys are made by `rotateKeys`, shown once, and stored sealed. */
export const accessConfig = resource({
  name: 'accessConfig',
  path: '/partner/accessConfig',
  table: 'access_config',
  view: 'access_config_view',
  key: 'accessConfigId',
  title: 'cname',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    accessConfigId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    cname: text({ unique: ['tenantId'], min: 2, max: 60, filter: 'contains' }),
    state: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    authType: choice(accessAuthType, { initial: accessAuthType.items.signed.value }),
    /** Names the account in each call. */
    authId: readOnly(text({ max: 32, filter: 'equals' })),
    /** The end of the newest access token; null: no keys were made yet. */
    accessToken: readOnly(optional(text({ max: 16 }))),
    authExpTime: instant(),
    /** The company whose wallet pays for the charges. */
    custId: ref('customer', { filter: 'equals' }),
    accessRights: choices(accessRight, { min: 1, max: 4 }),
    callsPerMinute: count({ min: 1, max: 6_000 }),
    /** Charges that have begun and are not settled. */
    openChargesMax: count({ min: 1, max: 1_000 }),
    /** Addresses and networks, separated by commas; null: every address. */
    allowedAddresses: optional(longText({ max: 1_000 })),
    stationCount: readOnly(count()),
    keyIssueTime: readOnly(optional(instant())),
    /** Sets of keys that are replaced and still valid. */
    oldKeyCount: readOnly(count()),
    lastCallTime: readOnly(optional(instant())),
    remark: optional(longText({ max: 255 })),
  },
});

/** The keys of an account, shown once. */
export interface AccessKeys {
  readonly authId: string;
  readonly accessToken: string;
  /** The AES-256 key, base64. */
  readonly secretKey: string;
  /** Derives the initialisation vector of each message, base64. */
  readonly ivKey: string;
  /** `whsec_` and base64: signs calls and webhooks. */
  readonly signSecret: string;
  /** ISO 8601; null when nothing was replaced. */
  readonly oldKeysEnd: string | null;
}

export interface AccessStation {
  readonly stationId: string;
  readonly stationName: string;
}

const { exportTemplate: _template, importExcel: _import, ...standard } = crud(accessConfig);
const accessConfigId = id();

export const accessConfigApi = {
  ...standard,
  add: { ...standard.add, proof: 'keys' as const },
  edit: { ...standard.edit, proof: 'keys' as const },
  ...stateApi(accessConfig, choice(entityState)),
  /** Makes new keys. Those that they replace stay valid for so many hours. */
  rotateKeys: endpoint({
    method: 'POST',
    path: `${accessConfig.path}/rotateKeys`,
    allow: 'accessConfig:keys',
    proof: 'keys',
    input: { accessConfigId, overlapHours: count({ min: 0, max: OVERLAP_HOURS_MAX, unit: 'h' }) },
    output: opaque<AccessKeys>(),
  }),
  /** Ends the keys that are replaced. */
  endOldKeys: endpoint({
    method: 'POST',
    path: `${accessConfig.path}/endOldKeys`,
    allow: 'accessConfig:keys',
    input: { accessConfigId },
    output: words(),
  }),
  stations: endpoint({
    method: 'GET',
    path: `${accessConfig.path}/stations`,
    allow: 'accessConfig:list',
    input: { accessConfigId },
    output: opaque<readonly AccessStation[]>(),
  }),
  /** Replaces the stations that the account sees; null: none. */
  setStations: endpoint({
    method: 'POST',
    path: `${accessConfig.path}/setStations`,
    allow: 'accessConfig:edit',
    proof: 'keys',
    input: { accessConfigId, stationIds: optional(longText({ max: 8_000 })) },
    output: words(),
  }),
};
