import { expect, test } from 'vitest';
import { busyByClock } from './busy-hour.rules.ts';
import { chargedInHourBehind } from './hour-behind.rules.ts';

const units = [1n, 2n, 3n].map((unitId) => ({ unitId, busyMs: unitId * 100n }));
const clock = (unitId: bigint, timezone = 'Asia/Shanghai') => ({ unitId, timezone });

test('with one clock everywhere, a list needs no filter', () => {
  expect(busyByClock(units, [clock(1n), clock(2n), clock(3n)], 'tenantId')).toEqual([
    { busyMs: 600, orders: { timezone: 'Asia/Shanghai', filter: {} } },
  ]);
  expect(busyByClock([], [clock(1n)], 'tenantId')).toEqual([]);
});

test('with several clocks, each has its own orders; a tenant with several of them has none that a filter finds', () => {
  const clocks = [clock(1n), clock(2n, 'Europe/Berlin'), clock(3n), clock(3n, 'Europe/Berlin')];
  expect(busyByClock(units, clocks, 'tenantId')).toEqual([
    { busyMs: 100, orders: { timezone: 'Asia/Shanghai', filter: { tenantId: '1' } } },
    { busyMs: 200, orders: { timezone: 'Europe/Berlin', filter: { tenantId: '2' } } },
    { busyMs: 300, orders: null },
  ]);
});

test('more stations than a filter takes are not listed, unless they have one clock', () => {
  const many = Array.from({ length: 201 }, (_none, at) => ({ unitId: BigInt(at), busyMs: 1n }));
  const clocks = many.map(({ unitId }) => clock(unitId));
  expect(busyByClock(many, clocks, 'stationId')).toMatchObject([{ busyMs: 201, orders: { filter: {} } }]);
  expect(busyByClock(many, [...clocks, clock(999n, 'Europe/Berlin')], 'stationId')).toEqual([{ busyMs: 201, orders: null }]);
});

test('an hour is that of the clocks of the stations, twice as long where a clock is put back', () => {
  const spanOf = (day: string, hour: number) => {
    const { superQueryParams = '', ...days } = chargedInHourBehind({ timezone: 'Europe/Berlin', filter: {} }, { day, hour }, {});
    expect(days).toEqual({ chargeDay_begin: day.replace(/..$/, (text) => String(Number(text) - 2).padStart(2, '0')), chargeDay_end: day });
    return ['gt', 'lt'].map((rule) => new RegExp(`"rule":"${rule}","val":"([^"]+)"`).exec(superQueryParams)?.[1]);
  };
  expect(spanOf('2026-07-10', 23)).toEqual(['2026-07-10T21:00:00.000Z', '2026-07-10T22:00:00.000Z']);
  expect(spanOf('2026-10-25', 2)).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z']);
  expect(spanOf('2026-03-29', 3)).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z']);
});
