import type { Field, Kind } from '#kit/fields/field.ts';
import { readable } from '../resource.ts';
import type { AnyResource } from '../resource.ts';

/** How a row of an advanced query compares; `right_like` begins with, `left_like` ends with, as the family says it. */
export const queryRules = ['eq', 'like', 'right_like', 'left_like', 'in', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type QueryRule = (typeof queryRules)[number];
export type QueryMatch = 'and' | 'or';

/** One row of an advanced query on the wire. Several values of `in` are joined by commas. */
export interface QueryRow {
  readonly field: string;
  readonly rule: QueryRule;
  readonly val: string;
  /** `date`: the day that begins at this instant, wherever the asker is. */
  readonly type?: string;
}

/** Most rows of one query, and letters of its text. */
export const QUERY_ROWS_MAX = 20;
export const QUERY_LETTERS_MAX = 8_000;

const same = ['eq', 'ne', 'in'] as const;
const words = ['eq', 'like', 'right_like', 'left_like', 'in', 'ne'] as const;
const ordered = ['eq', 'ne', 'in', 'gt', 'ge', 'lt', 'le'] as const;

/** The rules that mean something for a kind; any other is refused. */
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

/** The fields an advanced query may name: those that lists may be narrowed by, and those that say so. */
export const queryFieldsOf = (noun: AnyResource): readonly (readonly [string, Field])[] =>
  readable(noun).filter(([, field]) => (field.filter !== undefined || field.query === true) && queryRulesOf(field).length > 0);
