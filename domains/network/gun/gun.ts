import { choice, count, decimal, readOnly, id, instant, money, optional, ref, text, zone } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { stopReason } from './stop-reason.codes.ts';
import { gunFault, gunStatusInfo, gunWorkState } from './gun.codes.ts';

const measuredValue = (options: { readonly scale: number; readonly unit: string }) => readOnly(optional(decimal(options)));

export const gun = resource({
  name: 'gun',
  path: '/device/sseChargingGun',
  table: 'gun',
  view: 'gun_view',
  key: 'gunId',
  title: 'cpCode',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'cpCode', order: 'asc' },
  fields: {
    gunId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals', sort: true })),
    gunNumber: readOnly(count({ min: 1, max: 4 })),
    gunWorkStat: readOnly(choice(gunWorkState, { filter: 'equals' })),
    gunFaultType: readOnly(optional(choice(gunFault, { filter: 'equals' }))),
    chargingOrderNo: readOnly(optional(text({ max: 32 }))),
    stateChangedAt: readOnly(optional(instant())),
    reportedAt: readOnly(optional(instant())),
    gunStopType: readOnly(optional(choice(stopReason))),
    gunStatusInfo: readOnly(optional(choice(gunStatusInfo))),
    gunDcPositiveTemp: readOnly(optional(count({ min: -50, unit: '°C' }))),
    gunDcNegativeTemp: readOnly(optional(count({ min: -50, unit: '°C' }))),
    cpVoltage: measuredValue({ scale: 2, unit: 'V' }),
    insulationVal: readOnly(optional(count({ unit: 'kΩ' }))),
    onlineGunMaxPower: measuredValue({ scale: 1, unit: 'kW' }),
    chargingVoltage: measuredValue({ scale: 1, unit: 'V' }),
    chargingCurrent: measuredValue({ scale: 1, unit: 'A' }),
    chargingPower: measuredValue({ scale: 3, unit: 'kW' }),
    chargingSoc: readOnly(optional(count({ max: 100, unit: '%' }))),
    bmsVoltage: measuredValue({ scale: 1, unit: 'V' }),
    bmsCurrent: measuredValue({ scale: 1, unit: 'A' }),
    chargingElec: measuredValue({ scale: 4, unit: 'kWh' }),
    chargingAmount: readOnly(optional(money())),
    chargingRemainingMin: readOnly(optional(count({ unit: 'min' }))),
    currency: readOnly(text({ max: 3 })),
    timezone: readOnly(zone()),
  },
});

const { list, queryById, exportXls, queryList } = crud(gun);

/** Guns are created and deleted with their pile; operators read them and take them out of service. */
export const gunApi = {
  list,
  queryById,
  exportXls,
  queryList,
  /** 1 lets the gun serve again, 0 takes it out of service. */
  changeState: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${gun.path}/changeState`,
    allow: 'gun:edit',
    input: { entityId: id(), setState: choice(yesNo) },
    output: words(),
  }),
};
