import { commaList } from '#kit/fields/comma-list.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { ViewState } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { Context } from '#kit/server/context/context.ts';
import { visibleNoun, hiddenFields } from '#kit/server/rights/field-limits.ts';
import { mayReveal } from '#kit/server/rights/personal-data.ts';
import { fieldOf, readQueryRows } from './saved-view.rules.ts';

/** Matches no row: a filter whose values are all outside the viewer's scope must find nothing instead of everything. */
const NO_ID = '0';

interface NarrowedState {
  readonly state: ViewState;
  readonly narrowed: readonly string[];
}
interface StoredView {
  readonly state: ViewState;
  /** Whether the viewer saved it. */
  readonly isMine: boolean;
}
interface NarrowedValue {
  readonly value: string;
  /** Fields of which values were removed. */
  readonly narrowed: readonly string[];
}

/** A view restricted to the viewer's scope: filter values outside the scope are removed, and their fields are returned. */
export const narrowState = async (ctx: Context, fullNoun: AnyResource, view: StoredView): Promise<NarrowedState> => {
  const { noun, state, left: removedFields } = visibleState(ctx, fullNoun, view);
  const parts = await Promise.all(
    Object.entries(state.filters).map(async ([name, value]) => {
      const part = name === QUERY_PARAMS ? await narrowQuery(ctx, noun, value) : await narrowFilter(ctx, noun, [name, value]);
      return { name, ...part };
    }),
  );
  return {
    state: { ...state, filters: Object.fromEntries(parts.map(({ name, value }) => [name, value])) },
    narrowed: [...new Set([...removedFields, ...parts.flatMap(({ narrowed }) => narrowed)])],
  };
};

/** The state without filters and orders by fields that are hidden from the viewer, and without personal data that someone else entered. */
const visibleState = (ctx: Context, fullNoun: AnyResource, { state: { filters, column, order, ...state }, isMine }: StoredView) => {
  const personalNames = isMine || mayReveal(ctx.viewer, fullNoun) ? [] : personalFieldsOf(fullNoun.fields).map(([name]) => name);
  const hiddenNames = new Set([...hiddenFields(ctx.viewer, fullNoun.name), ...personalNames]);
  const removedFields = new Set<string>();
  const isVisible = (name: string): boolean => {
    const [fieldName] = fieldOf(fullNoun, name) ?? [];
    if (fieldName === undefined || !hiddenNames.has(fieldName)) return true;
    removedFields.add(fieldName);
    return false;
  };
  const visibleFilters = Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    if (name !== QUERY_PARAMS || hiddenNames.size === 0) return isVisible(name) ? [[name, value]] : [];
    return [[name, JSON.stringify(readQueryRows(value).filter(({ field }) => isVisible(field)))]];
  });
  const sorted = column !== undefined && !hiddenNames.has(column.replace(/_dictText$/, '')) && { column, ...(order && { order }) };
  return {
    noun: visibleNoun(ctx.viewer, fullNoun),
    left: removedFields,
    state: { ...state, filters: Object.fromEntries(visibleFilters), ...sorted },
  };
};

const narrowFilter = async (ctx: Context, noun: AnyResource, [name, value]: readonly [string, string]): Promise<NarrowedValue> => {
  const [fieldName, field] = fieldOf(noun, name) ?? [];
  const unchanged = { value, narrowed: [] };
  // A part of a code refers to no row.
  if (!field || field.filter === 'contains' || value.includes('*')) return unchanged;
  // The key of something without a table, such as the day of a report, refers to no row either.
  const isKey = fieldName === noun.key && noun.table !== '';
  const target = isKey ? noun : field.to === undefined ? undefined : ctx.registry.resource(field.to);
  if (!target) return unchanged;
  const excludes = value.startsWith('!');
  const ids = commaList(value.replace(/^!/, ''));
  const rows = await ctx.anyRows(target).findMany(ids);
  const visibleKeys = new Set(rows.map((row) => String(row[target.key])));
  const visibleIds = ids.filter((id) => visibleKeys.has(id));
  if (visibleIds.length === ids.length) return unchanged;
  return { value: (excludes ? '!' : '') + (visibleIds.join(',') || NO_ID), narrowed: [fieldName ?? name] };
};

/** The conditions of an advanced query, each restricted like a filter of its field. */
const narrowQuery = async (ctx: Context, noun: AnyResource, text: string): Promise<NarrowedValue> => {
  const rows = await Promise.all(
    readQueryRows(text).map(async (row) => {
      const isWhole = row.rule === 'eq' || row.rule === 'ne' || row.rule === 'in';
      const { value, narrowed } = isWhole ? await narrowFilter(ctx, noun, [row.field, row.val]) : { value: row.val, narrowed: [] };
      return { row: { ...row, val: value }, narrowed };
    }),
  );
  return { value: JSON.stringify(rows.map(({ row }) => row)), narrowed: rows.flatMap(({ narrowed }) => narrowed) };
};
