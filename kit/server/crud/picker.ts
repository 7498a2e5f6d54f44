import type { RawBuilder, SqlBool } from 'kysely';
import { PICKER_PAGE } from '#kit/resource/crud.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import type { RowsAnswer } from '#kit/resource/endpoint.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { scopeFields } from '#kit/resource/scope.ts';
import type { Context, ListQuery, Rows } from '../context/context.ts';
import { allRows } from '../lists/all-rows.ts';
import { mapRows } from '../values/row-stream.ts';
import { pickerFields, pickerSql, possibleKeys } from '../lists/list-sql.ts';
import { plainText } from '../values/plain-text.ts';
import { splitIds } from './split-ids.ts';

type AnyRow = Readonly<Record<string, unknown>>;

export interface PickerRequest {
  readonly query: {
    readonly keyword?: string | null;
    readonly ids?: string | null;
    readonly all?: number | null;
  } & PageQuery &
    AnyRow;
  /**
   * A condition on the table `t` for rows that can be chosen, in addition to their state. Rows that are requested by id are returned even if it
   * does not hold.
   */
  readonly condition?: RawBuilder<SqlBool>;
}

/** The page of a look-up, if one is requested. */
interface PageQuery {
  readonly pageNo?: number | null;
  readonly pageSize?: number | null;
}

/** The rows of a noun's picker: one page, or all rows that may be chosen. */
export const pickerRows = async (ctx: Context, noun: AnyResource, { query, condition }: PickerRequest): Promise<RowsAnswer<PickerRow>> => {
  const scopeIds = scopeFields.flatMap((name) =>
    typeof query[name] === 'string' && noun.fields[name] && name !== noun.key ? [{ field: name, is: 'in' as const, values: [query[name]] }] : [],
  );
  const chosen = query.ids ? [{ field: noun.key, is: 'in' as const, values: possibleKeys(noun, splitIds(query.ids)) }] : [];
  const typed = query.keyword ? [{ field: noun.title, is: 'contains' as const, text: query.keyword }] : [];
  const { usable } = noun;
  const isUnrestricted = chosen.length === 0 && query.all !== 1;
  const usableOnly = usable && isUnrestricted ? [{ field: usable.field, is: 'in' as const, values: [usable.is] }] : [];
  const rowsQuery = { noun, viewer: ctx.viewer, registry: ctx.registry, conditions: [...scopeIds, ...chosen, ...typed, ...usableOnly] };
  const buildSql = (rowsMax: number, offset = 0) => pickerSql(rowsQuery, { condition: isUnrestricted ? condition : undefined, rowsMax, offset });
  const page = pickerPage(query);
  const rows = page
    ? (await buildSql(page.pageSize, (page.pageNo - 1) * page.pageSize).execute(ctx.db.withoutPlugins())).rows
    : await allRows(ctx, buildSql);
  return mapRows(rows, (row) => ({
    ...Object.fromEntries(pickerFields(noun).map((name) => [name, row[name] === null ? null : plainText(row[name])])),
    value: String(row[noun.key]),
    text: String(row[noun.title]),
  }));
};

/** The requested page; undefined when all rows are requested. */
const pickerPage = ({ pageNo, pageSize }: PageQuery): { readonly pageNo: number; readonly pageSize: number } | undefined =>
  pageNo || pageSize ? { pageNo: pageNo ?? 1, pageSize: pageSize ?? PICKER_PAGE } : undefined;

/** The rows of a custom look-up: one page, or all rows that may be chosen. */
export const lookupRows = <R>(
  rows: Pick<Rows<R>, 'page' | 'all'>,
  listQuery: Pick<ListQuery, 'conditions' | 'sort'>,
  query: PageQuery,
): Promise<RowsAnswer<R>> => {
  const page = pickerPage(query);
  return page ? rows.page({ ...listQuery, ...page }) : rows.all(listQuery);
};
