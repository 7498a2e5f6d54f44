import { longText, optional, text } from '#kit/fields/field.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import { QUERY_LETTERS_MAX } from './advanced-query.ts';
import type { AnyResource, Resource } from '../resource.ts';

/** The parameters with the advanced query of a list that belongs to no noun. */
export const queryInput = { superQueryParams: optional(longText({ max: QUERY_LETTERS_MAX })), superQueryMatchType: optional(text({ max: 10 })) };

const withoutTable = { path: '', table: '', softDelete: false, scope: { tenant: 'hidden', agent: 'hidden', station: 'hidden' } } as const;

/** A list that belongs to no noun, with filters and columns like a noun's list. The list itself selects its rows, as `t`. */
export const customList = <const F extends FieldShape>(facts: Pick<Resource<F>, 'name' | 'key' | 'title' | 'fields' | 'sort'>): Resource<F> => ({
  ...withoutTable,
  ...facts,
});

/**
 * The fields of an advanced query on a list that belongs to no noun: each is a column of the rows that the list selects as `t`. It has no table and
 * no key; the list itself applies scope and period.
 */
export const customQuery = (name: string, fields: FieldShape): AnyResource => ({
  ...withoutTable,
  name,
  key: '',
  title: '',
  fields: Object.fromEntries(Object.entries(fields).map(([fieldName, field]) => [fieldName, { ...field, query: true as const }])),
});
