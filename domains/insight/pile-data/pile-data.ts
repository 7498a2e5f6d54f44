import { pileType } from '#domains/network/resources.ts';
import { choice, count, day, decimal, id, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import { dataSums } from '../charge-sum/data-sums.ts';

/** What a pile delivered in a day, month or year. */
export const pileData = resource({
  name: 'pileData',
  sensitivity: 'money',
  path: '/statistics/ssePileData',
  table: 'pile_data',
  view: 'pile_data_view',
  key: 'pileDataId',
  title: 'cpCode',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'statDay', order: 'desc' },
  fields: {
    pileDataId: readOnly(id()),
    statUnit: readOnly(choice(statUnit, { filter: 'equals' })),
    /** The first day of the period. */
    statDay: readOnly(day({ filter: 'between', sort: true })),
    year: readOnly(count()),
    month: readOnly(optional(count())),
    day: readOnly(optional(count())),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    cpType: readOnly(optional(choice(pileType, { filter: 'equals' }))),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    chargingCount: readOnly(count({ sort: true })),
    chargingCapacity: readOnly(decimal({ scale: 4, unit: 'kWh', sort: true })),
    orderAmount: readOnly(money()),
    chargingAmount: readOnly(money({ sort: true })),
    /** How long it charged within the period. */
    chargeMinutes: readOnly(count({ unit: 'min' })),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list, queryById, exportXls } = crud(pileData);

export const pileDataApi = { list, queryById, exportXls, sums: dataSums(pileData) };
