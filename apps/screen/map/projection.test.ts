import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outlinesOfArcs, outlinesOfShapes } from './outlines.ts';
import { projectionOf } from './projection.ts';

const frame = { width: 800, height: 600 };
const position = fc.record({ lng: fc.double({ min: -179, max: 179, noNaN: true }), lat: fc.double({ min: -70, max: 70, noNaN: true }) });

test('every station is within the frame, north is up and east is right', () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 20 }), (positions) => {
      const { toX, toY, west, east, south, north } = projectionOf(positions, frame);
      for (const { lng, lat } of positions) {
        expect(toX(lng)).toBeGreaterThanOrEqual(0);
        expect(toX(lng)).toBeLessThanOrEqual(frame.width);
        expect(toY(lat)).toBeGreaterThanOrEqual(0);
        expect(toY(lat)).toBeLessThanOrEqual(frame.height);
      }
      expect(toX(1)).toBeGreaterThan(toX(0));
      expect(toY(1)).toBeLessThan(toY(0));
      expect([toX(west), toX(east), toY(north), toY(south)].map((px) => Math.abs(Math.round(px)))).toEqual([0, frame.width, 0, frame.height]);
    }),
  );
});

test('a degree of latitude and one of longitude are as long as they are at the middle', () => {
  const { toX, toY } = projectionOf([{ lng: 10, lat: 60 }], frame);
  expect((toX(11) - toX(10)) / (toY(60) - toY(61))).toBeCloseTo(0.5);
});

test('a country is a ring of lines, which are sums of differences, and shapes are taken as they are', () => {
  const transform = { scale: [0.5, 2], translate: [-10, 5] } as const;
  // Two countries share the line between (-10, 5) and (-10, 9).
  const arcs = [
    [
      [0, 0],
      [0, 2],
    ],
    [
      [0, 2],
      [2, -1],
      [-2, -1],
    ],
    [
      [0, 2],
      [-2, -1],
      [2, -1],
    ],
  ] as const;
  const countries = {
    geometries: [
      { type: 'Polygon', arcs: [[0, 1]] },
      { type: 'MultiPolygon', arcs: [[[~2, ~0]]] },
    ],
  } as const;
  expect(outlinesOfArcs({ transform, arcs, objects: { countries } })).toEqual([
    [
      [-10, 5],
      [-10, 9],
      [-9, 7],
      [-10, 5],
    ],
    [
      [-10, 5],
      [-11, 7],
      [-10, 9],
      [-10, 5],
    ],
  ]);
  const ring = [
    [0, 0],
    [1, 0],
    [0, 0],
  ] as const;
  const shapes = {
    features: [{ geometry: { type: 'Polygon', coordinates: [ring] } }, { geometry: { type: 'MultiPolygon', coordinates: [[ring], [ring]] } }],
  } as const;
  expect(outlinesOfShapes(shapes)).toEqual([ring, ring, ring]);
});
