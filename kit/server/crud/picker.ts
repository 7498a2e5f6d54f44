import type { RawBuilder, SqlBool } from 'kysely';
import { PICKER_PAGE } from '#kit/resource/crud.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import type { RowsAnswer } from '#kit/resource/endpoint.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { scopeFields } from '#kit/resource/scope.ts';
import type { Context, ListQuery, Rows } from '../context/context.ts';
import { allRows } from '../lists/all-rows.ts';
import { mapRows } from '../values/row-stream.ts';
import { pickedFields, pickerSql, possibleKeys } from '../lists/list-sql.ts';
import { plainText } from '../values/plain-text.ts';
import { splitIds } from './split-ids.ts';

type AnyRow = Readonly<Record<string, unknown>>;

export interface PickerRequest {
  readonly asked: {
    readonly keyword?: string | null;
    readonly ids?: string | null;
    readonly all?: number | null;
  } & AskedPage &
    AnyRow;
  /** Which rows of the table `t` can be chosen, where their state alone does not tell. What was chosen before is shown by its id whatever became of it. */
  readonly only?: RawBuilder<SqlBool>;
}

/** The page of a look-up, where one is asked for. */
interface AskedPage {
  readonly pageNo?: number | null;
  readonly pageSize?: number | null;
}

/** The rows of a noun's picker: a page of them, or all that may be chosen. */
export const pickerRows = async (ctx: Context, noun: AnyResource, { asked, only }: PickerRequest): Promise<RowsAnswer<PickerRow>> => {
  const scopeIds = scopeFields.flatMap((name) =>
    typeof asked[name] === 'string' && noun.fields[name] && name !== noun.key ? [{ field: name, is: 'in' as const, values: [asked[name]] }] : [],
  );
  const chosen = asked.ids ? [{ field: noun.key, is: 'in' as const, values: possibleKeys(noun, splitIds(asked.ids)) }] : [];
  const typed = asked.keyword ? [{ field: noun.title, is: 'contains' as const, text: asked.keyword }] : [];
  const { usable } = noun;
  const isOpen = chosen.length === 0 && asked.all !== 1;
  const open = usable && isOpen ? [{ field: usable.field, is: 'in' as const, values: [usable.is] }] : [];
  const ask = { noun, viewer: ctx.viewer, registry: ctx.registry, conditions: [...scopeIds, ...chosen, ...typed, ...open] };
  const query = (rowsMax: number, skipped = 0) => pickerSql(ask, { only: isOpen ? only : undefined, rowsMax, skipped });
  const page = pickerPage(asked);
  const rows = page
    ? (await query(page.pageSize, (page.pageNo - 1) * page.pageSize).execute(ctx.db.withoutPlugins())).rows
    : await allRows(ctx, query);
  return mapRows(rows, (row) => ({
    ...Object.fromEntries(pickedFields(noun).map((name) => [name, row[name] === null ? null : plainText(row[name])])),
    value: String(row[noun.key]),
    text: String(row[noun.title]),
  }));
};

/** The page that a look-up asks for; undefined where it asks for all. */
const pickerPage = ({ pageNo, pageSize }: AskedPage): { readonly pageNo: number; readonly pageSize: number } | undefined =>
  pageNo || pageSize ? { pageNo: pageNo ?? 1, pageSize: pageSize ?? PICKER_PAGE } : undefined;

/** What a look-up of a noun's own making finds: a page where one is asked for, else all that may be chosen. */
export const lookUp = <R>(
  rows: Pick<Rows<R>, 'page' | 'all'>,
  question: Pick<ListQuery, 'conditions' | 'sort'>,
  asked: AskedPage,
): Promise<RowsAnswer<R>> => {
  const page = pickerPage(asked);
  return page ? rows.page({ ...question, ...page }) : rows.all(question);
};
