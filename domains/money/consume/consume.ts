import { choice, count, decimal, given, id, money, optional, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { totalsOf } from '../totals.ts';

const energy = given(decimal({ scale: 4, unit: 'kWh', query: true }));

/** What charging took from a wallet, and what refunds gave back. Written with the booking, read by people, changed by nobody. */
export const consume = resource({
  name: 'consume',
  holds: 'money',
  path: '/money/sseConsumeRecord',
  table: 'consume_record',
  key: 'consumeRecordId',
  title: 'chargingOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    consumeRecordId: given(id()),
    tenantId: given(ref('tenant', { filter: 'equals' })),
    agentId: given(ref('agent', { filter: 'equals' })),
    stationId: given(ref('station', { filter: 'equals' })),
    cpCode: given(text({ max: 64, filter: 'equals' })),
    gunNumber: given(count({ max: 99, query: true })),
    chargingOrderId: given(id()),
    chargingOrderNo: given(text({ max: 64, filter: 'equals' })),
    mainPartType: given(choice(mainPartType, { filter: 'equals' })),
    mainPartId: given(id({ filter: 'equals' })),
    mainPartNo: given(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    custId: given(optional(ref('customer', { filter: 'equals' }))),
    custName: given(optional(text({ max: 60 }))),
    userName: given(optional(text({ max: 60 }))),
    userMobile: given(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    icCardId: given(optional(id())),
    icCardNo: given(optional(text({ max: 32 }))),
    carVin: given(optional(text({ max: 17 }))),
    carNum: given(optional(text({ max: 20 }))),
    isRefund: given(choice(yesNo, { filter: 'equals' })),
    /** The list price, before offers. */
    orderAmount: given(money({ query: true })),
    /** What the party pays, or gets back by a refund. */
    rrMoney: given(money({ query: true })),
    /** The part of it that the wallet lacked and the party owes. */
    receivableMoney: given(money({ query: true })),
    /** Of a refund: the part that paid what was still owed for the order. */
    debtPaidMoney: given(money()),
    rrBeforeMoney: given(money()),
    rrAfterMoney: given(money()),
    currency: given(text({ max: 3 })),
    chargingElec: energy,
    chargingElecTip: energy,
    chargingElecPeak: energy,
    chargingElecFlat: energy,
    chargingElecValley: energy,
    journalId: given(id()),
  },
});

const { list, queryById, exportXls } = crud(consume);

/** Decimal texts; refunds are taken off the amounts. */
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
  /** The sums of exactly the list's filter. */
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
