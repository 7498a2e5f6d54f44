import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { readCron } from './expression.ts';
import type { Cron } from './expression.ts';
import { nextRun, runsAfter } from './runs.ts';

const read = (text: string): Cron => {
  const { cron, problem } = readCron(text);
  if (!cron) throw new Error(`${text}: ${problem.code}`);
  return cron;
};
const runs =
  (text: string, zone: string) =>
  (after: string, count = 4): readonly string[] =>
    runsAfter(read(text), { zone, afterMs: Date.parse(after), count }).map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('a day on which summer time begins or ends', () => {
  test('a time that is skipped runs when the clock goes on, one that comes twice runs once', () => {
    expect(runs('0 30 2 * * ?', 'Europe/Berlin')('2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00', '2027-03-29T00:30']);
    expect(runs('0 30 2 * * ?', 'Europe/Berlin')('2027-10-30T12:00:00Z', 2)).toEqual(['2027-10-31T00:30', '2027-11-01T01:30']);
    expect(runs('0 0/30 2 * * ?', 'Europe/Berlin')('2027-10-30T12:00:00Z', 3)).toEqual(['2027-10-31T00:00', '2027-10-31T00:30', '2027-11-01T01:00']);
    expect(runs('0 30 2,3 * * ?', 'Europe/Berlin')('2027-10-30T12:00:00Z', 2)).toEqual(['2027-10-31T00:30', '2027-10-31T02:30']);
  });

  test('every minute of a chosen hour: the first runs at the end of the gap, and none runs twice', () => {
    expect(runs('0 * 2,4 ? * 1L *', 'Europe/Berlin')('2027-03-27T12:00:00Z', 3)).toEqual([
      '2027-03-28T01:00',
      '2027-03-28T02:00',
      '2027-03-28T02:01',
    ]);
    expect(runs('* * 2 * * ?', 'Europe/Berlin')('2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00', '2027-03-29T00:00']);
    const inAutumn = runs('0 * 2 * * ?', 'Europe/Berlin')('2027-10-30T12:00:00Z', 61);
    expect([inAutumn[0], inAutumn[59], inAutumn[60]]).toEqual(['2027-10-31T00:00', '2027-10-31T00:59', '2027-11-01T01:00']);
  });

  test('what runs in every hour runs evenly, so there are 23 and 25 runs', () => {
    const inDay = (date: string) => {
      const start = Temporal.PlainDate.from(date).toZonedDateTime('Europe/Berlin');
      const afterMs = start.epochMilliseconds - 1;
      const end = start.add({ days: 1 }).epochMilliseconds;
      return runsAfter(read('0 15 * * * ?'), { zone: 'Europe/Berlin', afterMs, count: 30 }).filter((ms) => ms < end).length;
    };
    expect([inDay('2027-03-28'), inDay('2027-10-31'), inDay('2027-06-01')]).toEqual([23, 25, 24]);
  });

  test('midnight where it does not exist is the first moment of the day', () => {
    expect(runs('0 0 0 * * ?', 'America/Havana')('2026-03-07T12:00:00Z', 2)).toEqual(['2026-03-08T05:00', '2026-03-09T04:00']);
  });
});

test('the zone decides which day it is', () => {
  expect(runs('0 30 3 1 * ?', 'Asia/Shanghai')('2026-11-21T00:00:00Z', 2)).toEqual(['2026-11-30T19:30', '2026-12-31T19:30']);
});

test.each([0, 1, 2, 3, 15, 27, 28, 29, 30])('%i days before the last of the month, in months and years of every length', (before) => {
  const want: string[] = [];
  for (let month = Temporal.PlainYearMonth.from('2026-01'); want.length < 60; month = month.add({ months: 1 })) {
    const day = month.daysInMonth - before;
    if (day >= 1) want.push(`${month.toString()}-${String(day).padStart(2, '0')}T06:00`);
  }
  expect(runs(before === 0 ? '0 0 6 L * ?' : `0 0 6 L-${before} * ?`, 'UTC')('2026-01-01T00:00:00Z', 60)).toEqual(want);
});

test('days before the last keep to the months and years that are asked for', () => {
  expect(runs('0 0 6 L-1 2,6 ? 2027-2028', 'UTC')('2026-01-01T00:00:00Z', 9)).toEqual([
    '2027-02-27T06:00',
    '2027-06-29T06:00',
    '2028-02-28T06:00',
    '2028-06-29T06:00',
  ]);
});

test('a day that a month lacks is left out, also as the nearest workday', () => {
  expect(runs('0 0 6 31 * ?', 'UTC')('2026-11-01T00:00:00Z', 3)).toEqual(['2026-12-31T06:00', '2027-01-31T06:00', '2027-03-31T06:00']);
  expect(runs('0 0 6 31W * ?', 'UTC')('2026-11-01T00:00:00Z', 3)).toEqual(['2026-12-31T06:00', '2027-01-29T06:00', '2027-03-31T06:00']);
});

test('the year is kept to, and what never comes is not waited for', () => {
  expect(runs('0 0 6 1 1 ? 2028/2', 'UTC')('2026-11-01T00:00:00Z', 2)).toEqual(['2028-01-01T06:00', '2030-01-01T06:00']);
  for (const never of ['0 0 0 30 2 ?', '0 0 0 29 2 ? 2027', '0 0 0 1 1 ? 2020', '0 0 0 L-29 2 ? 2027'])
    expect(nextRun(read(never), { zone: 'UTC', afterMs: Date.parse('2026-11-01T00:00:00Z') })).toBeUndefined();
});
