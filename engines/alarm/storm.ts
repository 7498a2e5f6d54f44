/**
 * Which losses of piles are one incident. Pure: the caller counts the losses of each station, and this finds the narrowest scope that explains them.
 * Section 4 of the reference on alarms; `WIDE_MIN`, `DOMINANT_SHARE` and the share of an agent are ours (decision 0084).
 */

import { exceptionType } from './codes.ts';
import type { IncidentScope } from './codes.ts';
import { incidentScope } from './codes.ts';

/** Losses of a station count together for this time, and those of an agent or a whole network for the longer one. */
export const STATION_WINDOW_MS = 60_000;
export const WIDE_WINDOW_MS = 120_000;
/** So long the first loss waits for others. */
export const GATHERED_MS = 20_000;
/** Codes of pile faults that say that the pile has no usable input power. */
export const inputPowerCodes: readonly number[] = [3, 4, 5];

const STATION_MIN = 3;
const STATION_SHARE = 0.3;
const WIDE_MIN = 10;
const AGENT_SHARE = 0.3;
const NETWORK_MIN = 200;
const NETWORK_SHARE = 0.05;
/** A scope that contains so much of the losses of a wider one explains them: a stray loss elsewhere does not widen an incident. */
const DOMINANT_SHARE = 0.9;

/** Whether a condition of a pile says that the pile is lost as a whole. Only such conditions form incidents; nothing dangerous does. */
export const isLoss = (type: number, code: number): boolean =>
  type === exceptionType.offline || (type === exceptionType.pileFault && inputPowerCodes.includes(code));

/** The losses of one station. Each pile counts once. */
export interface StationLosses {
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  /** Within `STATION_WINDOW_MS`, and within `WIDE_WINDOW_MS`. */
  readonly lostLately: number;
  readonly lost: number;
  /** How long ago the first of `lost` happened. */
  readonly oldestMs: number;
  /** The piles in use of the station, and how many of those were online before the losses. */
  readonly piles: number;
  readonly online: number;
}

/** Where an incident is. `agentId` and `stationId` are null in a wider scope. */
export interface IncidentPlace {
  readonly scope: IncidentScope;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly stationId: bigint | null;
}

/** The places of the incidents that explain the losses of stations; no two of them share a station. Losses outside them are exceptions of their piles. */
export const incidentsOf = (stations: readonly StationLosses[]): readonly IncidentPlace[] =>
  groupsOf(stations, ({ tenantId }) => tenantId).flatMap((ofTenant) => placesOf(ofTenant));

const placesOf = (ofTenant: readonly StationLosses[]): readonly IncidentPlace[] => {
  const place = isNetworkLoss(ofTenant) ? narrowestOf(ofTenant) : undefined;
  if (place?.scope === incidentScope.network) return [place];
  const rest = place ? ofTenant.filter((losses) => !covers(place, losses)) : ofTenant;
  return [...(place ? [place] : []), ...groupsOf(rest, ({ agentId }) => agentId).flatMap((ofAgent) => placesOfAgent(ofAgent))];
};

const placesOfAgent = (ofAgent: readonly StationLosses[]): readonly IncidentPlace[] => {
  const place = isAgentLoss(ofAgent) ? narrowestOf(ofAgent) : undefined;
  if (place?.scope === incidentScope.agent) return [place];
  const rest = place ? ofAgent.filter((losses) => !covers(place, losses)) : ofAgent;
  return [...(place ? [place] : []), ...rest.filter((losses) => isStationLoss(losses)).map((losses) => placeOfStation(losses))];
};

const isNetworkLoss = (stations: readonly StationLosses[]): boolean => {
  const lost = sum(stations, (each) => each.lost);
  const online = sum(stations, (each) => each.online);
  return isGathered(stations) && lost >= Math.min(NETWORK_MIN, Math.max(WIDE_MIN, NETWORK_SHARE * online));
};
const isAgentLoss = (stations: readonly StationLosses[]): boolean =>
  isGathered(stations) && sum(stations, (each) => each.lost) >= Math.max(WIDE_MIN, AGENT_SHARE * sum(stations, (each) => each.piles));
const isStationLoss = (station: StationLosses): boolean =>
  isGathered([station]) && station.lostLately >= Math.max(STATION_MIN, STATION_SHARE * station.piles);

const isGathered = (stations: readonly StationLosses[]): boolean => stations.some(({ lost, oldestMs }) => lost > 0 && oldestMs >= GATHERED_MS);

/** The narrowest place that contains nearly all of the losses. */
const narrowestOf = (stations: readonly StationLosses[]): IncidentPlace | undefined => {
  const [first] = stations;
  if (!first) return undefined;
  const needed = DOMINANT_SHARE * sum(stations, (each) => each.lost);
  const station = stations.find(({ lost }) => lost >= needed);
  if (station) return placeOfStation(station);
  const ofAgent = groupsOf(stations, ({ agentId }) => agentId).find((group) => sum(group, (each) => each.lost) >= needed);
  const { tenantId } = first;
  return { scope: ofAgent ? incidentScope.agent : incidentScope.network, tenantId, agentId: ofAgent?.[0]?.agentId ?? null, stationId: null };
};

const placeOfStation = ({ tenantId, agentId, stationId }: StationLosses): IncidentPlace => ({
  scope: incidentScope.station,
  tenantId,
  agentId,
  stationId,
});

/** Whether a place contains a station. */
export const covers = (place: IncidentPlace, { tenantId, agentId, stationId }: Omit<IncidentPlace, 'scope'>): boolean =>
  place.tenantId === tenantId && (place.agentId === null || place.agentId === agentId) && (place.stationId === null || place.stationId === stationId);

const sum = <T>(values: readonly T[], read: (value: T) => number): number => values.reduce((total, value) => total + read(value), 0);

const groupsOf = <T>(values: readonly T[], keyOf: (value: T) => bigint): readonly (readonly T[])[] => {
  const groups = new Map<bigint, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
};
