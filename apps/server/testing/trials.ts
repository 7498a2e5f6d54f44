import { columnOf } from '#kit/server/values/column-name.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { pairsFor, rowOf } from './foreign.ts';
import type { Pair } from './foreign.ts';
import { mayRevealExistence } from './nouns.ts';
import { nounIn, positionsOf } from './positions.ts';
import type { NamedEndpoint, Position } from './positions.ts';
import type { StoredRow } from './rows.ts';
import { samplesOf } from './samples.ts';
import { HOME } from './world.ts';
import type { Person, ServerTestbed } from './world.ts';

/** A request of which one input names a row that somebody must not see, or a row that does not exist. */
interface Trial {
  readonly place: NamedEndpoint;
  readonly position: Position;
  readonly sample: Input;
  readonly write: Position['writers'][number];
  readonly pair: Pair;
}

interface Site {
  readonly world: ServerTestbed;
  readonly rows: readonly StoredRow[];
}

/** The requests that a person makes at an endpoint: for every input and filter that names a row, and for each kind of foreign row. */
export const trialsOf = async (site: Site, place: NamedEndpoint, person: Person): Promise<readonly Trial[]> => {
  const { world, rows } = site;
  const positions = positionsOf(world.server.registry, place).filter(({ path }) => !(`${place.name} ${path}` in mayRevealExistence));
  if (positions.length === 0) return [];
  const asked = await samplesOf(place, { world, owner: HOME, needsOwnRows: false });
  return triedOf(place, positions).flatMap((position, turn) => {
    const at = position.path.split('.')[0] ?? position.path;
    const fitting = asked.some((sample) => at in sample) ? asked.filter((sample) => at in sample) : asked.slice(0, 1);
    const isBesideOwn = isListFilter(place, position) && (turn + person.name.length) % 2 === 1;
    const writers = isBesideOwn ? [besideOwn(site, position)] : position.writers;
    return fitting.flatMap((sample) => {
      const isFilter = isFilterPosition(position) || place.name.endsWith('.queryList');
      const pairs = pairsFor(world, rows, { person, names: { ...position, noun: nounIn(position, sample) }, isFilter });
      return pairs.flatMap((pair) => writers.map((write) => ({ place, position, sample, write, pair })));
    });
  });
};

const isFilterPosition = ({ path }: Position): boolean => path.startsWith('?');
const isListFilter = ({ endpoint }: NamedEndpoint, position: Position): boolean => isFilterPosition(position) && endpoint.output.form === 'page';

/** All inputs, and the filters to try. Exports and totals filter by the code of the list, so each of them tries one filter. */
const triedOf = ({ name, endpoint }: NamedEndpoint, positions: readonly Position[]): readonly Position[] => {
  if (endpoint.output.form === 'page') return positions;
  const filters = positions.filter(isFilterPosition);
  const tried = filters[name.length % Math.max(1, filters.length)];
  return positions.filter((position) => !isFilterPosition(position) || position === tried);
};

/**
 * A list accepts several values of a filter; a foreign value beside the viewer's own must find nothing more. The length of the name of a viewer is
 * even for some of them, so every filter is given a foreign value alone and beside an own one.
 */
const besideOwn = ({ world, rows }: Site, { noun, field, path }: Position): Position['writers'][number] => {
  const resource = world.server.registry.resource(noun);
  const own = rowOf(rows, resource, world.key(noun, HOME)).values[columnOf(field ?? resource.key)];
  return (_sample, key) => ({ [path.slice(1)]: `${String(own)},${key}` });
};
