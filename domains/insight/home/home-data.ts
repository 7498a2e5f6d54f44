import { pileType } from '#domains/network/resources.ts';
import { choice, count, id, optional } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import type { DaySpan, WireFigures } from '../figures/figures.ts';
import { statType } from './home-data.codes.ts';

/** The station of a request for all stations of the viewer: a station must be chosen, and so must all of them. */
export const ALL_STATIONS = '0';
const YEAR_MIN = 2000;
const YEAR_MAX = 2199;
/** The stations that the ranking shows. */
export const STATIONS_SHOWN = 20;
export const RANKED_DAYS_MAX = 400;

/** A figure of the chosen type: amounts in each currency by itself; energy in kWh, orders and the use of guns (0 to 1) over all currencies, with `currency` null. */
export interface HomeValue {
  readonly currency: string | null;
  readonly value: string;
}

export interface OperationalSums extends DaySpan {
  readonly period: 'today' | 'yesterday' | 'month' | 'year';
  readonly sums: readonly WireFigures[];
}

/** A day of a month or a month of a year. Periods without charges are missing. */
export type PeriodValue = HomeValue & DaySpan;

export interface HomeSeries extends DaySpan {
  readonly values: readonly PeriodValue[];
}

export interface HomeSums extends DaySpan {
  readonly values: readonly HomeValue[];
  /** Of the month or year before, and how many orders those are. */
  readonly before: DaySpan & { readonly values: readonly HomeValue[]; readonly charges: number };
  /** The energy by stage of the tariff, in kWh. Piles that report no stages add nothing to it. */
  readonly stages: StageEnergies;
}

export type StageEnergies = Readonly<Record<'tip' | 'peak' | 'flat' | 'valley', string>>;

/** The stations with the largest value of the type, in each currency by itself. */
export interface StationRanking extends DaySpan {
  readonly stations: readonly (HomeValue & { readonly stationId: string; readonly stationName: string })[];
}

/** How many there are in the viewer's scope; null where the viewer may not see their list, or where they belong to no station. */
export interface OtherData {
  readonly stations: number | null;
  readonly piles: number | null;
  readonly customers: number | null;
  readonly cards: number | null;
  /** Orders that run or wait for their settlement now. */
  readonly openOrders: number;
}

const path = '/statistics/home';
const allow = 'homeDashboard:list';
const place = { stationId: id(), cpType: optional(choice(pileType)) };
const ofType = { ...place, statType: choice(statType) };
const ofYear = { ...ofType, year: count({ min: YEAR_MIN, max: YEAR_MAX }) };
const ofMonth = { ...ofYear, month: count({ min: 1, max: 12 }) };

export const homeApi = {
  operational: endpoint({ method: 'GET', path: `${path}/operational`, allow, input: place, output: opaque<readonly OperationalSums[]>() }),
  stations: endpoint({
    method: 'GET',
    path: `${path}/station`,
    allow,
    input: { ...ofType, days: count({ min: 1, max: RANKED_DAYS_MAX, unit: 'd' }) },
    output: opaque<StationRanking>(),
  }),
  other: endpoint({ method: 'GET', path: `${path}/other`, allow, input: place, output: opaque<OtherData>() }),
  monthly: endpoint({ method: 'GET', path: `${path}/monthly`, allow, input: ofMonth, output: opaque<HomeSeries>() }),
  monthlySums: endpoint({ method: 'GET', path: `${path}/monthlySums`, allow, input: ofMonth, output: opaque<HomeSums>() }),
  yearly: endpoint({ method: 'GET', path: `${path}/yearly`, allow, input: ofYear, output: opaque<HomeSeries>() }),
  yearlySums: endpoint({ method: 'GET', path: `${path}/yearlySums`, allow, input: ofYear, output: opaque<HomeSums>() }),
};
