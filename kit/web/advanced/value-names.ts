import { useQueries } from '@tanstack/react-query';
import { useLanguage } from '../language.ts';
import { namesOfRefs } from '../kinds/ref-lookup.ts';
import { fieldOf } from './advanced.ts';
import type { DraftRow, QueryFields } from './advanced.ts';
import type { NameValues, OwnValues } from './own-values.ts';

/** The display name of a field's value, once it is known. */
export type NameOf = (field: string, value: string) => string | undefined;

interface ValueNamesInput {
  readonly fields: QueryFields;
  readonly values: OwnValues;
}

const FRESH_MS = 30_000;

/** Loads the display names of values for which the picker returned none, with one call for each field. */
export const useValueNames = ({ fields, values }: ValueNamesInput, rows: readonly DraftRow[]): NameOf => {
  const language = useLanguage();
  const references = [...new Set(rows.map(({ field }) => field))].flatMap((field = '') => {
    const namer = namerOf({ fields, values }, field);
    const keys = rows.filter((row) => row.field === field && !row.text).flatMap(({ val }) => val.split(','));
    return namer && keys.length > 0 ? [{ field, namer, keys: [...new Set(keys)].toSorted() }] : [];
  });
  const results = useQueries({
    queries: references.map(({ field, namer, keys }) => ({
      queryKey: ['names of conditions', language, field, fieldOf(fields, field)?.to, ...keys],
      queryFn: () => namer(keys),
      staleTime: FRESH_MS,
    })),
  });
  const names = new Map(references.map(({ field }, index) => [field, results[index]?.data]));
  return (field, value) => names.get(field)?.get(value);
};

const namerOf = ({ fields, values }: ValueNamesInput, name: string): NameValues | undefined => {
  const { to } = fieldOf(fields, name) ?? {};
  return values[name]?.names ?? (to === undefined ? undefined : (keys) => namesOfRefs(to, keys));
};
