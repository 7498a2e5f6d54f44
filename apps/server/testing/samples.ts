import { valuesOf } from '#kit/fields/codes.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import type { SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowMakers, declaredSamples } from './nouns.ts';
import { namesOf } from './positions.ts';
import type { NamedEndpoint, Names } from './positions.ts';
import { fail } from './world.ts';
import type { ServerTestbed } from './world.ts';

/** Where samples are made, and whether they need rows of their own. */
interface Site {
  readonly world: ServerTestbed;
  readonly owner: Owner;
  readonly needsOwnRows: boolean;
}

const makerOf = ({ world, owner, needsOwnRows }: Site): SampleMaker => ({
  builder: world,
  owner,
  fresh: needsOwnRows,
  own: async (noun) => (needsOwnRows ? world.make(noun, owner) : world.key(noun, owner)),
  valueOf: async (name, key, field) => {
    const noun = world.server.registry.resource(name);
    const [row] = await world.database.asSuperuser<{ value: string }>(
      `select ${columnOf(field)} as value from ${noun.table} where ${columnOf(noun.key)}::text = $1`,
      [key],
    );
    return String(row?.value);
  },
});

/** Whether a request may consume the row that it names, so that it needs a row of its own. */
export const isConsuming = ({ endpoint }: NamedEndpoint): boolean => endpoint.method !== 'GET' || endpoint.changes === true;

/**
 * Requests to an endpoint in which every named row belongs to the owner. They are declared by the feature or derived from the shape of the input.
 * Fails for an endpoint that needs more and whose feature declares nothing.
 */
export const samplesOf = async (place: NamedEndpoint, site: Site): Promise<readonly Input[]> => {
  const maker = makerOf(site);
  const declared = declaredSamples[place.name];
  if (declared) return declared(maker);
  const { endpoint, feature } = place;
  const rows = feature.resource && rowMakers[feature.resource.name];
  if (place.name.endsWith('.add') && rows?.draft) return [await rows.draft(site.world, site.owner)];
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(endpoint.input)) {
    const isKey = name === feature.resource?.key;
    if (endpoint.sparse ? !isKey : field.optional) continue;
    const names = namesOf(site.world.server.registry, place, [name, field]);
    if (names) input[name] = await namedBy(maker, names);
    else if (place.name.endsWith('.reveal') && name === 'field') input[name] = personalFieldsOf(feature.resource?.fields ?? {})[0]?.[0];
    else if (field.codes) input[name] = Object.values(valuesOf(field.codes))[0];
    else fail(`say in ${feature.name}.testing.ts how ${place.name} is asked: it wants ${name}`);
  }
  return [input];
};

const namedBy = async (maker: SampleMaker, { noun, field }: Names): Promise<string> => {
  const key = await maker.own(noun);
  return field === undefined ? key : maker.valueOf(noun, key, field);
};
