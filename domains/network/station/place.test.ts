import { expect, test } from 'vitest';
import { readPlace } from './place.rules.ts';

test.each([
  ['116.397029,39.917839', { gpsX: '116.397029', gpsY: '39.917839' }],
  [' -0.1276 , 51.5072\n', { gpsX: '-0.1276', gpsY: '51.5072' }],
  ['121.5，31.2', { gpsX: '121.5', gpsY: '31.2' }],
])('%o is a place', (copied, place) => {
  expect(readPlace(copied)).toEqual(place);
});

test.each(['', '116.397029', '39.9,116.3', '181,10', '1.1234567,2', '1,2,3', 'here, there'])('%o is none', (copied) => {
  expect(readPlace(copied)).toBeUndefined();
});
