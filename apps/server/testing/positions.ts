import type { Field } from '#kit/fields/field.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import type { Input } from '#kit/test/nouns/ask.ts';

/** An endpoint with what it is called and whose it is. */
export interface NamedEndpoint {
  readonly endpoint: Endpoint;
  /** `station.edit` */
  readonly name: string;
  readonly feature: Feature;
}

/** What names a row: a noun, and the field of it that is given when that is not the key. */
export interface Names {
  readonly noun: string;
  readonly field?: string;
  /** The kind of party that the request says it is, where that decides about the noun. */
  readonly by?: 'mainPartType';
}

/** The noun that is named in a request. */
export const nounIn = (names: Names, sample: Input): string => {
  if (!names.by) return names.noun;
  return { 1: 'customer', 2: 'card', 3: 'customer', 4: 'car' }[Number(sample[names.by])] ?? names.noun;
};

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

/** Names that stand for a row without being the key of its noun, and what looks like such a name and is none. */
const known: Readonly<Record<string, Names | 'free'>> = {
  username: { noun: 'user', field: 'username' },
  'lookup.loadTreePath key': { noun: 'category' },
  'online.forceLogout token': { noun: 'online' },
  vipInfoId: { noun: 'vipLevel' },
  phoneUserId: { noun: 'customer' },
  mainPartId: { noun: 'card', by: 'mainPartType' },
  chargingOrderNo: { noun: 'chargingOrder', field: 'chargingOrderNo' },
  reservationOrderNo: { noun: 'reservationOrder', field: 'reservationOrderNo' },
  selecteddeparts: { noun: 'depart' },
  selectedroles: { noun: 'role' },
  departIds: { noun: 'depart' },
  post: { noun: 'position' },
  relTenantIds: { noun: 'tenant' },
  newRoleId: { noun: 'departRole' },
  oldRoleId: { noun: 'departRole' },
  reverseRecordId: { noun: 'recharge' },
  mainPartNo: { noun: 'card', field: 'icCardNo' },
  // Codes of the program, not rows.
  dictCode: 'free',
  areaCode: 'free',
  'area.queryAreaPaths ids': 'free',
  // Of the history of one setting, which is asked for with it.
  'config.restore id': 'free',
  publicKey: 'free',
  // Of whatever noun is named; apps/server/bulk.test.ts looks at these.
  rowIds: 'free',
  parentIds: { noun: 'permission' },
  roleIds: { noun: 'role' },
  permissionIds: { noun: 'permission' },
  lastpermissionIds: { noun: 'permission' },
  // Of the person alone; apps/server/saved-view.test.ts looks at these.
  viewId: 'free',
  checkKey: 'free',
  ruleCode: 'free',
  parentId: 'free',
  // Names that are looked up among what nouns offer; their own tests send them everything.
  key: 'free',
  code: 'free',
  dataId: 'free',
  pid: { noun: 'category' },
  pcode: { noun: 'category', field: 'code' },
  invoiceCode: 'free',
  roleCode: 'free',
  orgCode: 'free',
  primaryKey: 'free',
  // Numbers of cards and plates that somebody is just giving.
  icCardNo: 'free',
  newIcCardNo: 'free',
  cardCarNo: 'free',
  workNo: 'free',
  anntId: { noun: 'notice' },
  userIds: { noun: 'user' },
  busId: 'free',
  rateRuleNo: 'free',
  payQrCode: 'free',
  smscode: 'free',
  carVin: 'free',
};

const looksLikeAName = /(^|[a-z])(ids?|codes?|nos?|keys?)$|^(id|ids|selections|.*username)$/i;

/** What an input of an endpoint names: a row, or nothing. Fails for one that looks as if it did and is not known here. */
export const namesOf = (registry: Registry, place: NamedEndpoint, input: readonly [name: string, field: Field]): Names | undefined => {
  const [name, field] = input;
  if (field.kind === 'ref' && field.to !== undefined) return { noun: field.to };
  if (['choice', 'choices', 'count', 'json', 'list', 'instant', 'day', 'money', 'decimal', 'percent'].includes(field.kind)) return undefined;
  const own = place.feature.resource;
  const told = known[`${place.name} ${name}`] ?? known[name];
  if (told) return told === 'free' ? undefined : told;
  if (['id', 'ids', 'entityId', 'selections'].includes(name) && own) return { noun: own.name };
  const byKey = nounsByKey(registry);
  const noun = byKey.get(name) ?? byKey.get(name.replace(/s$/, ''));
  // The code that a new pile is given is nobody's yet.
  if (noun && noun === own?.name && place.name.endsWith('.add')) return undefined;
  if (noun) return { noun };
  if (field.kind === 'id' || looksLikeAName.test(name)) throw new Error(`${place.name}: say in apps/server/testing/positions.ts what ${name} names`);
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
