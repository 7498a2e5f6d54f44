import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { choice, count, day, decimal, id, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import { dataSums } from '../charge-sum/data-sums.ts';

/**
 * What a phone user, an IC card, a customer or a vehicle charged at a station in a day, month or year. An order counts for each of them that it names,
 * whoever paid: for the card and for its customer, and for the vehicle that the pile has recognised.
 */
export const orderData = resource({
  name: 'orderData',
  sensitivity: 'money',
  path: '/statistics/sseOrderData',
  table: 'order_data',
  view: 'order_data_view',
  key: 'orderDataId',
  title: 'mainPartNo',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'statDay', order: 'desc' },
  fields: {
    orderDataId: readOnly(id()),
    statUnit: readOnly(choice(statUnit, { filter: 'equals' })),
    /** The first day of the period. */
    statDay: readOnly(day({ filter: 'between', sort: true })),
    year: readOnly(count()),
    month: readOnly(optional(count())),
    day: readOnly(optional(count())),
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    /** A phone number, the number of a card, the id of a customer, or a VIN. */
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    cname: readOnly(optional(text({ max: 60 }))),
    carNum: readOnly(optional(text({ max: 20 }))),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    chargingCount: readOnly(count({ sort: true })),
    chargingCapacity: readOnly(decimal({ scale: 4, unit: 'kWh', sort: true })),
    orderAmount: readOnly(money()),
    chargingAmount: readOnly(money({ sort: true })),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list, queryById, exportXls } = crud(orderData);

export const orderDataApi = { list, queryById, ...personalApi(orderData), exportXls, sums: dataSums(orderData) };
