import { expect, test } from 'vitest';
import { carbonKg, carbonKgPerKwh, defaultCarbonFactors } from './carbon.ts';
import { changeOf, forecastOf, shareOf } from './comparison.ts';
import { countVisits } from './starts.ts';
import type { StartAttempt } from './starts.ts';
import { busyByHour, spreadOf, spreadOfMinutes, turnover, usageByEnergy, usageByTime } from './usage.ts';

test('carbon: 7 l/100 km at 2.31 kg/l against 15 kWh/100 km is 1.078 kg/kWh, less the grid', () => {
  expect(carbonKgPerKwh(defaultCarbonFactors)).toBeCloseTo(0.5474, 10);
  expect(carbonKg(10_000_000n, defaultCarbonFactors)).toBeCloseTo(547.4, 6);
  // The North of China in 2023.
  expect(carbonKgPerKwh({ ...defaultCarbonFactors, gridKgPerKwh: 0.6361 })).toBeCloseTo(0.4419, 10);
  expect(carbonKgPerKwh({ ...defaultCarbonFactors, gridKgPerKwh: 1.2 })).toBeLessThan(0);
});

test('a share of nothing is no share, and a change needs ten orders behind it', () => {
  expect([shareOf(0, 0), shareOf(0, 4), shareOf(1, 4)]).toEqual([null, 0, 0.25]);
  expect(changeOf({ now: 112, before: 100, ordersBefore: 10 })).toBeCloseTo(0.12);
  expect(changeOf({ now: 112, before: 100, ordersBefore: 9 })).toBeNull();
  expect(changeOf({ now: 5, before: 0, ordersBefore: 10 })).toBeNull();
});

test('a forecast divides by the share that the same weekdays had reached', () => {
  const past = [
    { untilNow: 40, whole: 100 },
    { untilNow: 60, whole: 150 },
  ];
  expect(forecastOf(50, past)).toBe(125);
  expect(forecastOf(50, [])).toBeNull();
  expect(forecastOf(0, past)).toBe(0);
});

test('usage by time and by energy, and turnover', () => {
  expect(usageByTime({ chargingS: 6 * 3_600, inServiceS: 24 * 3_600 })).toBe(0.25);
  // 480 kWh of 60 kW over a day of 24 hours.
  expect(usageByEnergy({ energyWh: 480_000, ratedW: 60_000, inServiceS: 86_400 })).toBeCloseTo(1 / 3);
  expect(turnover({ charges: 30, gunDays: 10 })).toBe(3);
  expect(usageByTime({ chargingS: 0, inServiceS: 0 })).toBeNull();
});

test('busy guns by weekday and hour: two Mondays of which one had a gun busy from 7:30 to 9:00', () => {
  const zone = 'Asia/Shanghai';
  const at = (text: string): number => Date.parse(`${text}+08:00`);
  const period = { fromMs: at('2026-03-02T00:00'), toMs: at('2026-03-16T00:00') };
  const week = busyByHour([{ fromMs: at('2026-03-09T07:30'), toMs: at('2026-03-09T09:00') }], period, zone);
  expect(week[0]?.slice(6, 10)).toEqual([0, 0.25, 0.5, 0]);
  expect(week[1]?.[7]).toBe(0);
  // What lies outside of the period does not count.
  const outside = busyByHour([{ fromMs: at('2026-03-01T23:00'), toMs: at('2026-03-02T01:00') }], period, zone);
  expect(outside.flat().reduce((sum: number, value) => sum + (value ?? 0), 0)).toBe(0.5);
});

test('an hour that the clock skips does not occur, and one that it repeats lasts twice as long', () => {
  const zone = 'Europe/Berlin';
  const spring = { fromMs: Date.parse('2026-03-28T23:00Z'), toMs: Date.parse('2026-03-29T22:00Z') };
  const skipped = busyByHour([spring], spring, zone)[6];
  expect(skipped?.[2]).toBeNull();
  expect(skipped?.filter((value) => value === 1)).toHaveLength(23);
  const autumn = { fromMs: Date.parse('2026-10-24T22:00Z'), toMs: Date.parse('2026-10-25T23:00Z') };
  const half = { fromMs: Date.parse('2026-10-25T00:00Z'), toMs: Date.parse('2026-10-25T01:00Z') };
  expect(busyByHour([half], autumn, zone)[6]?.[2]).toBe(0.5);
});

test('median and ninetieth percentile are durations that occurred', () => {
  expect(spreadOf([])).toBeNull();
  expect(spreadOf([7])).toEqual({ medianMs: 7, p90Ms: 7 });
  expect(spreadOf([10, 1, 9, 2, 8, 3, 7, 4, 6, 5])).toEqual({ medianMs: 5, p90Ms: 9 });
});

const attempt = (minute: number, energyDwh: number, more: Partial<StartAttempt> = {}): StartAttempt => ({
  party: 'card 1',
  stationId: '7',
  atMs: minute * 60_000,
  energyDwh,
  ...more,
});

test('attempts with gaps of less than ten minutes are one visit, and its first attempt decides about the first try', () => {
  expect(countVisits([attempt(0, 50_000)])).toEqual({ visits: 1, firstTry: 1, served: 1 });
  expect(countVisits([attempt(0, 0), attempt(5, 0), attempt(14, 50_000)])).toEqual({ visits: 1, firstTry: 0, served: 1 });
  expect(countVisits([attempt(0, 0), attempt(10, 50_000)])).toEqual({ visits: 2, firstTry: 1, served: 1 });
  expect(countVisits([attempt(0, 999), attempt(1, 0)])).toEqual({ visits: 1, firstTry: 0, served: 0 });
  expect(countVisits([attempt(0, 0), attempt(1, 50_000, { party: 'card 2' }), attempt(2, 50_000, { stationId: '8' })])).toEqual({
    visits: 3,
    firstTry: 2,
    served: 2,
  });
  // After a charge the next attempt is another visit.
  expect(countVisits([attempt(0, 50_000), attempt(4, 0)])).toEqual({ visits: 2, firstTry: 1, served: 1 });
});

test('the sequence of attempts does not matter', () => {
  const attempts = [0, 3, 11, 30, 31, 45].map((minute, index) => attempt(minute, index % 2 === 0 ? 0 : 5_000, { party: `card ${index % 3}` }));
  for (let turn = 0; turn < attempts.length; turn += 1)
    expect(countVisits([...attempts.slice(turn), ...attempts.slice(0, turn)].toReversed())).toEqual(countVisits(attempts));
});

test('the spread of ten counted durations: five of 20 minutes, four of 40, one of 90', () => {
  const minutes = (count: number, each: number) => ({ minutes: each, count, ms: count * each * 60_000 });
  // 100 + 160 + 90 minutes of ten; the fifth has 20 minutes, the ninth 40.
  expect(spreadOfMinutes([minutes(1, 90), minutes(5, 20), minutes(4, 40)])).toEqual({ meanS: 35 * 60, medianS: 20 * 60, p90S: 40 * 60 });
  expect(spreadOfMinutes([])).toBeNull();
});
