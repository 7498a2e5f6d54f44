import { INTERVALS_MAX, MINUTES_MAX } from '#engines/reservation/occupancy.ts';
import { choice, count, readOnly, id, instant, list, money, optional, ref, text, zone } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowOf, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { pileCode, reservationInterval } from '#domains/network/resources.ts';
import { orderState } from '../order/order.codes.ts';
import { reservationState, reservationToldState } from '../order/reservation.codes.ts';

/** A reserved gun. People read it, make it and cancel it; the rest follows from its charging order. */
export const reservationOrder = resource({
  name: 'reservationOrder',
  sensitivity: 'money',
  path: '/order/sseReservationOrder',
  table: 'reservation_order',
  view: 'reservation_order_view',
  key: 'croId',
  title: 'reservationOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    croId: readOnly(id()),
    reservationOrderNo: readOnly(text({ max: 32, filter: 'equals' })),
    state: readOnly(choice(reservationState, { filter: 'equals' })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    gunNum: readOnly(count({ min: 1, max: 4, filter: 'equals' })),
    mainPartType: readOnly(optional(choice(mainPartType))),
    mainPartId: readOnly(optional(id())),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    custName: readOnly(optional(text({ max: 60 }))),
    userName: readOnly(optional(text({ max: 60 }))),
    userMobile: readOnly(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    icCardNo: readOnly(optional(text({ max: 32 }))),
    carNum: readOnly(optional(text({ max: 20 }))),
    carVin: readOnly(optional(text({ max: 17 }))),
    crcId: readOnly(ref('reservationConf', { filter: 'equals' })),
    details: readOnly(list(reservationInterval, { max: INTERVALS_MAX })),
    startTime: readOnly(instant()),
    expireTime: readOnly(instant()),
    /** Since when the gun is kept: from the start of the window, or later where it was not free. */
    keptTime: readOnly(optional(instant())),
    endTime: readOnly(optional(instant())),
    toldState: readOnly(choice(reservationToldState)),
    /** What the pile said, or why it was not told. */
    toldRemark: readOnly(optional(text({ max: 200 }))),
    /** The whole minutes for which the gun was kept, and their cost; null while it is still kept. */
    occupyMinutes: readOnly(optional(count({ unit: 'min' }))),
    occupyAmount: readOnly(optional(money())),
    /** The part of the fee that the wallet lacked and the party owes. */
    shortfallAmount: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    chargingOrderId: readOnly(id()),
    chargingOrderNo: readOnly(text({ max: 32 })),
    orderState: readOnly(choice(orderState)),
    prePayOrderId: readOnly(optional(id())),
    stationTimezone: readOnly(zone()),
  },
});

/** The terms that a pile offers for reserving one of its guns. */
export interface Offer {
  readonly tenantId: string;
  readonly canBeReservation: boolean;
  /** Null if the pile follows no terms. */
  readonly terms: {
    readonly crcName: string;
    readonly isEnabled: boolean;
    readonly details: readonly OfferedInterval[];
    readonly maxMinutes: number;
  } | null;
  readonly currency: string;
  readonly timezone: string;
  /** So far ahead a window may begin. */
  readonly aheadMaxHours: number;
  /** So long before a window charges of others end; 0: they are not ended. */
  readonly clearMinutes: number;
  /** The windows that are taken, the earliest first, as instants in ISO format. */
  readonly taken: readonly { readonly gunNumber: number; readonly startTime: string; readonly expireTime: string }[];
  readonly guns: readonly { readonly gunNumber: number; readonly gunWorkStat: number }[];
}
/** What a cancellation costs now. Amounts are decimal text. */
export interface CancelOffer {
  readonly occupyMinutes: number;
  readonly feeAmount: string;
  /** What is given back: the held or paid amount less the fee. */
  readonly backAmount: string;
  readonly currency: string;
  /** What was received goes back to the payment; what was held is free again. */
  readonly isPrepaid: boolean;
}
interface OfferedInterval {
  readonly startMinute: number;
  readonly reservationDuration: number;
  /** Decimal text. */
  readonly occupyFeeUnit: string;
}

const { path } = reservationOrder;
const { list: page, queryById, exportXls } = crud(reservationOrder);

export const reservationOrderApi = {
  list: page,
  queryById,
  ...personalApi(reservationOrder),
  exportXls,
  offer: endpoint({ method: 'GET', path: `${path}/offer`, allow: 'reservationOrder:make', input: { cpCode: pileCode }, output: opaque<Offer>() }),
  /** The fee of a cancellation now, to be shown before it. */
  cancelOffer: endpoint({
    method: 'GET',
    path: `${path}/cancelOffer`,
    allow: 'reservationOrder:cancel',
    input: { id: id() },
    output: opaque<CancelOffer>(),
  }),
  /** Reserves a gun for a payer, from now on or from a later time; on arrival the payer charges until full. */
  make: endpoint({
    method: 'POST',
    path: `${path}/make`,
    proof: 'remote',
    allow: 'reservationOrder:make',
    idempotent: true,
    input: {
      cpCode: pileCode,
      gunNum: count(),
      mainPartType: choice(mainPartType),
      mainPartId: id(),
      /** Absent: now. */
      startTime: optional(instant()),
      minutes: count({ min: 1, max: MINUTES_MAX, unit: 'min' }),
    },
    output: rowOf({ croId: id(), reservationOrderNo: text({ max: 32 }), chargingOrderId: id(), chargingOrderNo: text({ max: 32 }) }),
  }),
  /** Requires no fresh proof of identity, because it only frees what was held. */
  cancel: endpoint({ method: 'POST', path: `${path}/cancel`, allow: 'reservationOrder:cancel', input: { id: id() }, output: words() }),
};
