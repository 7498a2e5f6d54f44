import { count, decimal, id, instant, optional, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { openCall, openPath } from './open-path.ts';

/** Whether a gun can be used: `busy` by somebody else, `left` plugged after a charge. */
export type PartnerGunUse = 'idle' | 'plugged' | 'busy' | 'left' | 'outOfService';

export interface PartnerStation {
  readonly stationId: string;
  readonly name: string;
  readonly address: string | null;
  /** Degrees with up to six decimals; null: not known. */
  readonly longitude: number | null;
  readonly latitude: number | null;
  /** IANA. */
  readonly zone: string;
  readonly hours: string | null;
  readonly tel: string | null;
  readonly currency: string;
  readonly isOpen: boolean;
  readonly gunCount: number;
}

export interface PartnerGun {
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly pileName: string;
  readonly current: 'AC' | 'DC';
  readonly powerW: number;
  readonly use: PartnerGunUse;
  /** The work state of the gun, 0 to 9. */
  readonly gunWorkStat: number;
  /** The work state of its pile, 0 to 7. */
  readonly cpWorkStat: number;
  readonly isPlugged: boolean;
  readonly isOnline: boolean;
}

/** Prices in 0.00001 of the currency unit, taxes included. */
export interface PartnerPrice {
  readonly energyE5: number;
  readonly serviceE5: number;
  readonly otherE5: number;
  /** Of a kWh. */
  readonly totalE5: number;
  /** Fees by time, for an hour; 0: none. */
  readonly hourE5: number;
}

export interface PartnerPriceStage extends PartnerPrice {
  readonly from: string;
  readonly to: string;
}

export interface PartnerPrices {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly currency: string;
  /** Digits after the point in amounts of this currency. */
  readonly digits: number;
  /** From now on for 24 hours, without gaps. */
  readonly stages: readonly PartnerPriceStage[];
}

/** Minor units. The four fees make the total. */
export interface PartnerBill {
  readonly totalCents: number;
  readonly energyCents: number;
  readonly serviceCents: number;
  readonly other1Cents: number;
  readonly other2Cents: number;
  readonly discountCents: number;
  readonly billedAt: string;
}

/** A charge, as calls and webhooks tell it. Instants are ISO 8601 with `Z`. */
export interface PartnerOrder {
  /** As the partner named it. */
  readonly requestId: string;
  readonly chargingOrderNo: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  /** 6 starting, 2 charging, 3 ended, 4 settled, 5 refunded, 9 being looked into. */
  readonly orderState: number;
  /** 0: started; another code says why not; null: not known yet. */
  readonly startResult: number | null;
  readonly stopReason: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly startSoc: number | null;
  readonly stopSoc: number | null;
  readonly energyWh: number;
  readonly currency: string;
  /** Null before the settlement. */
  readonly bill: PartnerBill | null;
}

export interface PartnerCharge extends PartnerOrder {
  /** The newest report of the pile; null: it does not charge. */
  readonly live: {
    readonly heardAt: string;
    readonly energyWh: number;
    readonly soc: number | null;
    readonly powerW: number | null;
    /** What it costs so far; the bill decides. */
    readonly runningCents: number | null;
  } | null;
  readonly isStopping: boolean;
}

export interface PartnerOrders {
  readonly records: readonly PartnerOrder[];
  /** Of the next page; null: this is the last one. */
  readonly nextPage: number | null;
}

/** The rows of a page. */
export const OPEN_PAGE_ROWS = 100;

const requestId = text({ min: 1, max: 64, pattern: { source: '^[A-Za-z0-9_-]+$', problem: 'badPileCode' } });
const cpCode = text({ min: 1, max: 32 });
const gunNumber = count({ min: 1, max: 4 });
const stationId = id();

export const openApi = {
  /** The stations of the account. */
  stations: endpoint({
    ...openCall,
    method: 'GET',
    path: `${openPath}/stations`,
    input: {},
    output: opaque<{ readonly records: readonly PartnerStation[] }>(),
  }),
  /** The guns of a station, with their states. */
  guns: endpoint({
    ...openCall,
    method: 'GET',
    path: `${openPath}/stations/:stationId/guns`,
    input: { stationId },
    output: opaque<{ readonly records: readonly PartnerGun[] }>(),
  }),
  gun: endpoint({
    ...openCall,
    method: 'GET',
    path: `${openPath}/guns/:cpCode/:gunNumber`,
    input: { cpCode, gunNumber },
    output: opaque<PartnerGun>(),
  }),
  prices: endpoint({
    ...openCall,
    method: 'GET',
    path: `${openPath}/guns/:cpCode/:gunNumber/prices`,
    input: { cpCode, gunNumber },
    output: opaque<PartnerPrices>(),
  }),
  /**
   * Begins a charge, which the customer of the account pays. The same `requestId` with the same values again is the same charge, and begins nothing.
   * Strategies: 1 until full, 2 up to an amount, 3 up to kWh, 4 up to a state of charge in percent, 5 for minutes.
   */
  start: endpoint({
    ...openCall,
    method: 'POST',
    path: `${openPath}/charges`,
    input: {
      requestId,
      cpCode,
      gunNumber,
      strategyType: optional(count({ min: 1, max: 5 })),
      strategyVal: optional(decimal({ scale: 2, min: 0, max: 1_000_000 })),
    },
    output: opaque<PartnerCharge>(),
  }),
  charge: endpoint({ ...openCall, method: 'GET', path: `${openPath}/charges/:requestId`, input: { requestId }, output: opaque<PartnerCharge>() }),
  /** Stops a charge. The command is repeated until the pile obeys; a repeated call is harmless. */
  stop: endpoint({ ...openCall, method: 'POST', path: `${openPath}/charges/:requestId/stop`, input: { requestId }, output: opaque<PartnerCharge>() }),
  /** The charges of the account that began in a period of 31 days at most, the oldest first. */
  orders: endpoint({
    ...openCall,
    method: 'GET',
    path: `${openPath}/orders`,
    input: { from: instant(), to: instant(), page: optional(count({ min: 1, max: 10_000 })) },
    output: opaque<PartnerOrders>(),
  }),
};
