import type pg from 'pg';
import { readable, sortableFields } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { Viewer } from './viewers.ts';

/** A noun whose lists are measured. */
export interface MeasuredNoun {
  readonly resource: AnyResource;
  /** Filters that operators combine, with their names. */
  readonly combined: readonly (readonly [what: string, query: Readonly<Record<string, string>>])[];
}

/** One kind of request, with example queries. */
export interface RequestKind {
  readonly viewer: Viewer;
  /** The path of the list. */
  readonly path: string;
  readonly what: string;
  readonly queries: readonly Readonly<Record<string, string>>[];
}

/** Values that are used for each filter. */
const VALUES_PER_FILTER = 6;
const PAGE_SIZE = 20;
/** As many rows as totals count. */
const DEEP_ROWS = 20_000;

/** Every order, every page depth and every filter that the list of a noun allows, for one viewer. */
export const requestKindsOf = async (client: pg.Client, { resource, combined }: MeasuredNoun, viewer: Viewer): Promise<readonly RequestKind[]> => {
  const path = `${resource.path}/list`;
  const sorts = [resource.sort?.column ?? 'createTime', ...sortableFields(resource)];
  const total = await countUpTo(client, resource, viewer.scope);
  const pages = [1, 2, 50, Math.floor(total / PAGE_SIZE / 2), Math.floor(total / PAGE_SIZE)].filter(
    (page) => page >= 1 && page * PAGE_SIZE <= Math.max(total, PAGE_SIZE),
  );
  const ordered = [...new Set(sorts)].flatMap((column) =>
    ['asc', 'desc'].flatMap((order) => [
      {
        viewer,
        path,
        what: `by ${column} ${order}, first pages`,
        queries: [1, 2].map((page) => ({ column, order, pageNo: String(page), pageSize: String(PAGE_SIZE) })),
      },
      {
        viewer,
        path,
        what: `by ${column} ${order}, deep pages`,
        queries: [...new Set(pages.slice(2))].map((page) => ({ column, order, pageNo: String(page), pageSize: String(PAGE_SIZE) })),
      },
    ]),
  );
  const filtered: RequestKind[] = [];
  for (const [name, field] of readable(resource)) {
    if (field.filter === 'between')
      filtered.push({ viewer, path, what: `${name} of a day, a week, a month`, queries: await spans(client, resource, name) });
    else if (field.filter)
      filtered.push({
        viewer,
        path,
        what: `with ${name}`,
        queries: await valuesOf(
          client,
          { resource, viewer },
          { name, codes: field.codes && Object.values(field.codes.items).map((item) => item.value) },
        ),
      });
  }
  const together = combined.map(([what, query]) => ({ viewer, path, what, queries: [{ pageSize: String(PAGE_SIZE), ...query }] }));
  return [...ordered, ...filtered, ...together].filter((each) => each.queries.length > 0);
};

/** The condition of rows that are not deleted. */
const livingIn = ({ softDelete }: AnyResource): string => (softDelete ? 'not is_delete' : 'true');

const countUpTo = async (client: pg.Client, resource: AnyResource, scope: string): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from ${resource.table} where ${scope} and ${livingIn(resource)} limit ${DEEP_ROWS}) x`,
  );
  return rows[0]?.n ?? 0;
};

/** Values that occur in the viewer's scope; for a field with codes all of them, also the rare ones. */
const valuesOf = async (
  client: pg.Client,
  { resource, viewer }: { readonly resource: AnyResource; readonly viewer: Viewer },
  filter: { readonly name: string; readonly codes: readonly (string | number)[] | undefined },
) => {
  if (filter.codes) return filter.codes.map((value) => ({ [filter.name]: String(value), pageSize: String(PAGE_SIZE) }));
  const column = columnOf(filter.name);
  const { rows } = await client.query<{ value: string }>(
    `select distinct value from (select ${column}::text as value from ${resource.table} where ${viewer.scope} and ${column} is not null and ${livingIn(resource)} order by ${columnOf(resource.sort?.column ?? 'createTime')} desc limit 300) x limit ${VALUES_PER_FILTER}`,
  );
  return rows.map(({ value }) => ({ [filter.name]: value, pageSize: String(PAGE_SIZE) }));
};

const spans = async (client: pg.Client, { table }: AnyResource, name: string) => {
  const { rows } = await client.query<{ last: Date }>(`select max(${columnOf(name)}) as last from ${table}`);
  const last = rows[0]?.last.getTime() ?? 0;
  const day = 86_400_000;
  const text = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return [
    [1, 1],
    [7, 7],
    [30, 30],
    [400, 1],
    [400, 30],
    [900, 1],
  ].map(([back = 0, days = 0]) => ({
    [`${name}_begin`]: text(last - back * day),
    [`${name}_end`]: text(last - (back - days) * day),
    pageSize: String(PAGE_SIZE),
  }));
};
