import type { Field } from '#kit/fields/field.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { Alias } from '#kit/test/nouns/noun-testing.ts';
import { testings } from './nouns.ts';

/** An endpoint with its full name and its feature. */
export interface NamedEndpoint {
  readonly endpoint: Endpoint;
  /** `station.edit` */
  readonly name: string;
  readonly feature: Feature;
}

/** How an input names a row: its noun, and the form of the name. */
export interface Names extends Alias {
  readonly noun: string;
}

/** The noun that a request names. */
export const nounIn = ({ noun, nounBy }: Names, sample: Input): string => (nounBy && nounBy.nouns[String(sample[nounBy.input])]) ?? noun;

/** A place in a request that can name a row. */
export interface Position extends Names {
  readonly path: string;
  /** Functions that put a key there; a list keeps the keys of the sample beside it. */
  readonly writers: readonly ((sample: Input, key: string) => Input)[];
}

export const placesOf = (registry: Registry): readonly NamedEndpoint[] =>
  registry.features.flatMap((feature) =>
    Object.entries(feature.api).map(([name, endpoint]) => ({ endpoint, feature, name: `${feature.name}.${name}` })),
  );

/** Inputs that name a row although their name differs from the key of its noun, and inputs that have such a name and name no row. */
const aliases: ReadonlyMap<string, Names | 'none'> = new Map<string, Names | 'none'>([
  ...testings.flatMap(({ name: noun, aliases: declared = {} }) =>
    Object.entries(declared).map(([input, alias]) => [input, { ...alias, noun }] as const),
  ),
  ...testings.flatMap(({ namesNoRow = [] }) => namesNoRow.map((input) => [input, 'none'] as const)),
]);

const looksLikeKey = /(^|[a-z])(ids?|codes?|nos?|keys?)$|^(id|ids|selections|.*username)$/i;

/** The row that an input of an endpoint names, if any. Fails for an input that looks like a key and is not listed here. */
export const namesOf = (registry: Registry, place: NamedEndpoint, input: readonly [name: string, field: Field]): Names | undefined => {
  const [name, field] = input;
  if (field.kind === 'ref' && field.to !== undefined) return { noun: field.to };
  if (['choice', 'choices', 'count', 'json', 'list', 'instant', 'day', 'money', 'decimal', 'percent'].includes(field.kind)) return undefined;
  const own = place.feature.resource;
  const alias = aliases.get(`${place.name} ${name}`) ?? aliases.get(name);
  if (alias) return alias === 'none' ? undefined : alias;
  if (['id', 'ids', 'entityId', 'selections'].includes(name) && own) return { noun: own.name };
  const byKey = nounsByKey(registry);
  const noun = byKey.get(name) ?? byKey.get(name.replace(/s$/, ''));
  // The code of a new pile belongs to no row yet.
  if (noun && noun === own?.name && place.name.endsWith('.add')) return undefined;
  if (noun) return { noun };
  if (field.kind === 'id' || looksLikeKey.test(name)) throw new Error(`${place.name}: say in ${place.feature.name}.testing.ts what ${name} names`);
  return undefined;
};

const nounsByKey = (registry: Registry): ReadonlyMap<string, string> =>
  new Map(
    registry.features
      .flatMap((feature): [string, string][] => (feature.resource && feature.resource.key !== 'id' ? [[feature.resource.key, feature.name]] : []))
      .reverse(),
  );

/** Every position of an endpoint: its inputs, the inputs inside its lists, and the filters of the list that it reads. */
export const positionsOf = (registry: Registry, place: NamedEndpoint): readonly Position[] => {
  const { endpoint } = place;
  const inputs = Object.entries(endpoint.input).flatMap(([name, field]): readonly Position[] => {
    if (field.kind === 'list') return insideList(registry, place, [name, field]);
    const names = namesOf(registry, place, [name, field]);
    return names ? [{ ...names, path: name, writers: field.kind === 'longText' ? [onlyKey(name), addBeside(name)] : [onlyKey(name)] }] : [];
  });
  const filters = endpoint.listOf ? filtersOf(registry, place, endpoint.listOf) : [];
  return [...inputs, ...filters.filter((filter) => !inputs.some((input) => input.path === filter.path))];
};

const onlyKey =
  (name: string) =>
  (sample: Input, key: string): Input => ({ ...sample, [name]: key });
const addBeside =
  (name: string) =>
  (sample: Input, key: string): Input => ({ ...sample, [name]: typeof sample[name] === 'string' ? `${sample[name]},${key}` : key });

const insideList = (registry: Registry, place: NamedEndpoint, [name, field]: readonly [string, Field]): readonly Position[] =>
  Object.entries(field.of ?? {}).flatMap(([inner, innerField]) => {
    const names = namesOf(registry, place, [inner, innerField]);
    const items = (sample: Input): readonly unknown[] => (Array.isArray(sample[name]) ? sample[name] : []);
    if (!names) return [];
    const writers = [
      (sample: Input, key: string): Input => ({ ...sample, [name]: [{ ...Object(items(sample)[0]), [inner]: key }] }),
      (sample: Input, key: string): Input => ({ ...sample, [name]: [...items(sample), { ...Object(items(sample)[0]), [inner]: key }] }),
    ];
    return [{ ...names, path: `${name}.${inner}`, writers }];
  });

const filtersOf = (registry: Registry, place: NamedEndpoint, noun: AnyResource): readonly Position[] =>
  readable(noun).flatMap(([name, field]): readonly Position[] => {
    if (field.filter === undefined || field.filter === 'between' || field.codes || aliases.get(`${noun.name}.filter ${name}`) === 'none') return [];
    const names =
      field.kind === 'text' || field.kind === 'phone'
        ? { noun: noun.name, field: name }
        : namesOf(registry, { ...place, name: `${noun.name}.filter` }, [name, field]);
    return names ? [{ ...names, path: `?${name}`, writers: [onlyKey(name)] }] : [];
  });
