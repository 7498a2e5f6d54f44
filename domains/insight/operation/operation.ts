import { pileType } from '#domains/network/resources.ts';
import { choice, count, day, id, optional } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import type { DaySpan, WireFigures } from '../figures/figures.ts';

/** How far the analysis looks back, in days. */
export const ANALYSIS_DAYS_MAX = 400;
/** Single orders are looked at for so many days at most. */
export const ORDER_DAYS_MAX = 31;
/** The heatmap is of eight weeks, up to the newest day that is over everywhere: hours that have not come yet would look idle. */
export const HEAT_DAYS = 56;
/** An enabled pile in contact that has not charged for so many days is dormant. */
export const DORMANT_DAYS = 7;
/** How far back the last charge of a pile is looked for. */
export const DORMANT_DAYS_MAX = 90;

export interface ChargeAnalysis {
  readonly from: string;
  readonly to: string;
  /** As many days before. */
  readonly before: { readonly from: string; readonly to: string };
  readonly sums: readonly WireFigures[];
  readonly sumsBefore: readonly WireFigures[];
  /** Each day of both spans; a day without charges is missing. */
  readonly days: readonly (WireFigures & { readonly day: string })[];
  /** Orders that run or wait for their settlement now. */
  readonly openOrders: number;
  readonly carbon: CarbonAnalysis;
}

/** kg of carbon dioxide, and the factors of the tenants in the figures. */
export interface CarbonAnalysis {
  readonly kg: number;
  readonly kgBefore: number;
  readonly factors: readonly { readonly kgPerKwh: number; readonly gridKgPerKwh: number; readonly source: string | null }[];
}

/** Shares from 0 to 1; null where there was nothing to measure. */
export interface UseAnalysis {
  readonly from: string;
  readonly to: string;
  readonly piles: number;
  readonly guns: number;
  readonly pilesInUse: number;
  readonly byTime: number | null;
  readonly byEnergy: number | null;
  /** Charges for each gun and day. */
  readonly turnover: number | null;
  /** The mean length of a charge. */
  readonly chargeS: number | null;
  readonly best: readonly PileUse[];
  readonly worst: readonly PileUse[];
  /** Enabled piles in contact that have not charged for 7 days, those that have waited longest first. */
  readonly dormant: readonly PileUse[];
  readonly dormantCount: number;
  /** The codes of the dormant piles, `DORMANT_LISTED` at most. */
  readonly dormantCodes: readonly string[];
}

/** The mean share of busy guns by weekday and hour in the last `HEAT_DAYS` days that are over. */
export interface HeatAnalysis extends DaySpan {
  /** 7 rows, Monday first, of 24; null where there were no guns. */
  readonly shares: readonly (readonly (number | null)[])[];
}

/** So many codes fit into an address. */
export const DORMANT_LISTED = 200;

/** How long charges took and cars stayed, each by the begun minute; null where there was nothing to measure. */
export interface DurationAnalysis {
  readonly spread: { readonly medianS: number; readonly p90S: number } | null;
  /** From the start of a charge until its gun was free, of charges for which that was reported. */
  readonly dwell: Dwell | null;
}

export interface Dwell {
  readonly charges: number;
  readonly meanS: number;
  readonly medianS: number;
  readonly p90S: number;
  /** The share of that time after the end of the charge. */
  readonly stayedShare: number | null;
}

export interface PileUse {
  readonly cpCode: string;
  readonly cpName: string;
  readonly stationId: string;
  readonly stationName: string;
  readonly charges: number;
  readonly energy: string;
  readonly byTime: number | null;
  readonly byEnergy: number | null;
  readonly lastDay: string | null;
}

/** The days of one weekday and hour, the newest first. */
export interface HourAnalysis {
  readonly days: readonly BusyDay[];
}

export interface BusyDay {
  readonly day: string;
  /** Guns in service. */
  readonly guns: number;
  /** How long guns charged in the hour, all together. */
  readonly busyMs: number;
  /** The same by the clocks of the stations. */
  readonly parts: readonly BusyPart[];
}

export interface BusyPart {
  readonly busyMs: number;
  /** Where its orders are found; null where no filter of their list finds exactly them. */
  readonly orders: {
    readonly timezone: string;
    /** The tenants or stations with this clock; empty where all have it. */
    readonly filter: Readonly<Partial<Record<'tenantId' | 'stationId', string>>>;
  } | null;
}

export interface StartAnalysis {
  /** ISO instants between which the orders were created. */
  readonly from: string;
  readonly until: string;
  readonly attempts: number;
  readonly visits: number;
  readonly firstTry: number;
  readonly served: number;
  /** Attempts without 0.1 kWh, by the result that the pile reported; null where it reported none. */
  readonly failures: readonly { readonly startResult: number | null; readonly count: number }[];
}

/** Orders that delivered energy and have waited for their bill for a day. */
export interface UnbilledAnalysis {
  readonly before: string;
  readonly orders: number;
  readonly energy: string;
  /** What it would cost at the mean price of the last days, by currency. */
  readonly values: readonly { readonly currency: string; readonly amount: string }[];
  /** Settled orders whose meter counted more than they were billed for. */
  readonly gap: MeterGap;
}

export interface MeterGap {
  readonly orders: number;
  /** What the meters counted more. */
  readonly energy: string;
  /** Those with the largest difference, `GAP_ORDERS_MAX` at most. */
  readonly orderNos: readonly string[];
}

/** So many orders are named. */
export const GAP_ORDERS_MAX = 50;

/** Money that was given back in the days, by currency. */
export interface RefundAnalysis {
  /** ISO instants between which it was given back. */
  readonly from: string;
  readonly until: string;
  readonly sums: readonly {
    readonly currency: string;
    readonly refunds: number;
    readonly amount: string;
    /** Of these, what was given back of billed orders. */
    readonly goodwill: string;
    /** What was billed in the days. */
    readonly billed: string;
  }[];
}

const path = '/statistics/operation';
const place = { stationId: optional(id()), cpType: optional(choice(pileType)) };
const input = { days: count({ min: 1, max: ANALYSIS_DAYS_MAX, unit: 'd' }), ...place };
const allow = 'operationAnalytics:list';
/** As there may be piles or orders. */
const AFTER_MAX = 100_000_000;
const after = count({ min: 0, max: AFTER_MAX });

export const operationApi = {
  charges: endpoint({ method: 'GET', path: `${path}/charges`, allow, input, output: opaque<ChargeAnalysis>() }),
  use: endpoint({ method: 'GET', path: `${path}/use`, allow, input, output: opaque<UseAnalysis>() }),
  durations: endpoint({
    method: 'GET',
    path: `${path}/durations`,
    allow,
    input: { ...input, days: count({ min: 1, max: ORDER_DAYS_MAX, unit: 'd' }) },
    output: opaque<DurationAnalysis>(),
  }),
  heat: endpoint({ method: 'GET', path: `${path}/heat`, allow, input: place, output: opaque<HeatAnalysis>() }),
  /** One cell of the heatmap whose last day is `to`; weekday 1 is Monday. */
  hour: endpoint({
    method: 'GET',
    path: `${path}/hour`,
    allow,
    input: { to: day(), weekday: count({ min: 1, max: 7 }), hour: count({ min: 0, max: 23 }), ...place },
    output: opaque<HourAnalysis>(),
  }),
  /** The dormant piles after the first ones, `DORMANT_LISTED` at most. */
  dormant: endpoint({
    method: 'GET',
    path: `${path}/dormant`,
    allow,
    input: { ...input, after },
    output: opaque<{ readonly codes: readonly string[] }>(),
  }),
  /** The gap again, with the names of the orders after the first ones, `GAP_ORDERS_MAX` at most. */
  gap: endpoint({ method: 'GET', path: `${path}/gap`, allow, input: { ...input, after }, output: opaque<MeterGap>() }),
  starts: endpoint({ method: 'GET', path: `${path}/starts`, allow, input, output: opaque<StartAnalysis>() }),
  refunds: endpoint({
    method: 'GET',
    path: `${path}/refunds`,
    allow,
    input: { days: input.days, stationId: input.stationId },
    output: opaque<RefundAnalysis>(),
  }),
  unbilled: endpoint({ method: 'GET', path: `${path}/unbilled`, allow, input, output: opaque<UnbilledAnalysis>() }),
};
