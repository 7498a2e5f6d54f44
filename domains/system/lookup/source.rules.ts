import type { Feature } from '#kit/resource/feature.ts';
import type { AnyResource } from '#kit/resource/resource.ts';

/** A noun that offers look-ups by name. */
export interface Source {
  readonly noun: AnyResource;
  readonly lookup: NonNullable<Feature['lookup']>;
}

/** The source with a name, which is that of the noun or of its table. */
const sourceOf = (features: readonly Feature[], name: string): Source | undefined => {
  const found = features.find(({ lookup, resource }) => lookup && resource && (resource.name === name || resource.table === name));
  return found?.resource && found.lookup && { noun: found.resource, lookup: found.lookup };
};

/** A noun with `unique` fields, by its own name or that of its table. */
export const uniqueSource = (features: readonly Feature[], name: string): AnyResource | undefined =>
  features.find(
    ({ resource: noun }) => noun && (noun.name === name || noun.table === name) && Object.values(noun.fields).some(({ unique }) => unique),
  )?.resource;

/** `dict_code` and `dictCode` are the same field. */
export const camelCaseOf = (name: string): string => name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** `table,text,code`: a source whose rows are offered with exactly these fields. */
export const offeredSource = (features: readonly Feature[], parts: readonly string[]): Source | undefined => {
  const [table = '', text = '', code = '', ...more] = parts.map((part) => part.trim());
  const source = sourceOf(features, table);
  const isOffered = source?.lookup.offered && more.length === 0 && camelCaseOf(text) === source.noun.title && camelCaseOf(code) === source.noun.key;
  return isOffered ? source : undefined;
};
