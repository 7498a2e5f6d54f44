import fc from 'fast-check';

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
}

const NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const same = (text: string): TwoTexts => ({ ours: text, theirs: text });
const together = (items: readonly TwoTexts[]): TwoTexts => ({
  ours: items.map(({ ours }) => ours).join(','),
  theirs: items.map(({ theirs }) => theirs).join(','),
});

const item = ({ min, max, named = String, wraps }: Bounds): fc.Arbitrary<TwoTexts> => {
  const value = fc.integer({ min, max });
  const step = fc.integer({ min: 1, max: Math.min(max - min, 40) });
  const range = fc.tuple(value, value).map(([a, b]): readonly [number, number] => (wraps === false && a > b ? [b, a] : [a, b]));
  return fc.oneof(
    { weight: 4, arbitrary: value.map((one) => ({ ours: String(one), theirs: named(one) })) },
    { weight: 2, arbitrary: range.map(([a, b]) => ({ ours: `${a}-${b}`, theirs: a === b ? named(a) : `${named(a)}-${named(b)}` })) },
    {
      weight: 2,
      arbitrary: fc.tuple(value, step).map(([a, by]) => ({ ours: `${a}/${by}`, theirs: a === max ? named(a) : `${named(a)}-${named(max)}/${by}` })),
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
    // Past the 28th the two differ: ours does not run in a month that lacks the day, as for any other day.
    fc.integer({ min: 1, max: 28 }).map((day) => same(`${day}W`)),
  ),
  week: fc.oneof(
    fc.integer({ min: 1, max: 7 }).map((day) => ({ ours: `${day}L`, theirs: `${NAMES[day - 1] ?? ''}L` })),
    fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }))
      .map(([day, nth]) => ({ ours: `${day}#${nth}`, theirs: `${NAMES[day - 1] ?? ''}#${nth}` })),
  ),
};
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
    year: starOr({ min: 2024, max: 2060, wraps: false }, 12),
  })
  .map(({ second, minute, hour, days: [day, weekday], month, year }) => {
    const parts = [second, minute, hour, day, month, weekday, year];
    return { ours: parts.map(({ ours }) => ours).join(' '), theirs: parts.map(({ theirs }) => theirs).join(' ') };
  });
