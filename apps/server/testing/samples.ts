import { valuesOf } from '#kit/fields/codes.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { Corner } from '#kit/test/nouns/corner.ts';
import type { SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowMakers, samplesSaid } from './nouns.ts';
import { namesOf } from './positions.ts';
import type { NamedEndpoint, Names } from './positions.ts';
import { fail } from './world.ts';
import type { ServerTestbed } from './world.ts';

/** Where samples are made, and whether of rows of their own. */
interface Site {
  readonly world: ServerTestbed;
  readonly corner: Corner;
  readonly fresh: boolean;
}

const makerOf = ({ world, corner, fresh }: Site): SampleMaker => ({
  builder: world,
  corner,
  fresh,
  own: async (noun) => (fresh ? world.make(noun, corner) : world.key(noun, corner)),
  valueOf: async (name, key, field) => {
    const noun = world.server.registry.resource(name);
    const [row] = await world.database.asSuperuser<{ value: string }>(
      `select ${columnOf(field)} as value from ${noun.table} where ${columnOf(noun.key)}::text = $1`,
      [key],
    );
    return String(row?.value);
  },
});

/** Whether a request may use up what it names, so that it needs rows of its own. */
export const isTaken = ({ endpoint }: NamedEndpoint): boolean => endpoint.method !== 'GET' || endpoint.changes === true;

/**
 * Requests to an endpoint in which every row named stands at the corner: said by its feature, or told by the input's shape. Fails for an
 * endpoint that needs something else and of which its feature says nothing.
 */
export const samplesOf = async (place: NamedEndpoint, site: Site): Promise<readonly Input[]> => {
  const maker = makerOf(site);
  const said = samplesSaid[place.name];
  if (said) return said(maker);
  const { endpoint, feature } = place;
  const rows = feature.resource && rowMakers[feature.resource.name];
  if (place.name.endsWith('.add') && rows?.draft) return [await rows.draft(site.world, site.corner)];
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
