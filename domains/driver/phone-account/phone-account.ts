import { choice, count, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverPath, visitCall } from '../driver-path.ts';
import { payWay } from '../driver-order/driver-order.ts';
import type { DriverClientAction } from '../driver-order/driver-order.ts';
import type { DriverPayWay } from '../gun-view/gun-view.ts';

/** An order in the list of its driver. Money in minor units, instants ISO 8601. */
export interface DriverAccountOrder {
  readonly orderNo: string;
  readonly madeAt: string;
  readonly stationName: string;
  readonly zone: string;
  readonly pileNo: string;
  readonly gunNo: number;
  readonly currency: string;
  readonly digits: number;
  readonly energyWh: number;
  /** What it cost; null until it is settled. */
  readonly totalCents: number | null;
  /** What a provider has received for it; 0 for one that the wallet pays. */
  readonly paidCents: number;
  /** `notPaid`: nobody has paid in time. */
  readonly state: 'open' | 'over' | 'notPaid';
}

export interface DriverAccountOrders {
  readonly orders: readonly DriverAccountOrder[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** A booking of the wallet; its kinds are those of the ledger (`recharge`, `settle`, `refund_req`, …). */
export interface DriverWalletEntry {
  readonly at: string;
  readonly kind: string;
  /** Negative where it left the wallet. */
  readonly amountCents: number;
  readonly afterCents: number;
  /** The part of a recharge that paid earlier debts. */
  readonly debtPaidCents: number;
  /** The order of this account that it is about. */
  readonly orderNo: string | null;
  readonly energyWh: number | null;
}

/** Money on its way from the wallet back to where it came from. */
export interface DriverWalletRefund {
  readonly refundNo: string;
  readonly at: string;
  readonly amountCents: number;
  readonly state: 'underway' | 'succeeded' | 'stuck';
}

export interface DriverWallet {
  /** Only the ends of the number. */
  readonly phone: string;
  readonly currency: string;
  readonly digits: number;
  readonly balanceCents: number;
  /** Set aside for running charges. */
  readonly heldCents: number;
  readonly availableCents: number;
  readonly owedCents: number;
  /** What can go back to where it came from, now. */
  readonly refundableCents: number;
  /** The newest first, ten at most. */
  readonly refunds: readonly DriverWalletRefund[];
  /** What can be paid in, and how. */
  readonly recharge: { readonly amountsCents: readonly number[]; readonly ways: readonly DriverPayWay[] };
  /** The newest first. */
  readonly entries: readonly DriverWalletEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** A payment into the wallet. */
export interface DriverRechargeMade {
  readonly rechargeNo: string;
  readonly payBy: string;
  readonly clientAction: DriverClientAction;
}

export interface DriverRecharge {
  readonly rechargeNo: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly digits: number;
  readonly payBy: string;
  /** `review`: what was paid is not what was asked for, and a person decides. */
  readonly state: 'open' | 'paid' | 'closed' | 'review';
  /** What became of the privilege card that it was to buy, which `refused` leaves the money in the wallet; null of a payment for the wallet alone. */
  readonly card: 'open' | 'bought' | 'refused' | null;
}

const page = optional(count({ min: 1, max: 10_000 }));
const rechargeNo = text({ min: 1, max: 24 });
const path = `${driverPath}/me`;
const press = { ...visitCall, method: 'POST', idempotent: true } as const;

export const phoneAccountApi = {
  /** The orders of the account, the newest first, twenty a page. */
  orders: endpoint({ ...visitCall, method: 'GET', path: `${path}/orders`, input: { page }, output: opaque<DriverAccountOrders>() }),
  /** Lets this phone see and control an order of the account; it gets a visit if it has none. */
  open: endpoint({
    ...visitCall,
    method: 'POST',
    path: `${path}/orders/:orderNo/open`,
    input: { orderNo: text({ min: 1, max: 40 }) },
    output: opaque<{ readonly orderNo: string; readonly visit: string | null; readonly expiresAt: string }>(),
  }),
  /** The balance, and the bookings, the newest first, twenty a page. */
  wallet: endpoint({ ...visitCall, method: 'GET', path: `${path}/wallet`, input: { page }, output: opaque<DriverWallet>() }),
  /** Pays into the wallet. The money is there once the provider has said that it was paid, also when that comes late. */
  recharge: endpoint({
    ...press,
    publicStatus: 201,
    path: `${path}/recharges`,
    input: { amountCents: count({ min: 1, max: 200_000 }), pay: choice(payWay), openId: optional(text({ min: 1, max: 128 })) },
    output: opaque<DriverRechargeMade>(),
  }),
  /** How far a payment is; while it is open, the provider is asked. */
  readRecharge: endpoint({
    ...visitCall,
    method: 'GET',
    path: `${path}/recharges/:rechargeNo`,
    input: { rechargeNo },
    output: opaque<DriverRecharge>(),
  }),
  /** Sends money of the wallet back to where it came from, the newest payments first. 409 `driver.refundTooMuch` above `refundableCents`. */
  refund: endpoint({
    ...press,
    publicStatus: 202,
    path: `${path}/refunds`,
    input: { amountCents: count({ min: 1, max: 2_000_000_000 }) },
    output: opaque<{ readonly refundNos: readonly string[] }>(),
  }),
};
