import { plusDays } from '../charge-sum/period-before.rules.ts';

/** Dates of which sums exist, one after the other: from the beginning of `first` to the end of `last` in UTC. */
export interface DateRun {
  readonly first: string;
  readonly last: string;
}

/** The longest run among some dates in ascending order; the later one of equally long ones. */
export const longestRun = (dates: readonly string[]): DateRun | undefined => {
  let longest: (DateRun & { readonly days: number }) | undefined;
  let run: (DateRun & { readonly days: number }) | undefined;
  for (const date of dates) {
    run = run && plusDays(run.last, 1) === date ? { first: run.first, last: date, days: run.days + 1 } : { first: date, last: date, days: 1 };
    if (!longest || run.days >= longest.days) longest = run;
  }
  return longest && { first: longest.first, last: longest.last };
};

/** A span of time without its end. */
export interface Instants {
  readonly since: Date;
  readonly until: Date;
}

/** What remains of a span before and after a run of dates; both may be empty. */
export const aroundRun = ({ since, until }: Instants, run: DateRun | undefined): readonly [Instants, Instants] =>
  run
    ? [
        { since, until: new Date(run.first) },
        { since: new Date(plusDays(run.last, 1)), until },
      ]
    : [
        { since, until },
        { since: until, until },
      ];
