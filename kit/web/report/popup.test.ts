import { describe, expect, test } from 'vitest';
import { seriesOf, defaultFilters } from './days.ts';
import { faultOf, valuesOfPicked, isWrongCount, selfParams, toggleRow } from './popup.ts';
import { rowKeys } from './row-keys.ts';
import { readSorter } from '../sorter.ts';

const mapping = { code: 'orders', orgFields: 'no,money', destFields: 'orderNo,paid' };

describe('a mapping', () => {
  test('needs a code, and as many fields as columns', () => {
    expect(faultOf(mapping)).toBeUndefined();
    for (const name of ['code', 'orgFields', 'destFields'] as const) expect(faultOf({ ...mapping, [name]: '' })).toBe('unset');
    expect(faultOf({ ...mapping, destFields: 'orderNo' })).toBe('uneven');
  });

  test('takes an order of one column, up or down', () => {
    expect(readSorter('day=DESC')).toEqual({ column: 'day', order: 'desc' });
    expect(faultOf(mapping, 'day=asc')).toBeUndefined();
    for (const bad of ['day', 'day=up', '=asc', 'day asc', 'a=b=asc']) expect([bad, faultOf(mapping, bad)]).toEqual([bad, 'sorter']);
  });

  test('puts the values of several rows into each field with commas between; nought is a value', () => {
    expect(valuesOfPicked(mapping, [{ no: 'A', money: 0 }, { no: 'B' }])).toEqual({ orderNo: 'A,B', paid: '0,' });
    expect(valuesOfPicked(mapping, [])).toEqual({ orderNo: null, paid: null });
  });
});

describe('the keys of rows', () => {
  const names = ['day', 'id', 'n'];
  test('are their values one behind the other, an id first', () =>
    expect(rowKeys([{ day: '2026-03-01', id: 7, n: 0 }], names)).toEqual(['72026-03-010']));

  test('are cut, and still tell apart what is alike before the cut, on one page as on two', () => {
    const long = 'x'.repeat(60);
    const [one = '', other = ''] = rowKeys(
      [
        { id: long, n: 1 },
        { id: long, n: 2 },
      ],
      names,
    );
    expect(one.slice(0, 51)).toBe(`${'x'.repeat(50)}~`);
    expect(other.slice(0, 50)).toBe('x'.repeat(50));
    expect(one).not.toBe(other);
    expect(rowKeys([{ id: long, n: 2 }], names)).toEqual([other]);
  });

  test('tell apart values that read alike one behind the other, and rows that are alike altogether', () => {
    expect(
      new Set(
        rowKeys(
          [
            { id: '1', n: '23' },
            { id: '12', n: '3' },
          ],
          ['id', 'n'],
        ),
      ).size,
    ).toBe(2);
    expect(new Set(rowKeys([{ id: '1' }, { id: '1' }, { id: '1' }], ['id'])).size).toBe(3);
  });
});

test('of one row alone the last that was clicked counts, and a second click takes it back', () => {
  const [a, b] = [
    { key: 'a', row: {} },
    { key: 'b', row: {} },
  ];
  expect(toggleRow([a], b, false)).toEqual([b]);
  expect(toggleRow([a], b, true)).toEqual([a, b]);
  expect(toggleRow([a, b], a, true)).toEqual([b]);
  expect([isWrongCount([], true), isWrongCount([a, b], false), isWrongCount([a, b], true), isWrongCount([a], false)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('conditions of a page’s own are marked as such', () => expect(selfParams({ stationId: '7' })).toEqual({ self_stationId: '7' }));

describe('days', () => {
  const point = (day: string, currency: string, paid: string) => ({ day, currency, figures: { paid } });
  const points = ['EUR 0.00', 'CNY 1.50']
    .map((paid) => point('2026-02-27', paid.slice(0, 3), paid.slice(4)))
    .concat(point('2026-03-01', 'CNY', '2.25'), point('2026-03-01', 'EUR', '4.00'));

  test('without any orders are drawn as nothing, and currencies apart', () => {
    const [cny, eur] = seriesOf(points, { name: 'paid', isMoney: true });
    expect(cny).toEqual({
      currency: 'CNY',
      days: [
        { day: '2026-02-27', value: '1.50' },
        { day: '2026-02-28', value: '0' },
        { day: '2026-03-01', value: '2.25' },
      ],
    });
    expect(eur?.days.map(({ value }) => value)).toEqual(['0.00', '0', '4.00']);
    expect(seriesOf(points, { name: 'paid', isMoney: false, from: '2026-02-26', to: '2026-03-01' })[0]?.days.map(({ value }) => value)).toEqual([
      '0',
      '1.50',
      '0',
      '6.25',
    ]);
    expect(seriesOf([], { name: 'paid', isMoney: true, from: '2026-02-26', to: '2026-03-01' })).toEqual([]);
  });

  test('are as many as usual up to today when nobody says which', () =>
    expect(
      defaultFilters(
        [
          { label: 'Day', field: 'day', view: 'day', mode: 'group', fieldType: 'day', usualDays: 30 },
          { label: 'Station', field: 'stationId', view: 'search', mode: 'single', fieldType: 'ref' },
          { label: 'Booked', field: 'booked', view: 'day', mode: 'group', fieldType: 'day', usualDays: 2, today: '2026-03-02' },
        ],
        '2026-03-01',
      ),
    ).toEqual({ day_begin: '2026-01-31', day_end: '2026-03-01', booked_begin: '2026-03-01', booked_end: '2026-03-02' }));
});
