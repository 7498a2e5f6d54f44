import {
  choice,
  count,
  day,
  decimal,
  readOnly,
  instant,
  json,
  longText,
  money,
  onAdd,
  optional,
  ref,
  secret,
  text,
  zone,
} from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, rowOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { entityState } from '../entity-state.ts';
import { encryptionMode, nativeVersion, parameterState, pileFault, pileProtocol, pileType, pileWorkState, securityProfile } from './pile.codes.ts';

/** A pile's code is what the device signs in with, so it is unique on the whole platform. */
export const pileCode = text({ min: 1, max: 16, filter: 'contains', sort: true, pattern: { source: '^[A-Za-z0-9_-]+$', problem: 'badPileCode' } });

/** A secret has 16 characters or 32 hex digits; a longer value in the table is encrypted. */
export const SECRET_LENGTH_MAX = 40;

/** The fields of a gun that the list of piles shows. */
export interface GunGlimpse {
  readonly gunNumber: number;
  readonly gunWorkStat: number;
  /** Percent while it charges. */
  readonly chargingSoc: number | null;
}

export const pile = resource({
  name: 'pile',
  path: '/device/sseChargingPile',
  table: 'pile',
  view: 'pile_view',
  key: 'cpCode',
  title: 'cpName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    cpCode: onAdd({ ...pileCode, unique: [] }),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: onAdd(ref('station', { filter: 'equals' })),
    cpName: text({ min: 1, max: 60, filter: 'contains' }),
    cpType: onAdd(choice(pileType, { filter: 'equals' })),
    protocol: onAdd(choice(pileProtocol, { filter: 'equals', initial: pileProtocol.items.native.value })),
    gunCount: onAdd(count({ min: 1, max: 4, query: true })),
    cpPower: decimal({ scale: 1, min: 1, max: 2000, unit: 'kW', query: true }),
    cpV: optional(decimal({ scale: 1, min: 0, max: 2000, unit: 'V' })),
    cpI: optional(decimal({ scale: 1, min: 0, max: 2000, unit: 'A' })),
    cpStat: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.disabled.value })),
    cpWorkStat: readOnly(choice(pileWorkState, { filter: 'equals' })),
    cpFaultType: readOnly(optional(choice(pileFault, { filter: 'equals' }))),
    cpTime: optional(day({ query: true })),
    canBeReservation: choice(yesNo, { initial: 0 }),
    /** The price terms of its reservations. */
    crcId: optional(ref('reservationConf', { filter: 'equals' })),
    exterOperate: choice(yesNo, { initial: 1 }),
    checkAccount: choice(yesNo, { initial: 1 }),
    accountMinAmount: money({ min: 0, max: 100_000, query: true }),
    insertSelfStart: choice(yesNo, { initial: 0 }),
    rateRuleId: readOnly(optional(ref('rateRule', { filter: 'equals' }))),
    /** The number by which the device identifies the rule. */
    rateRuleNo: readOnly(optional(text({ max: 16 }))),
    /** What limits its power by the time of day; set by `setPowerControl`. */
    powerControlId: readOnly(optional(ref('powerControl', { filter: 'equals' }))),
    encryptionMode: choice(encryptionMode, { initial: 1 }),
    encryptionSecret: secret(optional(text({ min: 16, max: SECRET_LENGTH_MAX }))),
    /** Once raised it stays. */
    securityProfile: choice(securityProfile, { filter: 'equals', initial: securityProfile.items.basic.value }),
    /** Whether the last login came over TLS; null before the first. */
    overTls: readOnly(optional(choice(yesNo))),
    /** What the last login spoke; null for OCPP and before the first. */
    nativeVersion: readOnly(optional(choice(nativeVersion))),
    /** For piles that can display a QR code; set and sent only by `setPayQrCode`. */
    payQrCode: readOnly(optional(longText({ max: 255 }))),
    /** Whether the pile reports what this form and its profile hold. */
    parameterStat: readOnly(choice(parameterState, { filter: 'equals' })),
    /** How many parameters it reports otherwise; null before it has reported one. */
    differingCount: readOnly(optional(count({ query: true }))),
    lastSeen: readOnly(optional(instant())),
    onlineSince: readOnly(optional(instant())),
    mainSw: readOnly(optional(text({ max: 32 }))),
    guns: readOnly(optional(json<readonly GunGlimpse[]>())),
    currency: readOnly(text({ max: 3 })),
    timezone: readOnly(zone()),
  },
});

/** The fields of this form that a pile holds as well, with the numbers of their parameters. */
export const pileParameters = [
  [14, 'payQrCode'],
  [18, 'cpStat'],
  [20, 'insertSelfStart'],
  [21, 'checkAccount'],
  [22, 'accountMinAmount'],
] as const satisfies readonly (readonly [number, keyof typeof pile.fields])[];

const standardEndpoints = crud(pile);
const withSecret = { proof: 'keys', proofInputs: ['encryptionSecret'] } as const;

export const pileApi = {
  ...standardEndpoints,
  add: { ...standardEndpoints.add, ...withSecret },
  edit: { ...standardEndpoints.edit, ...withSecret },
  // Recent authentication must be checked before the sheet is read, so it is required for every import.
  importExcel: { ...standardEndpoints.importExcel, proof: 'keys' as const },
  ...stateApi(pile, choice(entityState)),
  /** A fresh secret for a pile, shown once; the old one stops working at once. */
  renewSecret: endpoint({
    method: 'POST',
    path: `${pile.path}/renewSecret`,
    proof: 'keys',
    allow: 'pile:secret',
    input: { cpCode: pileCode },
    output: rowOf({ encryptionSecret: text({ max: SECRET_LENGTH_MAX }) }),
  }),
};
