import { choice, count, decimal, given, id, instant, json, money, optional, ref, text, zone } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { stopReason } from '#domains/network/resources.ts';
import { abnormalReason, invoicingStatus, orderState, settleMethod } from './order.codes.ts';
import { chargingStrategyType, orderType, startResult, startSource } from '#domains/device/resources.ts';
import { yesNo } from '#domains/system/resources.ts';

const energy = (options: Pick<Field, 'query'> = {}) => given(decimal({ scale: 4, unit: 'kWh', ...options }));
const amount = (options: Pick<Field, 'query'> = {}) => given(money(options));
const soc = () => given(optional(count({ max: 100, unit: '%', query: true })));

/**
 * A charging order. Its row is what its facts add up to: people read it, and change it only through the verbs beside this file.
 * Lists are kept in the order of their creation and filtered by what has an index (0081_charging_order.sql); an advanced query may ask
 * for more beside it.
 */
export const chargingOrder = resource({
  name: 'chargingOrder',
  holds: 'money',
  path: '/order/sseChargingOrder',
  table: 'charging_order',
  view: 'charging_order_view',
  key: 'chargingOrderId',
  title: 'chargingOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  fields: {
    chargingOrderId: given(id()),
    chargingOrderNo: given(text({ max: 32, filter: 'equals' })),
    tenantId: given(ref('tenant', { filter: 'equals' })),
    agentId: given(ref('agent', { filter: 'equals' })),
    stationId: given(ref('station', { filter: 'equals' })),
    cpCode: given(text({ max: 16, filter: 'equals' })),
    gunNumber: given(count({ min: 1, max: 4, query: true })),
    orderState: given(choice(orderState, { filter: 'equals' })),
    abnormalReason: given(optional(choice(abnormalReason, { filter: 'equals' }))),
    orderCategory: given(choice(orderType, { filter: 'equals' })),
    mainPartType: given(optional(choice(mainPartType, { filter: 'equals' }))),
    mainPartId: given(optional(id())),
    custId: given(optional(ref('customer', { filter: 'equals' }))),
    custName: given(optional(text({ max: 60 }))),
    userName: given(optional(text({ max: 60 }))),
    userMobile: given(optional(personal(text({ max: 20, filter: 'equals' }), { kind: 'phone' }))),
    icCardId: given(optional(id())),
    icCardNo: given(optional(text({ max: 32, filter: 'equals' }))),
    carVin: given(optional(text({ max: 17, filter: 'equals' }))),
    carNum: given(optional(text({ max: 20, filter: 'equals' }))),
    startSource: given(choice(startSource, { filter: 'equals' })),
    startResult: given(optional(choice(startResult))),
    stopReason: given(optional(choice(stopReason, { query: true }))),
    chargingStrategyType: given(choice(chargingStrategyType)),
    /** In the strategy's own unit: an amount, kWh, percent, minutes. */
    chargingStrategyVal: given(decimal({ scale: 2 })),
    startTime: given(optional(instant({ query: true }))),
    stopTime: given(optional(instant({ query: true }))),
    startSoc: soc(),
    /** At the end, or as last reported while it charges. */
    stopSoc: soc(),
    startMeter: given(optional(decimal({ scale: 4, unit: 'kWh' }))),
    stopMeter: given(optional(decimal({ scale: 4, unit: 'kWh' }))),
    /** Of a running order: what it has taken so far. */
    chargingElec: energy({ query: true }),
    chargingElecTip: energy(),
    chargingElecPeak: energy(),
    chargingElecFlat: energy(),
    chargingElecValley: energy(),
    /** The 48 local half hours, `elec01` to `elec48`, in 0.1 Wh. */
    chargingElecJson: given(optional(json<Readonly<Record<string, number>>>())),
    /** orderAmount = billingAmount + tariffOffer + vipOffer + couponCreditAmount + overrunAmount. */
    orderAmount: amount({ query: true }),
    /** The four fees add up to billingAmount. */
    elecAmount: amount(),
    srvAmount: amount(),
    other1Amount: amount(),
    other2Amount: amount(),
    tipAmount: amount(),
    peakAmount: amount(),
    flatAmount: amount(),
    valleyAmount: amount(),
    tariffOffer: amount(),
    vipOffer: amount(),
    couponCreditAmount: amount(),
    /** Above the strategy's amount; the operator bears it. */
    overrunAmount: amount(),
    billingAmount: amount({ query: true }),
    /** A difference of a later record waits for an operator. */
    adjustWaits: given(choice(yesNo, { filter: 'equals' })),
    /** What the wallet could not pay. */
    shortfallAmount: amount({ query: true }),
    billingTime: given(optional(instant({ query: true }))),
    settleMethod: given(optional(choice(settleMethod, { filter: 'equals' }))),
    currency: given(text({ max: 3 })),
    vipLevelName: given(optional(text({ max: 60 }))),
    rateRuleId: given(optional(ref('rateRule'))),
    reservationId: given(optional(id())),
    prePayOrderId: given(optional(id())),
    invoicingStatus: given(choice(invoicingStatus)),
    isDelete: given(choice(yesNo)),
    stationTimezone: given(zone()),
  },
});
