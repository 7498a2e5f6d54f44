import { choice, count, instant, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverPath, visitCall } from '../driver-path.ts';
import { payWay } from '../driver-order/driver-order.ts';
import type { DriverClientAction } from '../driver-order/driver-order.ts';

/** What the gun of the visit offers a driver who has signed in. Money in minor units, instants ISO 8601. */
export interface DriverReservationOffer {
  readonly pileNo: string;
  readonly gunNo: number;
  readonly zone: string;
  readonly currency: string;
  readonly digits: number;
  /** Null: this pile takes no reservations. */
  readonly terms: {
    readonly maxMinutes: number;
    /** The fee of each minute from `fromMinute` to `toMinute`, counted from the beginning. */
    readonly intervals: readonly { readonly fromMinute: number; readonly toMinute: number; readonly minuteCents: number }[];
  } | null;
  /** 0: only for now. */
  readonly aheadMaxHours: number;
  /** Charges of others end so long before a window; 0: they are not ended. */
  readonly clearMinutes: number;
  readonly taken: readonly { readonly from: string; readonly until: string }[];
}

export type DriverReservationState = 'unpaid' | 'reserved' | 'kept' | 'arrived' | 'cancelled' | 'expired' | 'notPaid';

/** A reservation as its driver sees it. */
export interface DriverReservation {
  readonly reservationNo: string;
  /** `reserved`: the window has not begun; `kept`: the gun is kept, and the fee runs. */
  readonly state: DriverReservationState;
  readonly stationName: string;
  readonly zone: string;
  readonly pileNo: string;
  readonly gunNo: number;
  readonly from: string;
  readonly until: string;
  readonly currency: string;
  readonly digits: number;
  /** Of a cancellation now, or what it cost in the end. */
  readonly feeCents: number;
  /** What was received; 0 where the wallet holds the money. */
  readonly paidCents: number;
  /** The end of the payment window; null where nothing has to be paid. */
  readonly payBy: string | null;
  /** The order of its charge, which the visit that started it may open; null before. */
  readonly orderNo: string | null;
  /** The most that the charge may cost, for which its coupon is chosen at the start. */
  readonly amountCents: number;
  readonly actions: readonly ('cancel' | 'start')[];
}

export interface DriverReservationMade {
  readonly reservation: DriverReservation;
  /** Null where the wallet holds the money. */
  readonly clientAction: DriverClientAction | null;
}

const reservationNo = text({ min: 1, max: 40 });
const path = `${driverPath}/me/reservations`;
const press = { ...visitCall, method: 'POST', idempotent: true } as const;

export const driverReservationApi = {
  /** Of the gun of the visit. */
  offer: endpoint({ ...visitCall, method: 'GET', path: `${driverPath}/reservations/offer`, input: {}, output: opaque<DriverReservationOffer>() }),
  /**
   * Reserves the gun of the visit, from `startAt` or from now on, and charges for `amountCents` at most. Without `pay` the wallet holds the money;
   * otherwise it is paid together with `feeCents`, the dearest fee, and what is not used goes back.
   */
  make: endpoint({
    ...press,
    publicStatus: 201,
    path: `${driverPath}/reservations`,
    input: {
      startAt: optional(instant()),
      minutes: count({ min: 1, max: 1_440, unit: 'min' }),
      pay: optional(choice(payWay)),
      amountCents: count({ min: 1, max: 200_000 }),
      feeCents: optional(count({ min: 0, max: 200_000 })),
      /** The payer's id in the app of the account, for `wechat_jsapi`. */
      openId: optional(text({ min: 1, max: 128 })),
    },
    output: opaque<DriverReservationMade>(),
  }),
  /** The newest first, at most fifty. */
  list: endpoint({ ...visitCall, method: 'GET', path, input: {}, output: opaque<{ readonly reservations: readonly DriverReservation[] }>() }),
  read: endpoint({ ...visitCall, method: 'GET', path: `${path}/:reservationNo`, input: { reservationNo }, output: opaque<DriverReservation>() }),
  cancel: endpoint({ ...press, path: `${path}/:reservationNo/cancel`, input: { reservationNo }, output: opaque<DriverReservation>() }),
  /** The driver has come, and has scanned the code of the reserved gun. `coupon`: the received coupon to use, or `none`. Absent: the best. */
  start: endpoint({
    ...press,
    path: `${path}/:reservationNo/start`,
    input: { reservationNo, coupon: optional(text({ min: 1, max: 20 })) },
    output: opaque<DriverReservation>(),
  }),
};
