import { expect, test } from 'vitest';
import { lanesOf, placeOf, ticksOf } from './lanes.rules.ts';
import type { TimelineItem } from './pile-timeline.ts';

const axis = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' };
const item: TimelineItem = {
  kind: 'exception',
  id: '1',
  gunNumber: 0,
  at: '2026-03-01T06:00:00.000Z',
  end: '2026-03-01T12:00:00.000Z',
  type: 5,
  code: 1,
  level: 2,
  text: '',
  stat: 0,
  result: null,
};

test('each gun has a row of orders, and one of exceptions where there are any', () => {
  const items = [item, { ...item, gunNumber: 2 }, { ...item, kind: 'order' as const, gunNumber: 1 }, { ...item, kind: 'command' as const }];
  expect(lanesOf({ gunCount: 2, items }).map((lane) => [lane.kind, lane.gunNumber, lane.items.length])).toEqual([
    ['pileState', 0, 1],
    ['gunOrders', 1, 1],
    ['gunOrders', 2, 0],
    ['gunExceptions', 2, 1],
    ['commands', 0, 1],
  ]);
});

test('an item stands where it happened, is cut at the ends of the axis, and lasts to the end until it is over', () => {
  expect(placeOf(item, axis)).toEqual({ left: 25, width: 25 });
  expect(placeOf({ ...item, end: null }, axis)).toEqual({ left: 25, width: 75 });
  expect(placeOf({ at: '2026-02-20T00:00:00Z', end: '2026-03-01T06:00:00Z' }, axis)).toEqual({ left: 0, width: 25 });
  expect(placeOf({ ...item, end: item.at }, axis)).toEqual({ left: 25, width: 0 });
  expect(ticksOf(axis, 4).map(({ left }) => left)).toEqual([0, 25, 50, 75, 100]);
});
