import type { Field, Kind } from '#kit/fields/field.ts';
import { readable } from '../resource.ts';
import type { AnyResource } from '../resource.ts';

/** The comparisons of an advanced query; `right_like` is "begins with" and `left_like` is "ends with", as in the product family. */
export const queryRules = ['eq', 'like', 'right_like', 'left_like', 'in', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type QueryRule = (typeof queryRules)[number];
export type QueryMatch = 'and' | 'or';

/** A condition of an advanced query on the wire. Several values of `in` are joined with commas. */
export interface QueryRow {
  readonly field: string;
  readonly rule: QueryRule;
  readonly val: string;
  /** `date`: the day that begins at this instant, in any time zone. */
  readonly type?: string;
}

/** The largest number of conditions of a query, and the length of its text. */
export const QUERY_ROWS_MAX = 20;
export const QUERY_LETTERS_MAX = 8_000;

const same = ['eq', 'ne', 'in'] as const;
const words = ['eq', 'like', 'right_like', 'left_like', 'in', 'ne'] as const;
const ordered = ['eq', 'ne', 'in', 'gt', 'ge', 'lt', 'le'] as const;

/** The rules that apply to each kind; any other is refused. */
const rules: Readonly<Record<Kind, readonly QueryRule[]>> = {
  id: same,
  ref: same,
  choice: same,
  zone: same,
  choices: ['eq', 'in'],
  text: words,
  longText: words,
  phone: words,
  count: ordered,
  decimal: ordered,
  money: ordered,
  percent: ordered,
  day: ordered,
  timeOfDay: ordered,
  instant: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'],
  image: [],
  json: [],
  list: [],
};
export const queryRulesOf = ({ kind }: Field): readonly QueryRule[] => rules[kind];

/** The fields that an advanced query may use: filterable fields, and those declared with `query`. */
export const queryFieldsOf = (noun: AnyResource): readonly (readonly [string, Field])[] =>
  readable(noun).filter(([, field]) => (field.filter !== undefined || field.query !== undefined) && queryRulesOf(field).length > 0);
