import { choice, count, day, decimal, readOnly, id, instant, json, money, optional, ref, text, zone } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { pileType, stopReason } from '#domains/network/resources.ts';
import { abnormalReason, invoicingStatus, orderState, settleMethod } from './order.codes.ts';
import { chargingStrategyType, orderType, startResult, startSource } from '#domains/device/resources.ts';
import { yesNo } from '#domains/system/resources.ts';

const energy = (options: Pick<Field, 'query'> = {}) => readOnly(decimal({ scale: 4, unit: 'kWh', ...options }));
const amount = (options: Pick<Field, 'query'> = {}) => readOnly(money(options));
const soc = () => readOnly(optional(count({ max: 100, unit: '%', query: true })));

/**
 * A charging order. Its row is the sum of its facts: people read it, and change it only through the actions beside this file. Lists are sorted by
 * creation and filtered by what has an index (0081_charging_order.sql); an advanced query may filter by more.
 */
export const chargingOrder = resource({
  name: 'chargingOrder',
  sensitivity: 'money',
  path: '/order/sseChargingOrder',
  table: 'charging_order',
  view: 'charging_order_view',
  key: 'chargingOrderId',
  title: 'chargingOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  fields: {
    chargingOrderId: readOnly(id()),
    chargingOrderNo: readOnly(text({ max: 32, filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    gunNumber: readOnly(count({ min: 1, max: 4, query: true })),
    orderState: readOnly(choice(orderState, { filter: 'equals' })),
    abnormalReason: readOnly(optional(choice(abnormalReason, { filter: 'equals' }))),
    orderCategory: readOnly(choice(orderType, { filter: 'equals' })),
    mainPartType: readOnly(optional(choice(mainPartType, { filter: 'equals' }))),
    mainPartId: readOnly(optional(id())),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    custName: readOnly(optional(text({ max: 60 }))),
    userName: readOnly(optional(text({ max: 60 }))),
    userMobile: readOnly(optional(personal(text({ max: 20, filter: 'equals' }), { kind: 'phone' }))),
    icCardId: readOnly(optional(id())),
    icCardNo: readOnly(optional(text({ max: 32, filter: 'equals' }))),
    carVin: readOnly(optional(text({ max: 17, filter: 'equals' }))),
    carNum: readOnly(optional(text({ max: 20, filter: 'equals' }))),
    startSource: readOnly(choice(startSource, { filter: 'equals' })),
    startResult: readOnly(optional(choice(startResult, { query: true }))),
    stopReason: readOnly(optional(choice(stopReason, { query: true }))),
    chargingStrategyType: readOnly(choice(chargingStrategyType)),
    /** In the unit of the strategy: an amount, kWh, percent or minutes. */
    chargingStrategyVal: readOnly(decimal({ scale: 2 })),
    startTime: readOnly(optional(instant({ query: true }))),
    stopTime: readOnly(optional(instant({ query: true }))),
    startSoc: soc(),
    /** At the end, or as last reported while it charges. */
    stopSoc: soc(),
    startMeter: readOnly(optional(decimal({ scale: 4, unit: 'kWh' }))),
    stopMeter: readOnly(optional(decimal({ scale: 4, unit: 'kWh' }))),
    /** For a running order, what it has taken so far. */
    chargingElec: energy({ query: true }),
    chargingElecTip: energy(),
    chargingElecPeak: energy(),
    chargingElecFlat: energy(),
    chargingElecValley: energy(),
    /** The 48 local half hours, `elec01` to `elec48`, in 0.1 Wh. */
    chargingElecJson: readOnly(optional(json<Readonly<Record<string, number>>>())),
    /** orderAmount = billingAmount + tariffOffer + vipOffer + cardCreditAmount + couponCreditAmount + overrunAmount + pointCreditAmount. */
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
    cardCreditAmount: amount(),
    couponCreditAmount: amount(),
    /** What exceeded the amount of the strategy; the operator bears it. */
    overrunAmount: amount(),
    /** What points have paid. */
    pointCreditAmount: amount(),
    billingAmount: amount({ query: true }),
    /** 1 if the difference of a later end record waits for an operator. */
    adjustWaits: readOnly(choice(yesNo, { filter: 'equals' })),
    /** What the wallet could not pay. */
    shortfallAmount: amount({ query: true }),
    billingTime: readOnly(optional(instant({ query: true }))),
    settleMethod: readOnly(optional(choice(settleMethod, { filter: 'equals' }))),
    currency: readOnly(text({ max: 3 })),
    vipLevelName: readOnly(optional(text({ max: 60 }))),
    rateRuleId: readOnly(optional(ref('rateRule'))),
    reservationId: readOnly(optional(id())),
    prePayOrderId: readOnly(optional(id())),
    invoicingStatus: readOnly(choice(invoicingStatus)),
    isDelete: readOnly(choice(yesNo)),
    stationTimezone: readOnly(zone()),
    /** The station's day on which the charge began; statistics count the order there. */
    chargeDay: readOnly(optional(day({ filter: 'between' }))),
    /** When the pile first reported the gun as free after the charge; null where it has not, and for a charge that took no time. */
    unplugTime: readOnly(optional(instant({ query: 'inView' }))),
    /** Of the pile when the order was created. */
    cpType: readOnly(optional(choice(pileType, { query: true }))),
  },
});
