import { choice, count, decimal, readOnly, id, money, optional, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { totalsOf } from '#kit/resource/totals.ts';

const energy = readOnly(decimal({ scale: 4, unit: 'kWh', query: true }));

/** The payments for charging from wallets, and their refunds. Written together with the booking, and never changed. */
export const consume = resource({
  name: 'consume',
  sensitivity: 'money',
  path: '/money/sseConsumeRecord',
  table: 'consume_record',
  key: 'consumeRecordId',
  title: 'chargingOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    consumeRecordId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 64, filter: 'equals' })),
    gunNumber: readOnly(count({ max: 99, query: true })),
    chargingOrderId: readOnly(id({ filter: 'equals' })),
    chargingOrderNo: readOnly(text({ max: 64, filter: 'equals' })),
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    mainPartId: readOnly(id({ filter: 'equals' })),
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    custName: readOnly(optional(text({ max: 60 }))),
    userName: readOnly(optional(text({ max: 60 }))),
    userMobile: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    icCardId: readOnly(optional(id())),
    icCardNo: readOnly(optional(text({ max: 32 }))),
    carVin: readOnly(optional(text({ max: 17 }))),
    carNum: readOnly(optional(text({ max: 20 }))),
    isRefund: readOnly(choice(yesNo, { filter: 'equals' })),
    /** The list price, before discounts. */
    orderAmount: readOnly(money({ query: true })),
    /** The amount that the party pays, or gets back as a refund. */
    rrMoney: readOnly(money({ query: true })),
    /** The part of it that exceeded the balance and that the party owes. */
    receivableMoney: readOnly(money({ query: true })),
    /** For a refund: the part that paid the remaining debt of the order. */
    debtPaidMoney: readOnly(money()),
    rrBeforeMoney: readOnly(money()),
    rrAfterMoney: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    chargingElec: energy,
    chargingElecTip: energy,
    chargingElecPeak: energy,
    chargingElecFlat: energy,
    chargingElecValley: energy,
    journalId: readOnly(id()),
  },
});

const { list, queryById, exportXls } = crud(consume);

/** Decimal texts; refunds are subtracted from the amounts. */
export interface ConsumeSums {
  readonly orderAllAmount: string;
  readonly billingAllAmount: string;
  readonly offerAllAmount: string;
  readonly receivableAllAmount: string;
  readonly totalElec: string;
  readonly totalElecTip: string;
  readonly totalElecPeak: string;
  readonly totalElecFlat: string;
  readonly totalElecValley: string;
}

export const consumeApi = {
  list,
  queryById,
  ...personalApi(consume),
  exportXls,
  /** The sums with the same filter as the list. */
  dealConsume: endpoint({
    method: 'GET',
    path: `${consume.path}/dealConsume`,
    allow: 'consume:list',
    input: {},
    listOf: consume,
    sums: {
      orderAllAmount: ['orderAmount'],
      billingAllAmount: ['rrMoney'],
      offerAllAmount: ['orderAmount', 'rrMoney'],
      receivableAllAmount: ['receivableMoney', 'debtPaidMoney'],
      totalElec: ['chargingElec'],
      totalElecTip: ['chargingElecTip'],
      totalElecPeak: ['chargingElecPeak'],
      totalElecFlat: ['chargingElecFlat'],
      totalElecValley: ['chargingElecValley'],
    },
    output: totalsOf<ConsumeSums>(),
  }),
};
