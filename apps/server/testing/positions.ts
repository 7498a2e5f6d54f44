import type { Field } from '#kit/fields/field.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { Alias } from '#kit/test/nouns/noun-testing.ts';
import { testings } from './nouns.ts';

/** An endpoint with what it is called and whose it is. */
export interface NamedEndpoint {
  readonly endpoint: Endpoint;
  /** `station.edit` */
  readonly name: string;
  readonly feature: Feature;
}

/** What names a row: a noun, and how. */
export interface Names extends Alias {
  readonly noun: string;
}

/** The noun that is named in a request. */
export const nounIn = ({ noun, nounBy }: Names, sample: Input): string => (nounBy && nounBy.nouns[String(sample[nounBy.input])]) ?? noun;

/** Somewhere a request can name a row. */
export interface Position extends Names {
  readonly at: string;
  /** Puts a key there; what the sample says stands beside it where several may stand. */
  readonly put: readonly ((sample: Input, key: string) => Input)[];
}

export const placesOf = (registry: Registry): readonly NamedEndpoint[] =>
  registry.features.flatMap((feature) =>
    Object.entries(feature.api).map(([name, endpoint]) => ({ endpoint, feature, name: `${feature.name}.${name}` })),
  );

/** Inputs that name a row without being called like the key of its noun, and those that are called so and name none. */
const aliases: ReadonlyMap<string, Names | 'none'> = new Map<string, Names | 'none'>([
  ...testings.flatMap(({ name: noun, aliases: said = {} }) => Object.entries(said).map(([input, alias]) => [input, { ...alias, noun }] as const)),
  ...testings.flatMap(({ namesNoRow = [] }) => namesNoRow.map((input) => [input, 'none'] as const)),
]);

const looksLikeAName = /(^|[a-z])(ids?|codes?|nos?|keys?)$|^(id|ids|selections|.*username)$/i;

/** What an input of an endpoint names: a row, or nothing. Fails for one that looks as if it did and is not known here. */
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
  // The code that a new pile is given is nobody's yet.
  if (noun && noun === own?.name && place.name.endsWith('.add')) return undefined;
  if (noun) return { noun };
  if (field.kind === 'id' || looksLikeAName.test(name)) throw new Error(`${place.name}: say in ${place.feature.name}.testing.ts what ${name} names`);
  return undefined;
};

const nounsByKey = (registry: Registry): ReadonlyMap<string, string> =>
  new Map(
    registry.features
      .flatMap((feature): [string, string][] => (feature.resource && feature.resource.key !== 'id' ? [[feature.resource.key, feature.name]] : []))
      .reverse(),
  );

/** Every position of an endpoint: its inputs, those inside its lists, and the filters of the list it reads. */
export const positionsOf = (registry: Registry, place: NamedEndpoint): readonly Position[] => {
  const { endpoint } = place;
  const inputs = Object.entries(endpoint.input).flatMap(([name, field]): readonly Position[] => {
    if (field.kind === 'list') return insideList(registry, place, [name, field]);
    const names = namesOf(registry, place, [name, field]);
    return names ? [{ ...names, at: name, put: field.kind === 'longText' ? [alone(name), beside(name)] : [alone(name)] }] : [];
  });
  const filters = endpoint.listOf ? filtersOf(registry, place, endpoint.listOf) : [];
  return [...inputs, ...filters.filter((filter) => !inputs.some((input) => input.at === filter.at))];
};

const alone =
  (name: string) =>
  (sample: Input, key: string): Input => ({ ...sample, [name]: key });
const beside =
  (name: string) =>
  (sample: Input, key: string): Input => ({ ...sample, [name]: typeof sample[name] === 'string' ? `${sample[name]},${key}` : key });

const insideList = (registry: Registry, place: NamedEndpoint, [name, field]: readonly [string, Field]): readonly Position[] =>
  Object.entries(field.of ?? {}).flatMap(([inner, innerField]) => {
    const names = namesOf(registry, place, [inner, innerField]);
    const items = (sample: Input): readonly unknown[] => (Array.isArray(sample[name]) ? sample[name] : []);
    if (!names) return [];
    const put = [
      (sample: Input, key: string): Input => ({ ...sample, [name]: [{ ...Object(items(sample)[0]), [inner]: key }] }),
      (sample: Input, key: string): Input => ({ ...sample, [name]: [...items(sample), { ...Object(items(sample)[0]), [inner]: key }] }),
    ];
    return [{ ...names, at: `${name}.${inner}`, put }];
  });

const filtersOf = (registry: Registry, place: NamedEndpoint, noun: AnyResource): readonly Position[] =>
  readable(noun).flatMap(([name, field]): readonly Position[] => {
    if (field.filter === undefined || field.filter === 'between' || field.codes) return [];
    const names =
      field.kind === 'text' || field.kind === 'phone'
        ? { noun: noun.name, field: name }
        : namesOf(registry, { ...place, name: `${noun.name}.filter` }, [name, field]);
    return names ? [{ ...names, at: `?${name}`, put: [alone(name)] }] : [];
  });
