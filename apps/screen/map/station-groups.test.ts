import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupStations } from './station-groups.ts';
import type { PlacedStation } from './station-groups.ts';

const grouping = { toX: (lng: number) => lng, toY: (lat: number) => -lat, distancePx: 30 };
const guns = fc.nat({ max: 40 });
const anyStations = fc
  .array(
    fc.record({
      lng: fc.nat({ max: 200 }),
      lat: fc.nat({ max: 200 }),
      idle: guns,
      charging: guns,
      fault: guns,
      offline: guns,
      guns,
      powerW: fc.nat(),
    }),
    { maxLength: 60 },
  )
  .map((places) => places.map((place, index): PlacedStation => ({ ...place, id: String(index), name: `Station ${index}` })));

const COUNTED = ['idle', 'charging', 'fault', 'offline', 'guns', 'powerW'] as const;
const sumsOf = (stations: readonly Pick<PlacedStation, (typeof COUNTED)[number]>[]) =>
  COUNTED.map((name) => stations.reduce((sum, station) => sum + station[name], 0));

test('groups hold every station once, stand apart, and do not depend on the sequence or the power of the stations', () => {
  fc.assert(
    fc.property(anyStations, (stations) => {
      const groups = groupStations(stations, grouping);
      expect(groups.reduce((sum, { others }) => sum + others + 1, 0)).toBe(stations.length);
      expect(sumsOf(groups)).toEqual(sumsOf(stations));
      for (const [index, one] of groups.entries())
        for (const other of groups.slice(index + 1))
          expect(Math.hypot(one.lng - other.lng, one.lat - other.lat)).toBeGreaterThanOrEqual(grouping.distancePx);
      const places = (found: typeof groups) => found.map(({ id, others }) => `${id} ${others}`).toSorted();
      const later = stations.map((station) => ({ ...station, powerW: station.powerW % 7 })).toReversed();
      expect(places(groupStations(later, grouping))).toEqual(places(groups));
    }),
  );
});

test('a group has the name of its station with the most guns, and the groups with the most power come first', () => {
  const station = (id: string, lng: number, of: { readonly guns: number; readonly powerW: number }): PlacedStation => ({
    id,
    name: id,
    lng,
    lat: 0,
    idle: 0,
    charging: of.guns,
    fault: 0,
    offline: 0,
    ...of,
  });
  const stations = [
    station('alone', 200, { guns: 8, powerW: 500 }),
    station('small', 10, { guns: 2, powerW: 400 }),
    station('large', 0, { guns: 9, powerW: 200 }),
  ];
  expect(groupStations(stations, grouping).map(({ name, others, lng, charging, powerW }) => ({ name, others, lng, charging, powerW }))).toEqual([
    { name: 'large', others: 1, lng: 0, charging: 11, powerW: 600 },
    { name: 'alone', others: 0, lng: 200, charging: 8, powerW: 500 },
  ]);
});
