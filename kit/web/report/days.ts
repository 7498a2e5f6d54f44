import type { ReportPoint, ReportQueryItem } from '#kit/resource/report.ts';
import type { Filters } from '../kinds/filter-names.ts';

const DAY_MS = 86_400_000;
const textOfDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The local day of an instant, as its clock on the wall says. */
export const localDay = (date: Date): string => textOfDay(date.getTime() - date.getTimezoneOffset() * 60_000);

/** The filters of a page that nobody has asked anything of: the usual days up to today, which is the stations' day as far as there are any. */
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
  /** The days that were asked for; those there is something of when left out. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One figure by day, a day without any as nothing; amounts of each currency by themselves. */
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

/** As the sums above them stand. */
const byCode = (one: string | null, other: string | null): number => (one ?? '').localeCompare(other ?? '', 'en');

/** Counts and energies of several currencies are of one day all the same. */
const added = (points: readonly ReportPoint[], figure: string): string => {
  const texts = points.map(({ figures }) => figures[figure] ?? '0');
  const digits = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  return texts.reduce((sum, text) => sum + Number(text), 0).toFixed(digits);
};
