import { choice, count, id, instant, longText, money, optional, readOnly, ref, text, zone } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { orderState } from '../order/order.codes.ts';
import { appType, paymentProblem, payPurpose, payScene, payState, quarantineDecision, refundStat } from './prepaid-order.codes.ts';
import { payType } from '#domains/money/resources.ts';
import { yesNo } from '#domains/system/resources.ts';

/** Money that a driver paid before a charge, or for the wallet. Drivers and providers make it; people read it and give its rest back. */
export const prepaidOrder = resource({
  name: 'prepaidOrder',
  sensitivity: 'money',
  path: '/order/ssePrepaidOrder',
  table: 'prepaid_order',
  view: 'prepaid_order_view',
  key: 'prePayOrderId',
  title: 'billId',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    prePayOrderId: readOnly(id()),
    /** The number by which the provider knows the payment. */
    billId: readOnly(text({ max: 24, filter: 'equals' })),
    payState: readOnly(choice(payState, { filter: 'equals' })),
    refundStat: readOnly(choice(refundStat, { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    payPurpose: readOnly(choice(payPurpose, { filter: 'equals' })),
    /** Null of a payment for a wallet, as are station, pile and gun. */
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    stationId: readOnly(optional(ref('station', { filter: 'equals' }))),
    cpCode: readOnly(optional(text({ max: 16, filter: 'equals' }))),
    gunNumber: readOnly(optional(count({ min: 1, max: 4 }))),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    userMobile: readOnly(optional(personal(text({ max: 20, filter: 'equals' }), { kind: 'phone' }))),
    appType: readOnly(choice(appType)),
    userAppId: readOnly(optional(text({ max: 128 }))),
    orderAmount: readOnly(money()),
    /** Null while nothing was paid. */
    actualPayAmount: readOnly(optional(money())),
    payTime: readOnly(optional(instant())),
    /** What went back so far. */
    refundAmount: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    payConfId: readOnly(id()),
    payType: readOnly(choice(payType, { filter: 'equals' })),
    payScene: readOnly(choice(payScene)),
    tradeNo: readOnly(optional(text({ max: 64 }))),
    /** Of a quarantined payment: what differs from what was asked for. */
    problem: readOnly(optional(choice(paymentProblem))),
    /** Of a quarantined payment: what the provider says was paid, and what a person did about it. */
    toldAmount: readOnly(optional(money())),
    handleBy: readOnly(optional(text({ max: 60 }))),
    handleTime: readOnly(optional(instant())),
    handleRemark: readOnly(optional(longText({ max: 255 }))),
    secondBy: readOnly(optional(text({ max: 60 }))),
    askedDecision: readOnly(optional(choice(quarantineDecision))),
    askedBy: readOnly(optional(text({ max: 60 }))),
    /** The obstacle that prevented the charge. */
    startRefusal: readOnly(optional(text({ max: 40 }))),
    expireTime: readOnly(instant()),
    chargingOrderId: readOnly(optional(id())),
    chargingOrderNo: readOnly(optional(text({ max: 32 }))),
    orderState: readOnly(optional(choice(orderState))),
    stationTimezone: readOnly(zone()),
  },
});

const { path } = prepaidOrder;
const { list, queryById, exportXls } = crud(prepaidOrder);

export const prepaidOrderApi = {
  list,
  queryById,
  ...personalApi(prepaidOrder),
  exportXls,
  /** Gives money back that did not go back by itself: at most what is left, and never while the charge runs or another refund is on its way. */
  refund: endpoint({
    method: 'POST',
    path: `${path}/refund`,
    proof: 'money',
    allow: 'prepaidOrder:refund',
    idempotent: true,
    input: { id: id(), amount: money({ min: 0.01 }), reason: longText({ min: 1, max: 255 }) },
    output: words(),
  }),
  /** Decides about a quarantined payment: it goes back to the payer, or is accepted with a remark. */
  decide: endpoint({
    method: 'POST',
    path: `${path}/decide`,
    proof: 'money',
    allow: 'prepaidOrder:decide',
    idempotent: true,
    input: { id: id(), decision: choice(quarantineDecision), remark: longText({ min: 1, max: 255 }), askSecond: optional(choice(yesNo)) },
    output: rowOf({ pending: choice(yesNo) }),
  }),
  decideConfirm: endpoint({
    method: 'POST',
    path: `${path}/decideConfirm`,
    proof: 'money',
    allow: 'prepaidOrder:decide',
    idempotent: true,
    input: { id: id(), agree: choice(yesNo) },
    output: words(),
  }),
};
