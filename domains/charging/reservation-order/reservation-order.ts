import { INTERVALS_MAX, MINUTES_MAX } from '#engines/reservation/occupancy.ts';
import { choice, count, given, id, instant, list, money, optional, ref, text, zone } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowOf, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { pileCode, reservationInterval } from '#domains/network/resources.ts';
import { orderState } from '../order/order.codes.ts';
import { reservationState } from '../order/reservation.codes.ts';

/** A gun kept for somebody. People read it, make it and cancel it; the rest follows from its charging order. */
export const reservationOrder = resource({
  name: 'reservationOrder',
  holds: 'money',
  path: '/order/sseReservationOrder',
  table: 'reservation_order',
  view: 'reservation_order_view',
  key: 'croId',
  title: 'reservationOrderNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    croId: given(id()),
    reservationOrderNo: given(text({ max: 32, filter: 'equals' })),
    state: given(choice(reservationState, { filter: 'equals' })),
    tenantId: given(ref('tenant', { filter: 'equals' })),
    agentId: given(ref('agent', { filter: 'equals' })),
    stationId: given(ref('station', { filter: 'equals' })),
    cpCode: given(text({ max: 16, filter: 'equals' })),
    gunNum: given(count({ min: 1, max: 4 })),
    mainPartType: given(optional(choice(mainPartType))),
    mainPartId: given(optional(id())),
    custId: given(optional(ref('customer', { filter: 'equals' }))),
    custName: given(optional(text({ max: 60 }))),
    userName: given(optional(text({ max: 60 }))),
    userMobile: given(optional(personal(text({ max: 20 }), { kind: 'phone' }))),
    icCardNo: given(optional(text({ max: 32 }))),
    carNum: given(optional(text({ max: 20 }))),
    carVin: given(optional(text({ max: 17 }))),
    crcId: given(ref('reservationConf', { filter: 'equals' })),
    details: given(list(reservationInterval, { max: INTERVALS_MAX })),
    startTime: given(instant()),
    expireTime: given(instant()),
    endTime: given(optional(instant())),
    /** Whole minutes the gun was kept, and what they cost; null while it still is. */
    occupyMinutes: given(optional(count({ unit: 'min' }))),
    occupyAmount: given(optional(money())),
    /** The part of it that the wallet lacked and the party owes. */
    shortfallAmount: given(money()),
    currency: given(text({ max: 3 })),
    chargingOrderId: given(id()),
    chargingOrderNo: given(text({ max: 32 })),
    orderState: given(choice(orderState)),
    prePayOrderId: given(optional(id())),
    stationTimezone: given(zone()),
  },
});

/** What a pile offers to whoever wants to reserve one of its guns. */
export interface Offer {
  readonly tenantId: string;
  readonly canBeReservation: boolean;
  /** Null: the pile follows no terms. */
  readonly terms: {
    readonly crcName: string;
    readonly isEnabled: boolean;
    readonly details: readonly OfferedInterval[];
    readonly maxMinutes: number;
  } | null;
  readonly currency: string;
  readonly guns: readonly { readonly gunNumber: number; readonly gunWorkStat: number }[];
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
  /** Keeps a gun for somebody from now on; they charge until full when they come. */
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
      minutes: count({ min: 1, max: MINUTES_MAX, unit: 'min' }),
    },
    output: rowOf({ croId: id(), reservationOrderNo: text({ max: 32 }), chargingOrderId: id(), chargingOrderNo: text({ max: 32 }) }),
  }),
  /** Asks for no fresh proof: it frees what was held. */
  cancel: endpoint({ method: 'POST', path: `${path}/cancel`, allow: 'reservationOrder:cancel', input: { id: id() }, output: words() }),
};
