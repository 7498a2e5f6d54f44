import type { AnyResource } from '#kit/resource/resource.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { ownersOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import type { CallResult } from '#kit/test/nouns/call-endpoint.ts';
import type { NamedEndpoint, Names } from './positions.ts';
import { maySee } from './rows.ts';
import type { Scope, StoredRow } from './rows.ts';
import { rowMakerOf } from './nouns.ts';
import { fail, HOME } from './world.ts';
import type { Person, ServerTestbed } from './world.ts';

/** Whether the declared scope of a noun shows a row to a viewer with this scope. Written independently of the code under test. */
export const isShown = (noun: AnyResource, sees: Scope, values: Readonly<Record<string, unknown>>): boolean =>
  (['tenant', 'agent', 'station', 'customer'] as const).every((level) => {
    const [ids, rule] = [sees[level], noun.scope[level] ?? 'hidden'];
    if (ids === 'all') return true;
    if (rule === 'hidden') return false;
    // Row-level security shows a tenant its own rows and the platform's rows of a shared noun.
    if (rule === 'shared') return level !== 'tenant' || values['tenant_id'] === null || ids.includes(JSON.stringify(values['tenant_id']));
    return ids.includes(JSON.stringify(values[columnOf(rule)] ?? null));
  });

export const rowsOfNoun = (rows: readonly StoredRow[], noun: AnyResource): readonly StoredRow[] =>
  rows.filter((row) => row.table === `public.${noun.table}` && (noun.softDelete === false || row.values['is_delete'] !== true));

export const rowOf = (rows: readonly StoredRow[], noun: AnyResource, key: string): StoredRow =>
  rows.find((row) => row.table === `public.${noun.table}` && String(row.values[columnOf(noun.key)]) === key) ?? fail(`no ${noun.name} ${key}`);

/** The name of a row that somebody must not see, and a name of the same form that no row has. */
export interface Pair {
  readonly foreign: string;
  readonly absent: string;
}

/**
 * For each noun, rows that somebody must not see, each with a name of the same form that no row has: one row outside the scope, and one inside it if
 * the noun is hidden from them. A filter may name the latter, since rows of theirs may refer to it.
 */
export const pairsFor = (
  world: ServerTestbed,
  rows: readonly StoredRow[],
  query: { readonly person: Person; readonly names: Names; readonly isFilter: boolean },
): readonly Pair[] => {
  const { person, names, isFilter } = query;
  const noun = world.server.registry.resource(names.noun);
  const isFar = ({ tenant, agent = HOME.agent }: Owner): number => (tenant === HOME.tenant ? 0 : 2) + (agent === HOME.agent ? 0 : 1);
  const candidates = ownersOf(rowMakerOf(names.noun).level)
    .toSorted((a, b) => isFar(a) - isFar(b))
    .map((owner) => rowOf(rows, noun, world.key(names.noun, owner)));
  const outside = candidates.find((row) => !maySee({ ...person.scope, customer: isPlace(noun) ? 'all' : person.scope.customer }, row.owner));
  const hidden = isFilter || isPlace(noun) ? undefined : candidates.find((row) => !isShown(noun, person.scope, row.values));
  return [...new Set([outside, hidden])].flatMap((row) => (row ? [pairOf(row.values[columnOf(names.field ?? noun.key)], query)] : []));
};

/** Every row of a place names its tenant, agent and station. */
const isPlace = (noun: AnyResource): boolean => ['tenant', 'agent', 'station'].includes(noun.name);

const pairOf = (value: unknown, { names, person }: { readonly names: Names; readonly person: Person }): Pair => {
  if (typeof value !== 'string' && typeof value !== 'number') return fail(`${names.noun}.${names.field ?? 'key'} of the foreign row is empty`);
  // Each person uses another name, because wrong sign-ins are counted by name.
  return { foreign: String(value), absent: String(value).replace(/\d/g, String(person.name.length)) };
};

/** The whole answer without its instant and without the text that was requested. */
export const comparable = ({ status, success, code, message, result }: CallResult, typed: string): string =>
  JSON.stringify({ status, success, code, message, result }).replaceAll(typed, '§');

/** Whether a list offers a row that is inside the scope: a list of roles leaves out those above the reader's own level. */
export const isListed = (place: NamedEndpoint, { person, row }: { readonly person: Person; readonly row: StoredRow }): boolean => {
  const levels = { platform: 999, tenant: 100, agent: 90, station: 80, customer: 70 };
  return !place.name.startsWith('role.') || Number(row.values['role_level']) <= levels[person.name];
};
