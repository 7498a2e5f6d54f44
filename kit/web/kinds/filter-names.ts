import type { Field } from '#kit/fields/field.ts';

/** The filters of a list as query parameters: `name`, or `name_begin` and `name_end`. */
export type Filters = Readonly<Record<string, string>>;

export interface FilterInputProps {
  readonly name: string;
  readonly field: Field;
  readonly values: Filters;
  readonly onChange: (patch: Readonly<Record<string, string | undefined>>) => void;
  readonly id?: string;
}

/** The query parameters of a field's filter. */
export const filterNames = (name: string, field: Field): readonly string[] =>
  field.filter === 'between' ? [`${name}_begin`, `${name}_end`] : [name];

export const idOf = (id: string | undefined) => (id === undefined ? {} : { id });
