import { longText, optional, text } from '#kit/fields/field.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import { QUERY_LETTERS_MAX } from './advanced-query.ts';
import type { AnyResource, Resource } from '../resource.ts';

/** The parameters that carry the advanced query of a list that is no noun's. */
export const queryInput = { superQueryParams: optional(longText({ max: QUERY_LETTERS_MAX })), superQueryMatchType: optional(text({ max: 10 })) };

const withoutTable = { path: '', table: '', softDelete: false, scope: { tenant: 'hidden', agent: 'hidden', station: 'hidden' } } as const;

/** A list that is no noun's, with filters and columns as a noun's list has them; its rows are made by the list itself, read as `t`. */
export const customList = <const F extends FieldShape>(facts: Pick<Resource<F>, 'name' | 'key' | 'title' | 'fields' | 'sort'>): Resource<F> => ({
  ...withoutTable,
  ...facts,
});

/**
 * What an advanced query may name of a list that is no noun's: each field is a column of the rows that the list reads as `t`. It has no
 * table and no key; whose rows they are, and of which time, the list itself decides.
 */
export const customQuery = (name: string, fields: FieldShape): AnyResource => ({
  ...withoutTable,
  name,
  key: '',
  title: '',
  fields: Object.fromEntries(Object.entries(fields).map(([fieldName, field]) => [fieldName, { ...field, query: true as const }])),
});
