/** The seven parts of an expression, in the order in which they are written. */
export const PART_NAMES = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** The bounds of a part's numbers. Days of the week are numbered as in Quartz: 1 is Sunday, 7 is Saturday. */
export const partBounds: Readonly<Record<PartName, { readonly min: number; readonly max: number }>> = {
  second: { min: 0, max: 59 },
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12 },
  week: { min: 1, max: 7 },
  year: { min: 1970, max: 2199 },
};
/** L-30 is the first day of a month of 31 days, so no larger offset is valid. */
export const LAST_BEFORE_MAX = 30;
export const NTH_MAX = 5;

/** Every `step`-th value from `from` to `to`. */
export interface CronTerm {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The parsed value of one part. `mixed` is a list with at least one entry that is not a single value. */
export type CronPart =
  | { readonly mode: 'every' }
  | { readonly mode: 'unset' }
  | { readonly mode: 'range'; readonly from: number; readonly to: number }
  | { readonly mode: 'loop'; readonly start: number; readonly step: number }
  | { readonly mode: 'list'; readonly values: readonly number[] }
  | { readonly mode: 'mixed'; readonly terms: readonly CronTerm[] }
  | { readonly mode: 'last'; readonly before: number }
  | { readonly mode: 'lastWorkday' }
  | { readonly mode: 'workday'; readonly day: number }
  | { readonly mode: 'lastOf'; readonly week: number }
  | { readonly mode: 'nth'; readonly week: number; readonly nth: number };
export type PartMode = CronPart['mode'];

/** Why a part cannot be parsed. */
export interface PartProblem {
  readonly code: 'badPart' | 'outside' | 'badStep' | 'order' | 'alone';
  readonly part: PartName;
  /** The text that cannot be parsed. */
  readonly text: string;
  readonly min: number;
  readonly max: number;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Parses the text of one part. */
export const readPart = (part: PartName, text: string): CronPart | PartProblem => {
  const { min, max } = partBounds[part];
  const problem = (code: PartProblem['code']): PartProblem => ({ code, part, text, min, max });
  const numeric = withNumbers(part, text.toUpperCase());
  if (numeric === '*') return { mode: 'every' };
  if (numeric === '?') return part === 'day' || part === 'week' ? { mode: 'unset' } : problem('badPart');
  const special = readSpecial(part, numeric);
  if (special) return special === 'outside' ? problem('outside') : special;
  const items = numeric.split(',');
  if (items.length > 1 && items.some((item) => /[LW#?]/.test(item))) return problem('alone');
  const terms: CronTerm[] = [];
  for (const item of items) {
    const term = readTerm(item, { part, min, max });
    if (typeof term === 'string') return problem(term);
    terms.push(term);
  }
  return shaped(terms, { items, max });
};

/** Whether the result is a problem rather than a part. */
export const isProblem = (result: CronPart | PartProblem): result is PartProblem => 'code' in result;

const withNumbers = (part: PartName, text: string): string => {
  const names = part === 'month' ? MONTHS : part === 'week' ? WEEKDAYS : undefined;
  return names ? text.replace(/[A-Z]{3}/g, (name) => (names.includes(name) ? String(names.indexOf(name) + 1) : name)) : text;
};

const within = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean => value >= min && value <= max;

/** Parses the forms that only days of the month and of the week allow. */
const readSpecial = (part: PartName, text: string): CronPart | 'outside' | undefined => {
  if (part === 'day') {
    if (text === 'LW' || text === 'WL') return { mode: 'lastWorkday' };
    const last = /^L(?:-(\d{1,3}))?$/.exec(text);
    if (last) return Number(last[1] ?? 0) <= LAST_BEFORE_MAX ? { mode: 'last', before: Number(last[1] ?? 0) } : 'outside';
    const workday = /^(\d{1,3})W$/.exec(text);
    if (workday) return within(Number(workday[1]), partBounds.day) ? { mode: 'workday', day: Number(workday[1]) } : 'outside';
  }
  if (part !== 'week') return undefined;
  if (text === 'L') return { mode: 'list', values: [partBounds.week.max] };
  const lastOf = /^(\d{1,3})L$/.exec(text);
  if (lastOf) return within(Number(lastOf[1]), partBounds.week) ? { mode: 'lastOf', week: Number(lastOf[1]) } : 'outside';
  const nth = /^(\d{1,3})#(\d{1,3})$/.exec(text);
  if (!nth) return undefined;
  const [week, count] = [Number(nth[1]), Number(nth[2])];
  return within(week, partBounds.week) && within(count, { min: 1, max: NTH_MAX }) ? { mode: 'nth', week, nth: count } : 'outside';
};

interface PartBounds {
  readonly part: PartName;
  readonly min: number;
  readonly max: number;
}

/** Parses `*`, `5`, `5-9`, `5/10` or `5-9/2`; a range may wrap around, for example from 22 to 2 o'clock. */
const readTerm = (text: string, { part, min, max }: PartBounds): CronTerm | PartProblem['code'] => {
  const match = /^(?:(\*)|(\d{1,4})(?:-(\d{1,4}))?)(?:\/(\d{1,4}))?$/.exec(text);
  if (!match) return 'badPart';
  const [, star, first, second, stride] = match;
  const step = Number(stride ?? 1);
  const from = star === undefined ? Number(first) : min;
  const to = second === undefined ? (stride === undefined && star === undefined ? from : max) : Number(second);
  if (!within(from, { min, max }) || !within(to, { min, max })) return 'outside';
  if (step < 1 || step > max - min + 1) return 'badStep';
  return from > to && part === 'year' ? 'order' : { from, to, step };
};

/** The part in the form that the editor produces. */
const shaped = (terms: readonly CronTerm[], { items, max }: { readonly items: readonly string[]; readonly max: number }): CronPart => {
  const [one] = terms;
  if (terms.length === 1 && one) {
    if (items[0] === '*') return { mode: 'every' };
    if (items[0]?.includes('/')) return one.to === max ? { mode: 'loop', start: one.from, step: one.step } : { mode: 'mixed', terms };
    if (items[0]?.includes('-')) return { mode: 'range', from: one.from, to: one.to };
  }
  return terms.every(({ from, to, step }) => from === to && step === 1)
    ? { mode: 'list', values: [...new Set(terms.map(({ from }) => from))].toSorted((a, b) => a - b) }
    : { mode: 'mixed', terms };
};

export const partText = (part: CronPart): string => {
  switch (part.mode) {
    case 'every':
      return '*';
    case 'unset':
      return '?';
    case 'range':
      return `${part.from}-${part.to}`;
    case 'loop':
      return `${part.start}/${part.step}`;
    case 'list':
      return part.values.join(',');
    case 'mixed':
      return part.terms.map(termText).join(',');
    case 'last':
      return part.before === 0 ? 'L' : `L-${part.before}`;
    case 'lastWorkday':
      return 'LW';
    case 'workday':
      return `${part.day}W`;
    case 'lastOf':
      return `${part.week}L`;
    case 'nth':
      return `${part.week}#${part.nth}`;
  }
};

const termText = ({ from, to, step }: CronTerm): string => `${from === to ? from : `${from}-${to}`}${step === 1 ? '' : `/${step}`}`;

/** The numbers that a part selects, ascending; undefined for parts that depend on the month, and for `?`. */
export const partValues = (name: PartName, part: CronPart): readonly number[] | undefined => {
  const { min, max } = partBounds[name];
  const terms = termsOf(part, { min, max });
  if (!terms) return undefined;
  const values = new Set<number>();
  for (const { from, to, step } of terms) {
    const end = from <= to ? to : to + (max - min + 1);
    for (let value = from; value <= end; value += step) values.add(value > max ? value - (max - min + 1) : value);
  }
  return [...values].toSorted((a, b) => a - b);
};

const termsOf = (part: CronPart, { min, max }: { readonly min: number; readonly max: number }): readonly CronTerm[] | undefined => {
  switch (part.mode) {
    case 'every':
      return [{ from: min, to: max, step: 1 }];
    case 'range':
      return [{ from: part.from, to: part.to, step: 1 }];
    case 'loop':
      return [{ from: part.start, to: max, step: part.step }];
    case 'list':
      return part.values.map((value) => ({ from: value, to: value, step: 1 }));
    case 'mixed':
      return part.terms;
    default:
      return undefined;
  }
};
