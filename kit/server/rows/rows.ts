import type { RawBuilder } from 'kysely';
import { say } from '#kit/fields/words.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { encodeRow } from '../values/encode-row.ts';
import { fromDb } from '../values/codec.ts';
import { withoutHiddenFields } from '../rights/field-limits.ts';
import type { Context, ListQuery, Rows, Texts } from '../context/context.ts';
import { allRows, cursorRows } from '../lists/all-rows.ts';
import { mapRows } from '../values/row-stream.ts';
import { COUNT_CAP } from '../lists/list-query.ts';
import { moreRowsSql, countSql, lockSql, pageSql, possibleKeys, rowsByKeysSql } from '../lists/list-sql.ts';
import type { RowsQuery } from '../lists/list-sql.ts';
import { insertSql, removeSql, updateSql } from './write-sql.ts';
import type { Edit, Writer } from './write-sql.ts';
import { plainText } from '../values/plain-text.ts';
import { kitRefusals } from '../refusals.ts';
import { checkReferences, duplicateField, isReferenced } from './reference-checks.ts';

type AnyRow = Readonly<Record<string, unknown>>;

export const createRows = (ctx: Context, noun: AnyResource): Rows<AnyRow> => {
  const query: RowsQuery = { noun, viewer: ctx.viewer, registry: ctx.registry, conditions: [] };
  const run = async (listQuery: RawBuilder<unknown>) => (await listQuery.execute(ctx.db.withoutPlugins())).rows.map((row) => decode(noun, row));
  const findMany = (requestedKeys: readonly string[]) => {
    const keys = possibleKeys(noun, requestedKeys);
    return keys.length === 0 ? Promise.resolve([]) : run(rowsByKeysSql(query, keys));
  };
  const get = async (key: string) => (await findMany([key]))[0] ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const page = (listQuery: ListQuery) => run(pageSql({ ...query, conditions: listQuery.conditions }, listQuery));
  return {
    find: async (key) => (await findMany([key]))[0],
    get,
    findMany,
    lock: async (keys) => void (await lockSql(query, possibleKeys(noun, keys)).execute(ctx.db.withoutPlugins())),
    page,
    list: async (listQuery) => {
      const records = await page(listQuery);
      const short = records.length < listQuery.pageSize && (records.length > 0 || listQuery.pageNo === 1);
      const total = short
        ? (listQuery.pageNo - 1) * listQuery.pageSize + records.length
        : await count(ctx, { ...query, conditions: listQuery.conditions });
      return { records, total: Math.min(total, COUNT_CAP), totalCapped: total > COUNT_CAP };
    },
    exceeds: async (conditions, max) => (await moreRowsSql({ ...query, conditions }, max).execute(ctx.db.withoutPlugins())).rows.length > 0,
    all: async ({ conditions, sort }) =>
      mapRows(await allRows(ctx, (pageSize) => pageSql({ ...query, conditions }, { sort, pageNo: 1, pageSize })), (row) => decode(noun, row)),
    stream: (listQuery, max) =>
      streamSql(ctx, noun, pageSql({ ...query, conditions: listQuery.conditions }, { sort: listQuery.sort, pageNo: 1, pageSize: max })),
    insert: async (values) => {
      await checkReferences(ctx, noun, { row: values, changed: values });
      const key = await refuseDuplicate(ctx, noun, () => insertRow(ctx, noun, values));
      const after = await get(key);
      ctx.trail.note({ noun, key, after, secrets: secretsIn(noun, values) });
      return after;
    },
    change: async (key, patch, version) => {
      const before = await get(key);
      await checkReferences(ctx, noun, { row: { ...before, ...patch }, changed: patch, before });
      const changed = await refuseDuplicate(ctx, noun, () => updateRow(ctx, noun, { key, patch, version })).catch(refuseReferenced);
      const after = await get(key);
      if (changed) ctx.trail.note({ noun, key, before, after, secrets: secretsIn(noun, patch) });
      return changed
        ? after
        : throwRefusal(
            kitRefusals,
            'conflict',
            {},
            { status: 409, detail: { current: withoutHiddenFields(ctx.viewer, noun, encodeRow(noun.fields, after, ctx.viewer.language)) } },
          );
    },
    remove: async (keys) => {
      const rows = await findMany(keys);
      if (rows.length !== new Set(keys).size) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      await removeSql(noun, keys, writerOf(ctx)).execute(ctx.db.withoutPlugins());
      for (const before of rows) ctx.trail.note({ noun, key: plainText(before[noun.key]), before });
    },
  };
};

/** Streams the rows of a query, decoded by the noun's fields. */
export async function* streamSql(ctx: Context, noun: AnyResource, query: RawBuilder<unknown>): AsyncGenerator<AnyRow & Texts> {
  for await (const row of cursorRows(ctx, query)) yield decode(noun, row);
}

const secretsIn = (noun: AnyResource, values: AnyRow): readonly string[] =>
  Object.keys(values).filter((name) => noun.fields[name]?.secret === true && values[name] !== undefined);

/** Converts database values to code values by the kind of each field. */
export const decode = (noun: AnyResource, row: unknown): AnyRow & Texts => {
  const raw = row as Readonly<Record<string, unknown>>; // a row of pg is an object of columns
  const decoded: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const field = noun.fields[name];
    decoded[name] = field ? fromDb(field, value) : value;
  }
  return decoded as AnyRow & Texts; // only `_dictText` names are not fields
};

const count = async (ctx: Context, query: RowsQuery): Promise<number> => {
  const { rows } = await countSql(query).execute(ctx.db.withoutPlugins());
  return rows[0]?.total ?? 0;
};

const insertRow = async (ctx: Context, noun: AnyResource, values: AnyRow): Promise<string> => {
  const { rows } = await insertSql(noun, values, writerOf(ctx)).execute(ctx.db.withoutPlugins());
  return String(rows[0]?.key);
};

const updateRow = async (ctx: Context, noun: AnyResource, edit: Edit): Promise<boolean> => {
  const { numAffectedRows } = await updateSql(noun, edit, writerOf(ctx)).execute(ctx.db.withoutPlugins());
  return numAffectedRows === 1n;
};

const writerOf = ({ viewer, now }: Context): Writer => ({ username: viewer.username, now });

/** A row to which others refer cannot move to another scope. */
const refuseReferenced = (error: unknown): never => {
  if (isReferenced(error)) return throwRefusal(kitRefusals, 'tied');
  throw error;
};

/** Converts a unique violation to a refusal that names the field. */
export const refuseDuplicate = async <T>(ctx: Context, noun: AnyResource, write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const name = duplicateField(error, noun);
    if (name === undefined) throw error;
    const words = ctx.registry.feature(noun.name)?.labels?.fields[name];
    return throwRefusal(
      kitRefusals,
      'duplicate',
      { label: words ? say(words, ctx.viewer.language) : name },
      { detail: { fields: { [name]: say(kitRefusals.duplicate, ctx.viewer.language, { label: words ? say(words, ctx.viewer.language) : name }) } } },
    );
  }
};
