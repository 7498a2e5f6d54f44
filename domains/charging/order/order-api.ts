import { choice, count, decimal, readOnly, id, instant, list as listOf, longText, money, optional, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowOf, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { pileCode } from '#domains/network/resources.ts';
import type { BillingDetail } from './billing-detail.ts';
import { abnormalReason } from './order.codes.ts';
import { chargingStrategyType } from '#domains/device/resources.ts';
import type { BmsCourse } from '#domains/device/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import type { LogEntry, OrderDetail, RawEndRecord } from './order-detail.ts';
import { chargingOrder } from './order.ts';

const { path } = chargingOrder;
const { list, queryById, exportXls, delete: remove } = crud(chargingOrder);

const orderNo = text({ min: 1, max: 32 });
const reason = optional(longText({ max: 255 }));
const digest = text({ min: 1, max: 64 });
/** 1: what is requested is stored for a second person to confirm, if the rules require one. */
const askSecond = optional(choice(yesNo));
const pending = rowOf({ pending: choice(yesNo) });
const energy = () => readOnly(decimal({ scale: 4, unit: 'kWh' }));
const sum = () => readOnly(optional(money()));

/** Amounts of one currency. */
const currencyTotals = { currency: text({ max: 3 }), orderAllAmount: money(), billingAllAmount: money(), offerAllAmount: money() };
const CURRENCIES_MAX = 200;

/** Totals of the rows a list shows. Amounts are null if the rows have several currencies; `byCurrency` has them separately. */
export const consumeTotals = {
  orderCount: readOnly(count()),
  /** Null if there are several. */
  currency: readOnly(optional(text({ max: 3 }))),
  /** orderAllAmount = billingAllAmount + offerAllAmount. */
  orderAllAmount: sum(),
  billingAllAmount: sum(),
  /** Everything that was deducted: discounts of tariff, VIP and coupon, and what exceeded a strategy's amount. */
  offerAllAmount: sum(),
  byCurrency: readOnly(listOf(currencyTotals, { max: CURRENCIES_MAX })),
  totalElec: energy(),
  totalElecTip: energy(),
  totalElecPeak: energy(),
  totalElecFlat: energy(),
  totalElecValley: energy(),
};

export const chargingOrderApi = {
  list,
  queryById,
  ...personalApi(chargingOrder),
  exportXls,
  /** The totals of the rows that the list's own filter selects. */
  dealConsume: endpoint({
    method: 'GET',
    path: `${path}/dealConsume`,
    allow: 'chargingOrder:list',
    input: {},
    listOf: chargingOrder,
    sums: {
      orderAllAmount: ['orderAmount'],
      billingAllAmount: ['billingAmount'],
      offerAllAmount: ['orderAmount', 'billingAmount'],
      totalElec: ['chargingElec'],
      totalElecTip: ['chargingElecTip'],
      totalElecPeak: ['chargingElecPeak'],
      totalElecFlat: ['chargingElecFlat'],
      totalElecValley: ['chargingElecValley'],
    },
    output: rowOf(consumeTotals),
  }),
  detail: endpoint({ method: 'GET', path: `${path}/detail`, allow: 'chargingOrder:list', input: { id: id() }, output: opaque<OrderDetail>() }),
  /** What the car's battery reported during the charge. */
  bmsReports: endpoint({
    method: 'GET',
    path: `${path}/bmsReports`,
    allow: 'chargingOrder:list',
    input: { id: id() },
    output: opaque<BmsCourse>(),
  }),
  billingDetail: endpoint({
    method: 'GET',
    path: `${path}/billingDetail`,
    allow: 'chargingOrder:list',
    input: { id: id() },
    output: opaque<BillingDetail>(),
  }),
  orderLog: endpoint({
    method: 'GET',
    path: `${path}/orderLog`,
    allow: 'chargingOrder:log',
    input: { id: id() },
    output: opaque<readonly LogEntry[]>(),
  }),
  endRecords: endpoint({
    method: 'GET',
    path: `${path}/endRecords`,
    allow: 'chargingOrder:log',
    input: { id: id() },
    output: opaque<readonly RawEndRecord[]>(),
  }),
  manualEnd: endpoint({
    method: 'POST',
    path: `${path}/manualEnd`,
    proof: 'money',
    allow: 'chargingOrder:manualEnd',
    idempotent: true,
    bulk: { row: 'chargingOrderNo', shared: ['reason', 'askSecond'] },
    input: { chargingOrderNo: orderNo, reason, askSecond },
    output: pending,
  }),
  manualEndConfirm: endpoint({
    method: 'POST',
    path: `${path}/manualEndConfirm`,
    proof: 'money',
    allow: 'chargingOrder:manualEnd',
    idempotent: true,
    input: { chargingOrderNo: orderNo, agree: choice(yesNo) },
    output: words(),
  }),
  /** Four fees and their total, in the order's currency. */
  manualSettle: endpoint({
    method: 'POST',
    path: `${path}/manualSettle`,
    proof: 'money',
    allow: 'chargingOrder:manualSettle',
    idempotent: true,
    input: {
      chargingOrderNo: orderNo,
      elecAmount: money(),
      srvAmount: money(),
      other1Amount: money(),
      other2Amount: money(),
      orderAmount: money(),
      reason,
      askSecond,
    },
    output: pending,
  }),
  manualSettleConfirm: endpoint({
    method: 'POST',
    path: `${path}/manualSettleConfirm`,
    proof: 'money',
    allow: 'chargingOrder:manualSettle',
    idempotent: true,
    input: { chargingOrderNo: orderNo, agree: choice(yesNo) },
    output: words(),
  }),
  clearFlag: endpoint({
    method: 'POST',
    path: `${path}/clearFlag`,
    allow: 'chargingOrder:clearFlag',
    input: { chargingOrderNo: orderNo, abnormalReason: choice(abnormalReason), reason },
    output: words(),
  }),
  assignParty: endpoint({
    method: 'POST',
    path: `${path}/assignParty`,
    proof: 'money',
    allow: 'chargingOrder:assignParty',
    idempotent: true,
    input: { chargingOrderNo: orderNo, mainPartType: choice(mainPartType), mainPartId: id(), reason },
    output: words(),
  }),
  /**
   * Decides on the difference that a late or adopted record makes of a settled order. `digest` is the record that the operator saw; if another one
   * counts by now, the call is refused. `book` 0: the books stay as they are.
   */
  adjust: endpoint({
    method: 'POST',
    path: `${path}/adjust`,
    proof: 'money',
    allow: 'chargingOrder:adjust',
    idempotent: true,
    input: { chargingOrderNo: orderNo, digest, book: choice(yesNo), reason },
    output: words(),
  }),
  /** Makes another of the order's end records count. A settled order then owes an adjustment. */
  adoptRecord: endpoint({
    method: 'POST',
    path: `${path}/adoptRecord`,
    proof: 'money',
    allow: 'chargingOrder:adoptRecord',
    idempotent: true,
    input: { chargingOrderNo: orderNo, digest, reason },
    output: words(),
  }),
  delete: remove,
  /** `chargingStrategyVal` is in the strategy's own unit; `untilTime` is for the strategy that ends at a time. */
  remoteStart: endpoint({
    method: 'POST',
    path: `${path}/remoteStart`,
    proof: 'remote',
    allow: 'chargingOrder:start',
    idempotent: true,
    input: {
      cpCode: pileCode,
      gunNumber: count(),
      mainPartType: choice(mainPartType),
      mainPartId: id(),
      chargingStrategyType: choice(chargingStrategyType),
      chargingStrategyVal: optional(decimal({ scale: 2, max: 1_000_000 })),
      untilTime: optional(instant()),
      /** The rate rule whose prices the operator saw; if another one applies by now, the start is refused. */
      rateRuleNo: optional(text({ max: 16 })),
    },
    output: rowOf({ chargingOrderId: id(), chargingOrderNo: text({ max: 32 }) }),
  }),
  /** Requires no fresh proof of identity: a stop is always safe, and may be urgent. */
  remoteStop: endpoint({
    method: 'POST',
    path: `${path}/remoteStop`,
    allow: 'chargingOrder:stop',
    bulk: { row: 'chargingOrderNo', shared: [] },
    input: { chargingOrderNo: orderNo },
    output: words(),
  }),
  /** Stops whatever a gun charges, even if its order is unknown. */
  stopGun: endpoint({
    method: 'POST',
    path: `${path}/stopGun`,
    allow: 'chargingOrder:stop',
    input: { cpCode: pileCode, gunNumber: count() },
    output: words(),
  }),
  cancelReservation: endpoint({
    method: 'POST',
    path: `${path}/cancelReservation`,
    allow: 'chargingOrder:cancelReservation',
    input: { chargingOrderNo: orderNo },
    output: words(),
  }),
};
