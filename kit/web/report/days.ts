import type { ReportPoint, ReportQueryItem } from '#kit/resource/report.ts';
import type { Filters } from '../kinds/filter-names.ts';

const DAY_MS = 86_400_000;
const textOfDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The day of an instant in the browser's time zone. */
export const localDay = (date: Date): string => textOfDay(date.getTime() - date.getTimezoneOffset() * 60_000);

/**
 * The initial filters of a report: its default period up to today. Today is the day of the stations where the report knows it, otherwise that of
 * the viewer.
 */
export const defaultFilters = (items: readonly ReportQueryItem[], viewerDay: string): Filters =>
  Object.fromEntries(
    items.flatMap(({ field, usualDays, today = viewerDay }) =>
      usualDays === undefined
        ? []
        : [
            [`${field}_begin`, textOfDay(Date.parse(today) - (usualDays - 1) * DAY_MS)],
            [`${field}_end`, today],
          ],
    ),
  );

export interface DaySeries {
  readonly currency: string | null;
  readonly days: readonly { readonly day: string; readonly value: string }[];
}

interface Figure {
  readonly name: string;
  readonly isMoney: boolean;
  /** The first and last day of the query; by default those of the data. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One figure by day. A day without data is zero, and amounts of different currencies are separate series. */
export const seriesOf = (points: readonly ReportPoint[], { name, isMoney, from, to }: Figure): readonly DaySeries[] => {
  const [first = '', last = ''] = [from ?? points[0]?.day, to ?? points.at(-1)?.day];
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  if (!(count > 0) || points.length === 0) return [];
  const days = Array.from({ length: count }, (_none, index) => textOfDay(Date.parse(first) + index * DAY_MS));
  const currencies = isMoney ? [...new Set(points.map(({ currency }) => currency))].toSorted(byCode) : [null];
  return currencies.map((currency) => {
    const ownPoints = points.filter((point) => !isMoney || point.currency === currency);
    return {
      currency,
      days: days.map((day) => ({
        day,
        value: added(
          ownPoints.filter((point) => point.day === day),
          name,
        ),
      })),
    };
  });
};

/** In the order of the sums above the chart. */
const byCode = (one: string | null, other: string | null): number => (one ?? '').localeCompare(other ?? '', 'en');

/** Counts and energies are added across currencies. */
const added = (points: readonly ReportPoint[], figure: string): string => {
  const texts = points.map(({ figures }) => figures[figure] ?? '0');
  const digits = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  return texts.reduce((sum, text) => sum + Number(text), 0).toFixed(digits);
};
