import type pg from 'pg';
import { chargingOrder } from '#domains/charging/resources.ts';
import { readable } from '#kit/resource/resource.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { Viewer } from './viewers.ts';

/** One kind of request, with example queries. */
export interface RequestKind {
  readonly viewer: Viewer;
  readonly what: string;
  readonly queries: readonly Readonly<Record<string, string>>[];
}

/** Values that are used for each filter. */
const VALUES_PER_FILTER = 6;
const PAGE_SIZE = 20;
/** As many rows as totals count. */
const DEEP_ROWS = 20_000;

/** Every order, every page depth and every filter that the list of orders allows, for one viewer. */
export const requestKindsOf = async (client: pg.Client, viewer: Viewer): Promise<readonly RequestKind[]> => {
  const sorts = ['createTime', ...readable(chargingOrder).flatMap(([name, field]) => (field.sort ? [name] : [])), chargingOrder.key];
  const total = await countUpTo(client, viewer.scope);
  const pages = [1, 2, 50, Math.floor(total / PAGE_SIZE / 2), Math.floor(total / PAGE_SIZE)].filter(
    (page) => page >= 1 && page * PAGE_SIZE <= Math.max(total, PAGE_SIZE),
  );
  const ordered = [...new Set(sorts)].flatMap((column) =>
    ['asc', 'desc'].flatMap((order) => [
      {
        viewer,
        what: `by ${column} ${order}, first pages`,
        queries: [1, 2].map((page) => ({ column, order, pageNo: String(page), pageSize: String(PAGE_SIZE) })),
      },
      {
        viewer,
        what: `by ${column} ${order}, deep pages`,
        queries: [...new Set(pages.slice(2))].map((page) => ({ column, order, pageNo: String(page), pageSize: String(PAGE_SIZE) })),
      },
    ]),
  );
  const filtered: RequestKind[] = [];
  for (const [name, field] of readable(chargingOrder)) {
    if (field.filter === 'between') filtered.push({ viewer, what: `${name} of a day, a week, a month`, queries: await spans(client, name) });
    else if (field.filter)
      filtered.push({
        viewer,
        what: `with ${name}`,
        queries: await valuesOf(client, viewer, { name, codes: field.codes && Object.values(field.codes.items).map((item) => item.value) }),
      });
  }
  return [...ordered, ...filtered, ...combinedFilters(viewer)].filter((each) => each.queries.length > 0);
};

const countUpTo = async (client: pg.Client, scope: string): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from charging_order where ${scope} and not is_delete limit ${DEEP_ROWS}) x`,
  );
  return rows[0]?.n ?? 0;
};

/** Values that occur in the viewer's scope; for a field with codes all of them, also the rare ones. */
const valuesOf = async (
  client: pg.Client,
  viewer: Viewer,
  filter: { readonly name: string; readonly codes: readonly (string | number)[] | undefined },
) => {
  if (filter.codes) return filter.codes.map((value) => ({ [filter.name]: String(value), pageSize: String(PAGE_SIZE) }));
  const column = columnOf(filter.name);
  const { rows } = await client.query<{ value: string }>(
    `select distinct value from (select ${column}::text as value from charging_order where ${viewer.scope} and ${column} is not null and not is_delete order by create_time desc limit 300) x limit ${VALUES_PER_FILTER}`,
  );
  return rows.map(({ value }) => ({ [filter.name]: value, pageSize: String(PAGE_SIZE) }));
};

const spans = async (client: pg.Client, name: string) => {
  const { rows } = await client.query<{ last: Date }>(`select max(${columnOf(name)}) as last from charging_order`);
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

/** Filters that operators combine. */
const combinedFilters = (viewer: Viewer): readonly RequestKind[] => {
  const page = { pageSize: String(PAGE_SIZE) };
  return [
    { viewer, what: 'charging now', queries: [{ ...page, orderState: '2' }] },
    { viewer, what: 'unsettled or abnormal', queries: [{ ...page, orderState: '3,9' }] },
    { viewer, what: 'abnormal of a kind', queries: [{ ...page, orderState: '9', abnormalReason: 'endMissing' }] },
    { viewer, what: 'settled, by card', queries: [{ ...page, orderState: '4', mainPartType: '2' }] },
    { viewer, what: 'of an agent, by VIN', queries: [{ ...page, agentId: '1', mainPartType: '4' }] },
    { viewer, what: 'offline, by hand', queries: [{ ...page, orderCategory: '2', settleMethod: '2' }] },
    { viewer, what: 'of stations, by WeChat', queries: [{ ...page, stationId: '1,2,3,11', startSource: '1' }] },
  ];
};
