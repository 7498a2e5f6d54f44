import fc from 'fast-check';
import { partBounds } from '../part.ts';

/**
 * The same expression in the syntax of the engine and in the syntax of the oracle, which numbers days of the week from Sunday 0 and has no step
 * without a range.
 */
export interface TwoTexts {
  readonly engineText: string;
  readonly oracleText: string;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** The oracle's name of a value. */
  readonly oracleName?: (value: number) => string;
  readonly wraps?: false;
  /** The end of a step without a range in the engine's syntax, if it is not `max`. */
  readonly last?: number;
}

const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const same = (text: string): TwoTexts => ({ engineText: text, oracleText: text });
const together = (items: readonly TwoTexts[]): TwoTexts => ({
  engineText: items.map(({ engineText }) => engineText).join(','),
  oracleText: items.map(({ oracleText }) => oracleText).join(','),
});

const item = ({ min, max, oracleName = String, wraps, last = max }: Bounds): fc.Arbitrary<TwoTexts> => {
  const value = fc.integer({ min, max });
  const step = fc.integer({ min: 1, max: Math.min(max - min, 40) });
  const range = fc.tuple(value, value).map(([a, b]): readonly [number, number] => (wraps === false && a > b ? [b, a] : [a, b]));
  return fc.oneof(
    { weight: 4, arbitrary: value.map((one) => ({ engineText: String(one), oracleText: oracleName(one) })) },
    {
      weight: 2,
      arbitrary: range.map(([a, b]) => ({ engineText: `${a}-${b}`, oracleText: a === b ? oracleName(a) : `${oracleName(a)}-${oracleName(b)}` })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(value, step)
        .map(([a, by]) => ({ engineText: `${a}/${by}`, oracleText: a === last ? oracleName(a) : `${oracleName(a)}-${oracleName(last)}/${by}` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(range, step)
        .map(([[a, b], by]) => ({ engineText: `${a}-${b}/${by}`, oracleText: a === b ? oracleName(a) : `${oracleName(a)}-${oracleName(b)}/${by}` })),
    },
  );
};
const items = (bounds: Bounds): fc.Arbitrary<TwoTexts> => fc.array(item(bounds), { minLength: 1, maxLength: 3 }).map(together);
const starOr = (bounds: Bounds, star: number): fc.Arbitrary<TwoTexts> =>
  fc.oneof({ weight: star, arbitrary: fc.constant(same('*')) }, { weight: 3, arbitrary: items(bounds) });

const week: Bounds = { min: 1, max: 7, oracleName: (value) => NAMES[value - 1] ?? '' };
const special = {
  day: fc.oneof(
    fc.constant(same('L')),
    fc.constant(same('LW')),
    // Days after the 28th are left out, because in a month without the day the engine does not run and the oracle does.
    fc.integer({ min: 1, max: 28 }).map((day) => same(`${day}W`)),
  ),
  week: fc.oneof(
    fc.integer({ min: 1, max: 7 }).map((day) => ({ engineText: `${day}L`, oracleText: `${NAMES[day - 1] ?? ''}L` })),
    fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }))
      .map(([day, nth]) => ({ engineText: `${day}#${nth}`, oracleText: `${NAMES[day - 1] ?? ''}#${nth}` })),
  ),
};
const calendarYears: Bounds = { min: 2024, max: 2060, wraps: false, last: partBounds.year.max };
const unset = { engineText: '?', oracleText: '?' };
const days = fc.oneof(
  { weight: 2, arbitrary: fc.constant([same('*'), unset] as const) },
  { weight: 3, arbitrary: items({ min: 1, max: 31, wraps: false }).map((day) => [day, unset] as const) },
  { weight: 3, arbitrary: items(week).map((one) => [unset, one] as const) },
  { weight: 2, arbitrary: special.day.map((day) => [day, unset] as const) },
  { weight: 2, arbitrary: special.week.map((one) => [unset, one] as const) },
);

/** Any expression that both can parse. */
export const randomCron: fc.Arbitrary<TwoTexts> = fc
  .record({
    second: starOr({ min: 0, max: 59 }, 1),
    minute: starOr({ min: 0, max: 59 }, 1),
    hour: starOr({ min: 0, max: 23 }, 2),
    days,
    month: starOr({ min: 1, max: 12 }, 4),
    year: starOr(calendarYears, 12),
  })
  .map(({ days: [day, weekday], ...parts }) => joinTexts({ ...parts, day, weekday }));

interface Texts extends Readonly<Record<'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday' | 'year', TwoTexts>> {}

const joinTexts = ({ second, minute, hour, day, month, weekday, year }: Texts): TwoTexts => {
  const parts = [second, minute, hour, day, month, weekday, year];
  return { engineText: parts.map(({ engineText }) => engineText).join(' '), oracleText: parts.map(({ oracleText }) => oracleText).join(' ') };
};

/** Every day, in the hours around those in which clocks change. */
export const nightCron: fc.Arbitrary<TwoTexts> = fc
  .record({
    second: starOr({ min: 0, max: 59 }, 1),
    minute: starOr({ min: 0, max: 59 }, 3),
    hour: starOr({ min: 0, max: 5, wraps: false, last: 23 }, 1),
  })
  .map((time) => joinTexts({ ...time, day: same('*'), month: same('*'), weekday: unset, year: same('*') }));

type CalendarTexts = Pick<Texts, 'day' | 'month' | 'year'>;

interface MonthsOfLength {
  /** The number of days that all of these months have. */
  readonly length: number;
  readonly months: readonly number[];
  readonly years: string;
}
const thirtyOne: MonthsOfLength = { length: 31, months: [1, 3, 5, 7, 8, 10, 12], years: '*' };
const thirty: MonthsOfLength = { length: 30, months: [4, 6, 9, 11], years: '*' };
const leap: MonthsOfLength = { length: 29, months: [2], years: '2024,2028,2032,2036,2040,2044' };
const common: MonthsOfLength = { length: 28, months: [2], years: '2025-2027,2029-2031' };

const listOf = (values: readonly number[]): fc.Arbitrary<TwoTexts> => fc.subarray([...values], { minLength: 1 }).map((some) => same(some.join(',')));

/** The oracle has no days before the last. In months of equal length such a day has a number. */
const beforeLast: fc.Arbitrary<CalendarTexts> = fc.constantFrom(thirtyOne, thirty, leap, common).chain(({ length, months, years }) =>
  fc.record({
    day: fc.integer({ min: 1, max: length - 1 }).map((before) => ({ engineText: `L-${before}`, oracleText: String(length - before) })),
    month: listOf(months),
    year: fc.constant(same(years)),
  }),
);

/** The workday nearest to one of the last days of a month that has the day. */
const lateWorkday: fc.Arbitrary<CalendarTexts> = fc.integer({ min: 29, max: 31 }).chain((day) =>
  fc.record({
    day: fc.constant(same(`${day}W`)),
    month: listOf(day === 31 ? thirtyOne.months : [...thirtyOne.months, ...thirty.months].toSorted((one, other) => one - other)),
    year: starOr(calendarYears, 12),
  }),
);
/** The workday nearest to a 29th of February. The oracle is asked about leap years only. */
const leapWorkday: fc.Arbitrary<CalendarTexts> = fc.constant({
  day: same('29W'),
  month: same('2'),
  year: { engineText: '*', oracleText: leap.years },
});

/** Late days of a month at a time that no change of clocks skips: days before the last, and the workdays nearest to the 29th, 30th and 31st. */
export const lateCron: fc.Arbitrary<TwoTexts> = fc
  .record({
    second: items({ min: 0, max: 59 }),
    minute: items({ min: 0, max: 59 }),
    hour: items({ min: 6, max: 20, wraps: false, last: 23 }),
    late: fc.oneof(beforeLast, lateWorkday, leapWorkday),
  })
  .map(({ late, ...time }) => joinTexts({ ...time, ...late, weekday: unset }));
