import { choice, count, day, decimal, readOnly, onAdd, optional, ref, text } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { acquisitionMode } from '../pile/pile.codes.ts';

const seconds = () => count({ max: 65_535, unit: 's' });
const address = (pattern: NonNullable<Field['pattern']> = patterns.ip) => optional(text({ max: 45, pattern }));

export const pileProfile = resource({
  name: 'pileProfile',
  path: '/device/sseChargingPileProfile',
  table: 'pile_profile',
  view: 'pile_profile_view',
  key: 'cpCode',
  title: 'cpCode',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    cpCode: onAdd(ref('pile', { code: true })),
    tenantId: readOnly(ref('tenant')),
    agentId: readOnly(ref('agent')),
    stationId: readOnly(ref('station')),
    manufacturer: optional(text({ max: 60 })),
    factoryDate: optional(day()),
    moduleCount: count({ max: 64 }),
    /** Module bits that the pile reported last; the lowest bit is its first module. */
    moduleStat: readOnly(optional(count({ max: 65_535 }))),
    pileInterval: seconds(),
    gunInterval: seconds(),
    chargingInterval: seconds(),
    bmsHandshakeInterval: seconds(),
    bmsParameterInterval: seconds(),
    bmsChargingInterval: seconds(),
    bmsEndInterval: seconds(),
    srvIp: address(),
    srvPort: optional(count({ min: 1, max: 65_535 })),
    srvDomainName: optional(text({ max: 100 })),
    onlineMaxPower: optional(decimal({ scale: 1, min: 0, max: 2000, unit: 'kW' })),
    offlineMaxPower: optional(decimal({ scale: 1, min: 0, max: 2000, unit: 'kW' })),
    chargingMaxSoc: count({ min: 1, max: 100, unit: '%' }),
    isVinOfflineCharging: choice(yesNo),
    isIccardOfflineCharging: choice(yesNo),
    mainBoardVer: optional(text({ max: 32 })),
    funcBoardVer: optional(text({ max: 32 })),
    screenVersion: optional(text({ max: 32 })),
    auxPcbHwVer: optional(text({ max: 32 })),
    auxPcbSwVer: optional(text({ max: 32 })),
    moduleType: optional(text({ max: 32 })),
    gunlineType: optional(text({ max: 32 })),
    deviceIp: address(),
    deviceIpMode: choice(acquisitionMode),
    subnetMask: address(patterns.netmask),
    subnetMaskMode: choice(acquisitionMode),
    gateway: address(),
    gatewayMode: choice(acquisitionMode),
    mac: address(patterns.mac),
    macMode: choice(acquisitionMode),
  },
});

/** Parameter number of each interval. The interval of the end has no parameter and is sent only at login. */
export const intervalParameters = [
  [1, 'pileInterval'],
  [2, 'gunInterval'],
  [3, 'chargingInterval'],
  [4, 'bmsHandshakeInterval'],
  [5, 'bmsParameterInterval'],
  [6, 'bmsChargingInterval'],
] as const;

/** The fields of the profile that a pile holds as well, with the numbers of their parameters. */
export const profileParameters = [
  ...intervalParameters,
  [8, 'srvIp'],
  [9, 'srvPort'],
  [10, 'srvDomainName'],
  [11, 'onlineMaxPower'],
  [12, 'offlineMaxPower'],
  [15, 'chargingMaxSoc'],
  [16, 'isVinOfflineCharging'],
  [17, 'isIccardOfflineCharging'],
] as const satisfies readonly (readonly [number, keyof typeof pileProfile.fields])[];

const { queryById, edit } = crud(pileProfile);

/** Read and edited with its pile; it has no list. */
export const pileProfileApi = {
  queryById: { ...queryById, allow: 'pile:list' },
  edit: { ...edit, allow: 'pile:edit' },
};
