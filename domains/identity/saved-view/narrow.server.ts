import { commaList } from '#kit/fields/comma-list.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { ViewState } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { Context } from '#kit/server/context/context.ts';
import { visibleNoun, hiddenFields } from '#kit/server/rights/field-limits.ts';
import { mayReveal } from '#kit/server/rights/personal-data.ts';
import { fieldOf, readQueryRows } from './saved-view.rules.ts';

/** Names no row: a filter whose every value lies outside the reader's scope finds nothing, and must not find everything. */
const NOTHING = '0';

interface NarrowedState {
  readonly state: ViewState;
  readonly narrowed: readonly string[];
}
interface StoredView {
  readonly state: ViewState;
  /** Whether its reader saved it. */
  readonly isMine: boolean;
}
interface Part {
  readonly value: string;
  /** Fields of which something was taken out. */
  readonly narrowed: readonly string[];
}

/** A view as its reader may run it: what its filters name outside the reader's scope is taken out, and told by the field's name. */
export const narrowState = async (ctx: Context, whole: AnyResource, given: StoredView): Promise<NarrowedState> => {
  const { noun, state, left } = seenState(ctx, whole, given);
  const parts = await Promise.all(
    Object.entries(state.filters).map(async ([name, value]) => {
      const part = name === QUERY_PARAMS ? await narrowQuery(ctx, noun, value) : await narrowFilter(ctx, noun, [name, value]);
      return { name, ...part };
    }),
  );
  return {
    state: { ...state, filters: Object.fromEntries(parts.map(({ name, value }) => [name, value])) },
    narrowed: [...new Set([...left, ...parts.flatMap(({ narrowed }) => narrowed)])],
  };
};

/** The state without filters and order by fields that its reader is not shown, nor by the number of a person that somebody else typed. */
const seenState = (ctx: Context, whole: AnyResource, { state: { filters, column, order, ...state }, isMine }: StoredView) => {
  const numbers = isMine || mayReveal(ctx.viewer, whole) ? [] : personalFieldsOf(whole.fields).map(([name]) => name);
  const unseen = new Set([...hiddenFields(ctx.viewer, whole.name), ...numbers]);
  const left = new Set<string>();
  const isSeen = (name: string): boolean => {
    const [own] = fieldOf(whole, name) ?? [];
    if (own === undefined || !unseen.has(own)) return true;
    left.add(own);
    return false;
  };
  const seen = Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    if (name !== QUERY_PARAMS || unseen.size === 0) return isSeen(name) ? [[name, value]] : [];
    return [[name, JSON.stringify(readQueryRows(value).filter(({ field }) => isSeen(field)))]];
  });
  const sorted = column !== undefined && !unseen.has(column.replace(/_dictText$/, '')) && { column, ...(order && { order }) };
  return { noun: visibleNoun(ctx.viewer, whole), left, state: { ...state, filters: Object.fromEntries(seen), ...sorted } };
};

const narrowFilter = async (ctx: Context, noun: AnyResource, [name, value]: readonly [string, string]): Promise<Part> => {
  const [own, field] = fieldOf(noun, name) ?? [];
  const plain = { value, narrowed: [] };
  // A part of a code names no row.
  if (!field || field.filter === 'contains' || value.includes('*')) return plain;
  // The key of what has no table, such as a report's day, names no row either.
  const isKey = own === noun.key && noun.table !== '';
  const target = isKey ? noun : field.to === undefined ? undefined : ctx.registry.resource(field.to);
  if (!target) return plain;
  const excludes = value.startsWith('!');
  const ids = commaList(value.replace(/^!/, ''));
  const rows = await ctx.anyRows(target).findMany(ids);
  const seen = new Set(rows.map((row) => String(row[target.key])));
  const left = ids.filter((id) => seen.has(id));
  if (left.length === ids.length) return plain;
  return { value: (excludes ? '!' : '') + (left.join(',') || NOTHING), narrowed: [own ?? name] };
};

/** The rows of an advanced query, each like a filter of its field. */
const narrowQuery = async (ctx: Context, noun: AnyResource, text: string): Promise<Part> => {
  const rows = await Promise.all(
    readQueryRows(text).map(async (row) => {
      const isWhole = row.rule === 'eq' || row.rule === 'ne' || row.rule === 'in';
      const { value, narrowed } = isWhole ? await narrowFilter(ctx, noun, [row.field, row.val]) : { value: row.val, narrowed: [] };
      return { row: { ...row, val: value }, narrowed };
    }),
  );
  return { value: JSON.stringify(rows.map(({ row }) => row)), narrowed: rows.flatMap(({ narrowed }) => narrowed) };
};
