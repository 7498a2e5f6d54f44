import fc from 'fast-check';
import { partBounds } from '../part.ts';

/** An expression as we read it, and as the oracle does: it numbers weeks from Sunday 0 and knows no step from a value on. */
export interface TwoTexts {
  readonly ours: string;
  readonly theirs: string;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** What the oracle calls a value. */
  readonly named?: (value: number) => string;
  readonly wraps?: false;
  /** Where a step from a value on ends for us, if not at `max`. */
  readonly last?: number;
}

const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const same = (text: string): TwoTexts => ({ ours: text, theirs: text });
const together = (items: readonly TwoTexts[]): TwoTexts => ({
  ours: items.map(({ ours }) => ours).join(','),
  theirs: items.map(({ theirs }) => theirs).join(','),
});

const item = ({ min, max, named = String, wraps, last = max }: Bounds): fc.Arbitrary<TwoTexts> => {
  const value = fc.integer({ min, max });
  const step = fc.integer({ min: 1, max: Math.min(max - min, 40) });
  const range = fc.tuple(value, value).map(([a, b]): readonly [number, number] => (wraps === false && a > b ? [b, a] : [a, b]));
  return fc.oneof(
    { weight: 4, arbitrary: value.map((one) => ({ ours: String(one), theirs: named(one) })) },
    { weight: 2, arbitrary: range.map(([a, b]) => ({ ours: `${a}-${b}`, theirs: a === b ? named(a) : `${named(a)}-${named(b)}` })) },
    {
      weight: 2,
      arbitrary: fc.tuple(value, step).map(([a, by]) => ({ ours: `${a}/${by}`, theirs: a === last ? named(a) : `${named(a)}-${named(last)}/${by}` })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(range, step)
        .map(([[a, b], by]) => ({ ours: `${a}-${b}/${by}`, theirs: a === b ? named(a) : `${named(a)}-${named(b)}/${by}` })),
    },
  );
};
const items = (bounds: Bounds): fc.Arbitrary<TwoTexts> => fc.array(item(bounds), { minLength: 1, maxLength: 3 }).map(together);
const starOr = (bounds: Bounds, star: number): fc.Arbitrary<TwoTexts> =>
  fc.oneof({ weight: star, arbitrary: fc.constant(same('*')) }, { weight: 3, arbitrary: items(bounds) });

const week: Bounds = { min: 1, max: 7, named: (value) => NAMES[value - 1] ?? '' };
const special = {
  day: fc.oneof(
    fc.constant(same('L')),
    fc.constant(same('LW')),
    // Past the 28th the two differ in a month that lacks the day, where ours does not run, as for any other day.
    fc.integer({ min: 1, max: 28 }).map((day) => same(`${day}W`)),
  ),
  week: fc.oneof(
    fc.integer({ min: 1, max: 7 }).map((day) => ({ ours: `${day}L`, theirs: `${NAMES[day - 1] ?? ''}L` })),
    fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }))
      .map(([day, nth]) => ({ ours: `${day}#${nth}`, theirs: `${NAMES[day - 1] ?? ''}#${nth}` })),
  ),
};
const calendarYears: Bounds = { min: 2024, max: 2060, wraps: false, last: partBounds.year.max };
const unset = { ours: '?', theirs: '?' };
const days = fc.oneof(
  { weight: 2, arbitrary: fc.constant([same('*'), unset] as const) },
  { weight: 3, arbitrary: items({ min: 1, max: 31, wraps: false }).map((day) => [day, unset] as const) },
  { weight: 3, arbitrary: items(week).map((one) => [unset, one] as const) },
  { weight: 2, arbitrary: special.day.map((day) => [day, unset] as const) },
  { weight: 2, arbitrary: special.week.map((one) => [unset, one] as const) },
);

/** Any expression that both can read. */
export const randomCron: fc.Arbitrary<TwoTexts> = fc
  .record({
    second: starOr({ min: 0, max: 59 }, 1),
    minute: starOr({ min: 0, max: 59 }, 1),
    hour: starOr({ min: 0, max: 23 }, 2),
    days,
    month: starOr({ min: 1, max: 12 }, 4),
    year: starOr(calendarYears, 12),
  })
  .map(({ days: [day, weekday], ...parts }) => written({ ...parts, day, weekday }));

interface Texts extends Readonly<Record<'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday' | 'year', TwoTexts>> {}

const written = ({ second, minute, hour, day, month, weekday, year }: Texts): TwoTexts => {
  const parts = [second, minute, hour, day, month, weekday, year];
  return { ours: parts.map(({ ours }) => ours).join(' '), theirs: parts.map(({ theirs }) => theirs).join(' ') };
};

/** What runs in the hours about those in which clocks are changed, every day. */
export const nightCron: fc.Arbitrary<TwoTexts> = fc
  .record({
    second: starOr({ min: 0, max: 59 }, 1),
    minute: starOr({ min: 0, max: 59 }, 3),
    hour: starOr({ min: 0, max: 5, wraps: false, last: 23 }, 1),
  })
  .map((time) => written({ ...time, day: same('*'), month: same('*'), weekday: unset, year: same('*') }));

type CalendarTexts = Pick<Texts, 'day' | 'month' | 'year'>;

interface MonthsOfLength {
  /** How many days all of them have. */
  readonly length: number;
  readonly months: readonly number[];
  readonly years: string;
}
const thirtyOne: MonthsOfLength = { length: 31, months: [1, 3, 5, 7, 8, 10, 12], years: '*' };
const thirty: MonthsOfLength = { length: 30, months: [4, 6, 9, 11], years: '*' };
const leap: MonthsOfLength = { length: 29, months: [2], years: '2024,2028,2032,2036,2040,2044' };
const common: MonthsOfLength = { length: 28, months: [2], years: '2025-2027,2029-2031' };

const listOf = (values: readonly number[]): fc.Arbitrary<TwoTexts> => fc.subarray([...values], { minLength: 1 }).map((some) => same(some.join(',')));

/** The oracle knows no days before the last. Among months of one length they have a number. */
const beforeLast: fc.Arbitrary<CalendarTexts> = fc.constantFrom(thirtyOne, thirty, leap, common).chain(({ length, months, years }) =>
  fc.record({
    day: fc.integer({ min: 1, max: length - 1 }).map((before) => ({ ours: `L-${before}`, theirs: String(length - before) })),
    month: listOf(months),
    year: fc.constant(same(years)),
  }),
);

/** The workday nearest to one of the last days, where a month has it. */
const lateWorkday: fc.Arbitrary<CalendarTexts> = fc.integer({ min: 29, max: 31 }).chain((day) =>
  fc.record({
    day: fc.constant(same(`${day}W`)),
    month: listOf(day === 31 ? thirtyOne.months : [...thirtyOne.months, ...thirty.months].toSorted((one, other) => one - other)),
    year: starOr(calendarYears, 12),
  }),
);
/** And to a 29th of February, which the oracle is asked about in leap years only. */
const leapWorkday: fc.Arbitrary<CalendarTexts> = fc.constant({
  day: same('29W'),
  month: same('2'),
  year: { ours: '*', theirs: leap.years },
});

/** Late days of a month at a time that no clock leaves out: those before the last, and the workdays nearest to the 29th, 30th and 31st. */
export const lateCron: fc.Arbitrary<TwoTexts> = fc
  .record({
    second: items({ min: 0, max: 59 }),
    minute: items({ min: 0, max: 59 }),
    hour: items({ min: 6, max: 20, wraps: false, last: 23 }),
    late: fc.oneof(beforeLast, lateWorkday, leapWorkday),
  })
  .map(({ late, ...time }) => written({ ...time, ...late, weekday: unset }));
