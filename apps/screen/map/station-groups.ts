import type { ScreenStation } from '#domains/insight/resources.ts';

export interface PlacedStation extends ScreenStation {
  readonly lng: number;
  readonly lat: number;
}

/** Stations that stand too close to each other on the map to be told apart. Often it is one alone. */
export interface StationGroup extends PlacedStation {
  /** How many there are beside the one that gives the name and the position. Guns and power are those of all. */
  readonly others: number;
}

interface Grouping {
  readonly toX: (lng: number) => number;
  readonly toY: (lat: number) => number;
  /** The least distance between two marks, in CSS pixels. */
  readonly distancePx: number;
}

/**
 * A station belongs to the nearest group within the distance, else it begins one. Stations with more guns come first, so that groups stay where they are
 * when their power changes. The groups with the most power come first.
 */
export const groupStations = (stations: readonly PlacedStation[], { toX, toY, distancePx }: Grouping): readonly StationGroup[] => {
  const groups: { readonly x: number; readonly y: number; group: StationGroup }[] = [];
  const sorted = stations.toSorted((one, other) => other.guns - one.guns || (one.id < other.id ? -1 : 1));
  for (const station of sorted) {
    const [x, y] = [toX(station.lng), toY(station.lat)];
    const near = groups
      .map((place) => ({ place, px: Math.hypot(place.x - x, place.y - y) }))
      .filter(({ px }) => px < distancePx)
      .toSorted((one, other) => one.px - other.px)[0];
    if (near) near.place.group = joined(near.place.group, station);
    else groups.push({ x, y, group: { ...station, others: 0 } });
  }
  return groups.map(({ group }) => group).toSorted((one, other) => other.powerW - one.powerW);
};

const joined = (group: StationGroup, station: PlacedStation): StationGroup => ({
  ...group,
  others: group.others + 1,
  idle: group.idle + station.idle,
  charging: group.charging + station.charging,
  fault: group.fault + station.fault,
  offline: group.offline + station.offline,
  guns: group.guns + station.guns,
  powerW: group.powerW + station.powerW,
});
