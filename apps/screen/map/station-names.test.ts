import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeNames } from './station-names.ts';
import type { NamePlace, NamedPlace } from './station-names.ts';

const room = { width: 800, height: 600, nameHeight: 40, gap: 10, most: 12 };
/** On every eighth pixel, which the test looks at. */
const anyPlace = fc
  .record({ column: fc.integer({ min: 0, max: 100 }), row: fc.integer({ min: 0, max: 75 }), widthPx: fc.integer({ min: 10, max: 200 }) })
  .map(({ column, row, widthPx }): NamedPlace => ({ x: column * 8, y: row * 8, radius: 10, widthPx }));

/** Every eighth pixel within a name. */
const pixelsOf = ({ anchor, x, y }: NamePlace, { widthPx }: NamedPlace): readonly string[] => {
  const left = { start: x, end: x - widthPx, middle: x - widthPx / 2 }[anchor];
  const pixels: string[] = [];
  for (let px = -400; px < 1_200; px += 8)
    for (let py = -400; py < 1_000; py += 8) if (px > left && px < left + widthPx && Math.abs(py - y) < 20) pixels.push(`${px} ${py}`);
  return pixels;
};

test('no name covers another one or a station, and all are within the map', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 20 }), (places) => {
      const names = placeNames(places, room);
      expect(names.filter((name) => name !== undefined).length).toBeLessThanOrEqual(room.most);
      const covered = places.map((place, index) => {
        const name = names[index];
        return new Set(name ? pixelsOf(name, place) : []);
      });
      const all = covered.flatMap((pixels) => [...pixels]);
      expect(new Set(all).size).toBe(all.length);
      expect(all.filter((pixel) => !/^([0-7]?\d{1,2}|800) ([0-5]?\d{1,2}|600)$/u.test(pixel))).toEqual([]);
      const coveredPlaces = places.filter(({ x, y }, at) => covered.some((pixels, index) => index !== at && pixels.has(`${x} ${y}`)));
      expect(coveredPlaces).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('a name stands at the right, else at the left, above or below, else nowhere', () => {
  const at = (x: number, y: number): NamedPlace => ({ x, y, radius: 10, widthPx: 100 });
  expect(placeNames([at(400, 300)], room)).toEqual([{ anchor: 'start', x: 420, y: 300 }]);
  expect(placeNames([at(790, 300)], room)).toEqual([{ anchor: 'end', x: 770, y: 300 }]);
  expect(placeNames([at(400, 300), at(430, 300), at(370, 300)], room)[0]).toEqual({ anchor: 'middle', x: 400, y: 270 });
  expect(placeNames([at(400, 10)], { ...room, width: 450 })).toEqual([{ anchor: 'middle', x: 400, y: 40 }]);
  expect(placeNames([at(400, 10)], { ...room, width: 450, height: 50 })).toEqual([undefined]);
});
