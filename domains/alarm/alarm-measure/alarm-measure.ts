import { count, id, optional, zone } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import type { AlarmLoad } from '#engines/alarm/load.ts';

/** How far the measures look back, in days. */
export const MEASURE_DAYS_MAX = 92;

/** Times in seconds; null where there was nothing to measure. */
export interface MeasuredTimes {
  readonly count: number;
  readonly meanS: number | null;
  readonly medianS: number | null;
  readonly p90S: number | null;
}

/** A gun and how long it could not be used. */
export interface GunAvailability {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly stationName: string;
  /** 0 to 1. */
  readonly strict: number;
  readonly adjusted: number;
  readonly outageS: number;
}

/** Shares from 0 to 1. Outages are the offline times and faults that the configuration of exceptions calls outages, as a union for each gun. */
export interface Availability {
  readonly guns: number;
  /** The mean of the guns, with every outage. */
  readonly strict: number | null;
  /** The same without the outages during planned maintenance (23 CFR 680.116). */
  readonly adjusted: number | null;
  /** The adjusted one, weighted with the rated power of the piles. */
  readonly byPower: number | null;
  readonly outageS: number;
  /** The part of the outages during maintenance. */
  readonly excludedS: number;
  /** In-service hours for each outage; null without one. */
  readonly hoursBetween: number | null;
  /** Those with the longest outages outside of maintenance. */
  readonly worst: readonly GunAvailability[];
}

export interface AlarmMeasures {
  /** ISO instants. */
  readonly from: string;
  readonly until: string;
  /** From the first message that was accepted, or without one from the beginning, to the acknowledgement. */
  readonly ack: MeasuredTimes;
  /** From the beginning to the end of outages. */
  readonly repair: MeasuredTimes;
  readonly selfEnded: number;
  readonly load: AlarmLoad;
  /** Alarms by hour or day, ISO instants. */
  readonly bars: readonly { readonly at: string; readonly count: number }[];
  /** The most frequent codes, with their share of all alarms. */
  readonly top: readonly { readonly type: number; readonly code: number; readonly count: number; readonly share: number }[];
  /** Null for viewers who may not see the warnings. `p95S`: from the writing of a first warning to its acceptance. */
  readonly delivery: { readonly accepted: number; readonly dead: number; readonly p95S: number | null } | null;
  readonly availability: Availability;
}

export const alarmMeasureApi = {
  /** How the exceptions of the viewer's scope, or of one station, were handled in the last days. Alarms are exceptions above the lowest level that are not part of an incident, and incidents. */
  measures: endpoint({
    method: 'GET',
    path: '/alarm/measures',
    allow: 'exceptionRecord:list',
    input: { days: count({ min: 1, max: MEASURE_DAYS_MAX }), stationId: optional(id()), timezone: zone() },
    output: opaque<AlarmMeasures>(),
  }),
};
