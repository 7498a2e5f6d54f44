import type { AnyResource } from '#kit/resource/resource.ts';
import type { ViewState } from '#kit/resource/saved-view.ts';
import type { Context } from '#kit/server/context.ts';
import { fieldOf } from './saved-view.rules.ts';

/** Names no row: a filter whose every value lies outside the reader's scope finds nothing, and must not find everything. */
const NOTHING = '0';

interface Narrowed {
  readonly state: ViewState;
  readonly narrowed: readonly string[];
}

/** A view as its reader may run it: what its filters name outside the reader's scope is taken out, and told by the field's name. */
export const narrowState = async (ctx: Context, noun: AnyResource, state: ViewState): Promise<Narrowed> => {
  const parts = await Promise.all(Object.entries(state.filters).map((filter) => narrowFilter(ctx, noun, filter)));
  return {
    state: { ...state, filters: Object.fromEntries(parts.map(({ name, value }) => [name, value])) },
    narrowed: [...new Set(parts.flatMap(({ field, isNarrowed }) => (isNarrowed ? [field] : [])))],
  };
};

const narrowFilter = async (ctx: Context, noun: AnyResource, [name, value]: readonly [string, string]) => {
  const [own, field] = fieldOf(noun, name) ?? [];
  const target = own === noun.key ? noun : field?.kind === 'ref' && field.to !== undefined ? ctx.registry.resource(field.to) : undefined;
  const plain = { name, value, field: own ?? name, isNarrowed: false };
  if (!target) return plain;
  const excludes = value.startsWith('!');
  const ids = value
    .replace(/^!/, '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const rows = await ctx.anyRows(target).findMany(ids);
  const seen = new Set(rows.map((row) => String(row[target.key])));
  const left = ids.filter((id) => seen.has(id));
  if (left.length === ids.length) return plain;
  return { ...plain, isNarrowed: true, value: (excludes ? '!' : '') + (left.join(',') || NOTHING) };
};
