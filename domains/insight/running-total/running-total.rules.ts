import { plusDays } from '../charge-sum/period-before.rules.ts';
import type { DaySpan } from '../figures/figures.ts';

/** A day that has running totals. */
export interface TotalDay {
  readonly day: string;
  /** It has changed since its totals were made. */
  readonly isChanged: boolean;
}

/** How often the rows of a day are added for each span; negative: subtracted. */
export interface WeightedDay {
  readonly day: string;
  readonly weights: readonly number[];
}

export interface SpanParts {
  /** Of totals up to the end of days. */
  readonly totals: readonly WeightedDay[];
  /** Of the days themselves. */
  readonly days: readonly WeightedDay[];
}

/**
 * What has to be added up for the sums of some spans of days: the totals at the end of each span less those before it, the days that have no totals, and
 * instead of what the totals contain of a changed day that day itself. Without a total before a span its first day is read by itself, since a total
 * contains days before the span.
 *
 * @param known the days with totals, in the order of time and without a gap
 */
export const partsOfSpans = (spans: readonly DaySpan[], known: readonly TotalDay[]): SpanParts => {
  const totals = new Map<string, number[]>();
  const days = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, day: string, { span, weight }: { readonly span: number; readonly weight: number }): void => {
    const weights = to.get(day) ?? spans.map(() => 0);
    weights[span] = (weights[span] ?? 0) + weight;
    to.set(day, weights);
  };
  for (const [span, { from, to }] of spans.entries()) {
    const [oldest, newest] = [known[0]?.day, known.at(-1)?.day];
    const first = oldest === undefined ? undefined : later(from, plusDays(oldest, 1));
    const last = newest === undefined ? undefined : earlier(to, newest);
    const isCovered = (day: string): boolean => first !== undefined && last !== undefined && first <= day && day <= last;
    for (let day = from; day <= to; day = plusDays(day, 1)) if (!isCovered(day)) add(days, day, { span, weight: 1 });
    if (first === undefined || last === undefined || first > last) continue;
    add(totals, last, { span, weight: 1 });
    add(totals, plusDays(first, -1), { span, weight: -1 });
    for (const { day } of known.filter((each) => each.isChanged && isCovered(each.day))) {
      add(totals, day, { span, weight: -1 });
      add(totals, plusDays(day, -1), { span, weight: 1 });
      add(days, day, { span, weight: 1 });
    }
  }
  const used = (weighted: Map<string, number[]>): readonly WeightedDay[] =>
    [...weighted].map(([day, weights]) => ({ day, weights })).filter(({ weights }) => weights.some((weight) => weight !== 0));
  return { totals: used(totals), days: used(days) };
};

/** Weights of days that follow each other without a gap. */
export interface WeightsByDay {
  /** Undefined where there are no days. */
  readonly first: string | undefined;
  readonly weights: readonly WeightedDay['weights'][];
}

/** The weights of every day from the first to the last of some parts, none on the days between that are no parts. */
export const weightsByDay = (parts: readonly WeightedDay[]): WeightsByDay => {
  const byDay = new Map(parts.map(({ day, weights }) => [day, weights]));
  const days = [...byDay.keys()].toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const weights: WeightedDay['weights'][] = [];
  if (first !== undefined && last !== undefined) for (let day = first; day <= last; day = plusDays(day, 1)) weights.push(byDay.get(day) ?? []);
  return { first, weights };
};

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);
