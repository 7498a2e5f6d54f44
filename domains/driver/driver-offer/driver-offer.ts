import { count, id, optional } from '#kit/fields/field.ts';
import { endpoint, file, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath, visitCall } from '../driver-path.ts';
import { gunNo, labelText } from '../gun-view/gun-view.ts';

/** What a coupon takes off. Money in minor units, instants ISO 8601. */
export interface DriverCouponTerms {
  readonly name: string;
  readonly currency: string;
  readonly digits: number;
  /** An amount off; null for a percent. */
  readonly amountCents: number | null;
  /** The percent that remains to be paid; null for an amount. */
  readonly payPercent: number | null;
  /** For a percent: the most that it takes off. */
  readonly maxCreditCents: number | null;
  /** What it covers has to cost this much. */
  readonly fromCents: number;
  /** It comes on top of a VIP discount. */
  readonly withVip: boolean;
  /** It is used when the charge is paid in advance; otherwise when it is settled. */
  readonly isForPrepayment: boolean;
}

export interface DriverOfferedCoupon extends DriverCouponTerms {
  readonly couponId: string;
  readonly useUntil: string;
  /** Null without a limit. */
  readonly left: number | null;
  /** `taken`: this driver has as many as one may have. */
  readonly state: 'open' | 'taken' | 'closed';
}

export interface DriverActivity {
  readonly activityId: string;
  readonly title: string;
  readonly subtitle: string | null;
  /** Lines of plain text. */
  readonly rules: readonly string[];
  readonly hasPicture: boolean;
  readonly until: string;
  readonly coupons: readonly DriverOfferedCoupon[];
}

export interface DriverOwnCoupon extends DriverCouponTerms {
  readonly receiveId: string;
  readonly from: string;
  readonly until: string;
  readonly state: 'usable' | 'reserved' | 'used' | 'expired' | 'void';
}

/** A coupon that an order at the gun of the visit may use. */
export interface DriverCouponChoice extends DriverCouponTerms {
  readonly receiveId: string;
  readonly until: string;
  /** What it takes off an order of the amount; 0: it takes nothing off. */
  readonly creditCents: number;
  readonly isBest: boolean;
}

const driverAmount = count({ min: 1, max: 200_000 });
const me = `${driverPath}/me/coupons`;

export const driverOfferApi = {
  /** The activities of the station of a gun, for anybody; a driver who has signed in sees what is already received. */
  activities: endpoint({
    ...driverCall,
    bearer: true,
    method: 'GET',
    path: `${driverPath}/guns/:label/:gun/activities`,
    input: { label: labelText, gun: gunNo },
    output: opaque<{ readonly activities: readonly DriverActivity[] }>(),
  }),
  /** The picture of an activity that is shown. */
  picture: endpoint({
    ...driverCall,
    method: 'GET',
    path: `${driverPath}/activities/:activityId/picture`,
    input: { activityId: id() },
    output: file(),
  }),
  /** The coupons of the account. */
  own: endpoint({ ...visitCall, method: 'GET', path: me, input: {}, output: opaque<{ readonly coupons: readonly DriverOwnCoupon[] }>() }),
  /** Receives a coupon. A repeat of the press gets the same one. */
  receive: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    publicStatus: 201,
    path: me,
    input: { couponId: id() },
    output: opaque<{ readonly receiveId: string; readonly until: string }>(),
  }),
  /** What an order at the gun of the visit may use, the best first. */
  choices: endpoint({
    ...visitCall,
    method: 'GET',
    path: `${me}/choices`,
    input: { amountCents: driverAmount, prepaid: optional(count({ max: 1 })) },
    output: opaque<{ readonly choices: readonly DriverCouponChoice[] }>(),
  }),
};
