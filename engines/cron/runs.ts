import { Cron as Pattern } from 'croner';
import type { Cron } from './expression.ts';
import { partBounds, partText, partValues } from './part.ts';
import type { PartName } from './part.ts';

export interface RunsQuery {
  /** IANA name. */
  readonly zone: string;
  /** Runs are later than this instant, never equal to it. */
  readonly afterMs: number;
  readonly count: number;
}

/**
 * The next runs, as epoch milliseconds. Where the expression selects hours, each local time runs once: a time in the gap of summer time runs at the
 * end of the gap, and a repeated hour runs at its first occurrence. Where it does not, runs continue at even intervals.
 */
export const runsAfter = (cron: Cron, { zone, afterMs, count }: RunsQuery): readonly number[] => {
  // `no-wildcard` is the rule described above. With the library's default, "2:30 and 3:30" would run twice on the day that repeats an hour.
  const patterns = patternsOf(cron).map(
    (text) => new Pattern(text, { timezone: zone, alternativeWeekdays: true, fixedTimeRule: 'no-wildcard', paused: true }),
  );
  const runs: number[] = [];
  let lastMs = afterMs;
  while (runs.length < count) {
    const next = Math.min(...patterns.map((pattern) => pattern.nextRun(new Date(lastMs))?.getTime() ?? Infinity));
    if (next === Infinity) break;
    runs.push(next);
    lastMs = next;
  }
  return runs;
};

/** The next run, or undefined when there is none left. */
export const nextRun = (cron: Cron, { zone, afterMs }: Omit<RunsQuery, 'count'>): number | undefined =>
  runsAfter(cron, { zone, afterMs, count: 1 })[0];

/** The expression in the library's syntax: numbers only, no wrapping ranges, and "days before the last" resolved by the length of each month. */
const patternsOf = (cron: Cron): readonly string[] => {
  const { day } = cron;
  if (day.mode !== 'last' || day.before === 0) return [patternOf(cron, {})];
  return lengths.flatMap(({ length, months, leap }) => {
    const date = length - day.before;
    const matchingYears = leap === undefined ? undefined : years(cron).filter((year) => isLeap(year) === leap);
    const matchingMonths = (partValues('month', cron.month) ?? []).filter((month) => months.includes(month));
    if (date < 1 || matchingMonths.length === 0 || matchingYears?.length === 0) return [];
    return [patternOf(cron, { day: String(date), month: matchingMonths.join(','), ...(matchingYears && { year: matchingYears.join(',') }) })];
  });
};

const lengths: readonly { readonly length: number; readonly months: readonly number[]; readonly leap?: boolean }[] = [
  { length: 31, months: [1, 3, 5, 7, 8, 10, 12] },
  { length: 30, months: [4, 6, 9, 11] },
  { length: 29, months: [2], leap: true },
  { length: 28, months: [2], leap: false },
];
const years = (cron: Cron): readonly number[] => partValues('year', cron.year) ?? [];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const patternOf = (cron: Cron, instead: Partial<Record<PartName, string>>): string => {
  const text = (name: PartName): string => instead[name] ?? libraryPart(name, cron);
  return `${text('second')} ${text('minute')} ${text('hour')} ${text('day')} ${text('month')} ${text('week')} ${text('year')}`;
};

const libraryPart = (name: PartName, cron: Cron): string => {
  const values = partValues(name, cron[name]);
  if (!values) return partText(cron[name]);
  if (!isFull(name, values)) return values.join(',');
  // With a star the library would run at even intervals, even where hours are selected.
  return (name === 'second' || name === 'minute') && !isFull('hour', partValues('hour', cron.hour) ?? []) ? '0-59' : '*';
};
const isFull = (name: PartName, values: readonly number[]): boolean => values.length === partBounds[name].max - partBounds[name].min + 1;
