import { expect, test } from 'vitest';
import { mapUrl, parsePosition } from './map-position.rules.ts';

test.each([
  ['116.397029,39.917839', { gpsX: '116.397029', gpsY: '39.917839' }],
  [' -0.1276 , 51.5072\n', { gpsX: '-0.1276', gpsY: '51.5072' }],
  ['https://www.openstreetmap.org/#map=17/39.917839/116.397029', { gpsX: '116.397029', gpsY: '39.917839' }],
  ['https://www.openstreetmap.org/?mlat=1&mlon=2#map=6/-33.8568212/151.2&layers=N', { gpsX: '151.2', gpsY: '-33.856821' }],
  ['121.5，31.2', { gpsX: '121.5', gpsY: '31.2' }],
])('%o is a place', (copied, place) => {
  expect(parsePosition(copied)).toEqual(place);
});

test('a map opens at the place, and what it is told is read again', () => {
  const place = { gpsX: '116.397029', gpsY: '-39.9' };
  expect(parsePosition(mapUrl(place))).toEqual(place);
  for (const none of [{}, { gpsX: '1' }, { gpsX: '1', gpsY: null }, { gpsX: '181', gpsY: '1' }]) expect(mapUrl(none)).toMatch(/#map=4\//);
});

test.each(['', 'https://evil.example/#map=17/39.9/116.3', '116.397029', '39.9,116.3', '181,10', '1.1234567,2', '1,2,3', 'here, there'])(
  '%o is none',
  (copied) => {
    expect(parsePosition(copied)).toBeUndefined();
  },
);
