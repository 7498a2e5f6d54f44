import { choice, count, id, instant, longText, money, optional, readOnly, ref, secret, text, zone } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { totalsOf } from '#kit/resource/totals.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { payType } from '#domains/money/resources.ts';
import { mendStat, mendWay, refundKind, refundState } from './refund-order.codes.ts';

/** Money that goes back: the rest of a prepayment, or goodwill. */
export const refundOrder = resource({
  name: 'refundOrder',
  sensitivity: 'money',
  path: '/order/sseRefundOrder',
  table: 'refund_order',
  view: 'refund_order_view',
  key: 'refundId',
  title: 'refundOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    refundId: readOnly(id()),
    refundOrderNo: readOnly(text({ max: 64, filter: 'equals' })),
    refundState: readOnly(choice(refundState, { filter: 'equals' })),
    refundKind: readOnly(choice(refundKind, { filter: 'equals' })),
    refundAmount: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    refundTime: readOnly(optional(instant({ filter: 'between' }))),
    /** The calls of the provider so far. */
    refundCount: readOnly(count()),
    /** What the provider said last. */
    refundResult: readOnly(optional(text({ max: 255 }))),
    refundReason: readOnly(text({ max: 255 })),
    tradeRefundNo: readOnly(optional(text({ max: 64 }))),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    stationId: readOnly(optional(ref('station', { filter: 'equals' }))),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    userMobile: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    /** Null for a refund into a wallet. */
    prePayOrderId: readOnly(optional(id())),
    billId: readOnly(optional(text({ max: 24 }))),
    payType: readOnly(optional(choice(payType))),
    chargingOrderId: readOnly(optional(id())),
    chargingOrderNo: readOnly(optional(text({ max: 32 }))),
    secondBy: readOnly(optional(text({ max: 60 }))),
    /** Of the newest attempt to have the provider pay an abnormal refund elsewhere. */
    mendWay: readOnly(optional(choice(mendWay))),
    mendStat: readOnly(optional(choice(mendStat))),
    mendResult: readOnly(optional(text({ max: 255 }))),
    mendBy: readOnly(optional(text({ max: 60 }))),
    stationTimezone: readOnly(zone()),
  },
});

/** The sums of refunds, as decimal texts. */
export type RefundSums = Readonly<Record<'refundAllAmount' | 'goodwillAllAmount', string>>;

const { path } = refundOrder;
const { list, queryById, exportXls } = crud(refundOrder);
const chargingOrderNo = text({ min: 1, max: 32 });

export const refundOrderApi = {
  list,
  queryById,
  ...personalApi(refundOrder),
  exportXls,
  /** The sums with the same filter as the list. */
  dealRefund: endpoint({
    method: 'GET',
    path: `${path}/dealRefund`,
    allow: 'refundOrder:list',
    input: {},
    listOf: refundOrder,
    sums: { refundAllAmount: ['refundAmount'], goodwillAllAmount: ['refundAmount', 'refundKind'] },
    output: totalsOf<RefundSums>(),
  }),
  /** Asks the provider again, with the same number; a refund that the provider has closed gets a new one. */
  retry: endpoint({
    method: 'POST',
    path: `${path}/retry`,
    proof: 'money',
    allow: 'refundOrder:retry',
    idempotent: true,
    input: { id: id() },
    output: words(),
  }),
  /**
   * Has the provider pay an abnormal refund to another card of the payer, which the provider compares with the payer's name, or to the merchant's
   * account. A card, its bank and its holder are required for the former.
   */
  mendAbnormal: endpoint({
    method: 'POST',
    path: `${path}/mendAbnormal`,
    proof: 'money',
    allow: 'refundOrder:retry',
    idempotent: true,
    input: {
      id: id(),
      mendWay: choice(mendWay),
      bankType: optional(text({ max: 32 })),
      bankAccount: secret(optional(text({ max: 32 }))),
      realName: secret(optional(text({ max: 60 }))),
      remark: longText({ min: 1, max: 255 }),
      askSecond: optional(choice(yesNo)),
    },
    output: rowOf({ pending: choice(yesNo) }),
  }),
  mendConfirm: endpoint({
    method: 'POST',
    path: `${path}/mendConfirm`,
    proof: 'money',
    allow: 'refundOrder:retry',
    idempotent: true,
    input: { id: id(), agree: choice(yesNo) },
    output: words(),
  }),
  /** Gives billed money of a settled order back: into the wallet that paid, or to where the prepayment came from. */
  goodwill: endpoint({
    method: 'POST',
    path: `${path}/goodwill`,
    proof: 'money',
    allow: 'refundOrder:goodwill',
    idempotent: true,
    input: { chargingOrderNo, amount: money({ min: 0.01 }), reason: longText({ min: 1, max: 255 }), askSecond: optional(choice(yesNo)) },
    output: rowOf({ pending: choice(yesNo) }),
  }),
  goodwillConfirm: endpoint({
    method: 'POST',
    path: `${path}/goodwillConfirm`,
    proof: 'money',
    allow: 'refundOrder:goodwill',
    idempotent: true,
    input: { chargingOrderNo, agree: choice(yesNo) },
    output: words(),
  }),
};
