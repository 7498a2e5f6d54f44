import type { Draft, Row, FieldShape } from '#kit/fields/field.ts';
import type { CrudApi } from '#kit/resource/crud.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { Context } from '../context/context.ts';
import { exportRows, exportTemplate } from '../excel/excel-export.ts';
import { importRows } from '../excel/excel-import.ts';
import { countSql } from '../lists/list-sql.ts';
import { kitWords } from '../refusals.ts';
import type { Handlers } from '../context/route.ts';
import { pickerRows } from './picker.ts';
import { splitIds } from './split-ids.ts';

/** Handlers of the nine standard endpoints and the picker. A noun spreads them and overrides those that differ. */
export const crudHandlers = <F extends FieldShape>(noun: Resource<F>): Handlers<CrudApi<F>> => {
  const plain: AnyResource = noun;
  const handlers: Handlers<CrudApi<FieldShape>> = {
    list: async (ctx, _input, { list }) => {
      const page = await ctx.anyRows(plain).list(list);
      return { ...page, size: list.pageSize, current: list.pageNo, pages: Math.ceil(page.total / list.pageSize) };
    },
    queryById: async (ctx, { id }) => ctx.anyRows(plain).get(id),
    ...anyAddHandlers(plain, (ctx, draft) => ctx.anyRows(plain).insert(draft)),
    edit: async (ctx, input) => {
      const { [plain.key]: key, version, ...patch } = input as AnyDraft;
      return ctx.anyRows(plain).change(String(key), patch, typeof version === 'number' ? version : undefined);
    },
    ...anyDeleteHandlers(plain, async () => undefined),
    exportXls: (ctx, { selections, clear }, { list }) =>
      exportRows(ctx, plain, { list, keys: selections ? splitIds(selections) : undefined, clear: clear === 1 }),
    exportTemplate: (ctx) => Promise.resolve(exportTemplate(ctx, plain)),
    queryList: (ctx, input) => pickerRows(ctx, plain, { query: input }),
  };
  return handlers; // built from data; CrudApi<F> declares the exact types
};

type AnyDraft = Readonly<Record<string, unknown>>;
type AnyRow = Readonly<Record<string, unknown>>;

/** `add` and `importExcel` of a noun with its own way of adding, which applies to a form and to each row of a sheet. */
export const addHandlers = <F extends FieldShape>(
  noun: Resource<F>,
  add: (ctx: Context, draft: Draft<F>) => Promise<Row<F>>,
): Pick<Handlers<CrudApi<F>>, 'add' | 'importExcel'> => anyAddHandlers(noun, add as unknown as AnyAdd); // as in crudHandlers

/** `delete` and `deleteBatch` of a noun with a condition for deletion. `allow` refuses by throwing; either all rows are deleted or none. */
export const deleteHandlers = <F extends FieldShape>(
  noun: Resource<F>,
  allow: (ctx: Context, row: Row<F>) => Promise<void>,
): Pick<Handlers<CrudApi<F>>, 'delete' | 'deleteBatch'> => anyDeleteHandlers(noun, allow as unknown as AnyAllow); // as in crudHandlers

type AnyAdd = (ctx: Context, draft: AnyDraft) => Promise<AnyRow>;
type AnyAllow = (ctx: Context, row: AnyRow) => Promise<void>;

const anyAddHandlers = (noun: AnyResource, add: AnyAdd): Pick<Handlers<CrudApi<FieldShape>>, 'add' | 'importExcel'> => ({
  add: (ctx, draft) => add(ctx, draft),
  importExcel: (ctx, { preview, edits }, { files }) => importRows(ctx, noun, { files, add, edits: edits ?? '', keepChanges: preview !== 1 }),
});

const anyDeleteHandlers = (noun: AnyResource, allow: AnyAllow): Pick<Handlers<CrudApi<FieldShape>>, 'delete' | 'deleteBatch'> => {
  const remove = async (ctx: Context, ids: readonly string[]): Promise<string> => {
    await ctx.anyRows(noun).lock(ids);
    const rows = await ctx.anyRows(noun).findMany(ids);
    for (const row of rows) await allow(ctx, row);
    await ctx.anyRows(noun).remove(ids);
    return ctx.say(kitWords.deleted);
  };
  return { delete: (ctx, { id }) => remove(ctx, [id]), deleteBatch: (ctx, { ids }) => remove(ctx, splitIds(ids)) };
};

/** `changeState` and `changeStatBatch`, with the same rule for one row and for many. `change` decides and writes while the rows are locked. */
export const stateHandlers = <F extends FieldShape, S>(noun: Resource<F>, change: (ctx: Context, row: Row<F>, state: S) => Promise<unknown>) => {
  const changeAll = async (ctx: Context, keys: readonly string[], state: S): Promise<string> => {
    const rows = ctx.rows(noun);
    await rows.lock(keys);
    for (const key of keys) await change(ctx, await rows.get(key), state);
    return ctx.say(kitWords.changed);
  };
  const handlers = {
    changeState: (ctx: Context, input: { entityId: string; setState: S }) => changeAll(ctx, [input.entityId], input.setState),
    changeStatBatch: (ctx: Context, input: { ids: string; stat: S }) => changeAll(ctx, splitIds(input.ids), input.stat),
  };
  return handlers;
};

/** The number of a noun's rows within the scope that match a condition; typically used before a delete. */
export const countRows = async (
  ctx: Context,
  noun: AnyResource,
  { field, value }: { readonly field: string; readonly value: string },
): Promise<number> => {
  const query = countSql({ noun, viewer: ctx.viewer, registry: ctx.registry, conditions: [{ field, is: 'in', values: [value] }] });
  const { rows } = await query.execute(ctx.db.withoutPlugins());
  return rows[0]?.total ?? 0;
};
