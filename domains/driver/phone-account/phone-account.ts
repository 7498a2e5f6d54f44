import { count, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverPath, visitCall } from '../driver-path.ts';

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
  /** The newest first. */
  readonly entries: readonly DriverWalletEntry[];
  readonly page: number;
  readonly hasMore: boolean;
}

const page = optional(count({ min: 1, max: 10_000 }));
const path = `${driverPath}/me`;

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
};
