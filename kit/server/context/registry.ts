import type { CodeTable } from '#kit/fields/codes.ts';
import type { Domain, Feature, FeatureLookup } from '#kit/resource/feature.ts';
import type { AnyJobKind } from '#kit/resource/job.ts';
import type { MenuGroup } from '#kit/resource/menu.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Setting } from '#kit/resource/setting.ts';

/** The declarations of all domains. */
export interface Registry extends FeatureLookup {
  readonly domains: readonly Domain[];
  readonly features: readonly Feature[];
  resource(name: string): AnyResource;
  readonly codeTables: ReadonlyMap<string, CodeTable>;
  /** The settings of operators, by key. */
  readonly settings: ReadonlyMap<string, Setting>;
  /** Scheduled jobs, by name. */
  readonly jobs: ReadonlyMap<string, AnyJobKind>;
  /** The groups of the side menu, in order. */
  readonly menuGroups: readonly MenuGroup[];
  /** All permission codes, sorted. */
  readonly permissions: readonly string[];
}

/** Collects the declarations. Two nouns, code tables or routes with the same name are a programming error and prevent the start. */
export const createRegistry = (domains: readonly Domain[]): Registry => {
  const features = domains.flatMap((domain) => domain.features);
  const resources = unique(
    features.flatMap((feature) => (feature.resource ? [feature.resource] : [])),
    (noun) => noun.name,
  );
  unique(
    features.flatMap((feature) => Object.values(feature.api)),
    (endpoint) => `${endpoint.method} ${endpoint.path}`,
  );
  const byName = unique(features, (feature) => feature.name);
  const groups = unique(
    domains.flatMap(({ menuGroups = [] }) => menuGroups),
    ({ name }) => name,
  );
  return {
    domains,
    features,
    resource: (name) => resources.get(name) ?? throwUnknown(name),
    feature: (name) => byName.get(name),
    codeTables: gatherCodes(features),
    settings: unique(
      features.flatMap((feature) => feature.settings ?? []),
      ({ key }) => key,
    ),
    jobs: unique(
      features.flatMap((feature) => feature.jobs ?? []),
      ({ name }) => name,
    ),
    menuGroups: [...groups.values()].toSorted((one, other) => one.order - other.order),
    permissions: [
      ...new Set(
        features.flatMap((feature) => [...Object.values(feature.api).map((endpoint) => endpoint.allow), ...(feature.extraPermissions ?? [])]),
      ),
    ]
      .filter((code) => code !== 'public' && code !== 'signedIn')
      .sort(),
  };
};

const throwUnknown = (name: string): never => {
  throw new Error(`no resource is called ${name}`);
};

const unique = <T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> => {
  const byName = new Map<string, T>();
  for (const item of items) {
    if (byName.has(nameOf(item))) throw new Error(`${nameOf(item)} is declared twice`);
    byName.set(nameOf(item), item);
  }
  return byName;
};

const gatherCodes = (features: readonly Feature[]): ReadonlyMap<string, CodeTable> => {
  const tables = new Map<string, CodeTable>();
  const shapes = features.flatMap((feature) => [
    feature.resource?.fields ?? {},
    ...Object.values(feature.api).flatMap(({ input, queryOf }) => [input, queryOf?.fields ?? {}]),
  ]);
  const codeTables = [
    ...features.flatMap((feature) => feature.codes ?? []),
    ...shapes.flatMap((shape) => Object.values(shape).flatMap((field) => (field.codes ? [field.codes] : []))),
  ];
  for (const table of codeTables) {
    const existing = tables.get(table.dictCode);
    if (existing && existing !== table) throw new Error(`two code tables are called ${table.dictCode}`);
    tables.set(table.dictCode, table);
  }
  return tables;
};
