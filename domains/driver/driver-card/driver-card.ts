import { choice, count, id, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverPath, visitCall } from '../driver-path.ts';
import { payWay } from '../driver-order/driver-order.ts';
import type { DriverPayWay } from '../gun-view/gun-view.ts';
import type { DriverRechargeMade } from '../phone-account/phone-account.ts';

/** What a privilege card takes off. Money in minor units, energy in Wh, instants ISO 8601. */
export interface DriverCardTerms {
  readonly names: { readonly zh_CN: string; readonly zh_TW: string; readonly en_US: string };
  readonly currency: string;
  readonly digits: number;
  /** The percent that remains to be paid. */
  readonly payPercent: number;
  /** The fees that it covers; empty: all. */
  readonly fees: readonly ('energy' | 'service' | 'other')[];
  /** Where it holds; empty: at all stations. */
  readonly places: readonly string[];
  readonly withVip: boolean;
  readonly withCoupon: boolean;
  /** Of a charge, of a day, in all; null: without a limit. */
  readonly orderWh: number | null;
  readonly dayWh: number | null;
  readonly quotaWh: number | null;
  readonly dayTimes: number | null;
  readonly timesLimit: number | null;
}

export interface DriverOfferedCard extends DriverCardTerms {
  readonly cardId: string;
  readonly priceCents: number;
  /** The rest of the day on which it begins, and so many days. */
  readonly validDays: number;
  /** Null without a limit. */
  readonly left: number | null;
  /** `taken`: this driver has as many as one may have. `vip`: it is for a higher VIP level. */
  readonly state: 'open' | 'taken' | 'gone' | 'vip';
}

export interface DriverOwnCard extends DriverCardTerms {
  readonly holdId: string;
  readonly from: string;
  readonly until: string;
  readonly state: 'waiting' | 'active' | 'usedUp' | 'expired' | 'ended';
  readonly timesUsed: number;
  readonly usedWh: number;
  readonly savedCents: number;
}

export interface DriverCards {
  readonly offered: readonly DriverOfferedCard[];
  readonly own: readonly DriverOwnCard[];
  /** What the wallet can pay, in the currency of the account. */
  readonly availableCents: number;
  /** How a card can be paid where the wallet cannot. */
  readonly ways: readonly DriverPayWay[];
}

const me = `${driverPath}/me/cards`;
const PRICE_MAX = 100_000_000;

export const driverCardApi = {
  /** The cards that the tenant of the account sells, and those of the account. */
  cards: endpoint({ ...visitCall, method: 'GET', path: me, input: {}, output: opaque<DriverCards>() }),
  /** Buys a card from the wallet for the price that was shown. A repeat of the press gets the same one. */
  buy: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    publicStatus: 201,
    path: me,
    input: { cardId: id(), priceCents: count({ min: 1, max: PRICE_MAX }) },
    output: opaque<{ readonly holdId: string; readonly until: string }>(),
  }),
  /**
   * Pays for a card by a provider. The money goes into the wallet and buys the card at once; `readRecharge` says what became of both. What cannot be sold
   * any more then stays in the wallet.
   */
  pay: endpoint({
    ...visitCall,
    method: 'POST',
    idempotent: true,
    publicStatus: 201,
    path: `${me}/payments`,
    input: { cardId: id(), priceCents: count({ min: 1, max: PRICE_MAX }), pay: choice(payWay), openId: optional(text({ min: 1, max: 128 })) },
    output: opaque<DriverRechargeMade>(),
  }),
};
