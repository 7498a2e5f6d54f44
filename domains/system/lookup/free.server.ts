import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import type { duplicateCheck } from '#kit/resource/shared-endpoints/duplicate-check.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { sqlTypeOf, toDb } from '#kit/server/values/codec.ts';
import type { Context } from '#kit/server/context/context.ts';
import { unseenOf } from '#kit/server/rights/field-limits.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { may, onlyOne } from '#kit/server/context/viewer.ts';
import { lookupRefusals, lookupWords } from './lookup.labels.ts';
import { fieldNamed, uniqueSource } from './source.rules.ts';

type DuplicateCheckInput = InputOf<typeof duplicateCheck>;

/** Refuses a value that another row has, of those that the asker sees and that the field's `unique` compares it with. */
export const demandFree = async (ctx: Context, asked: DuplicateCheckInput): Promise<Words> => {
  const noun = uniqueSource(ctx.registry.features, asked.tableName ?? asked.table ?? '') ?? unknown('lookup.unknownSource');
  const name = fieldNamed(asked.fieldName ?? asked.field ?? '');
  const field = Object.hasOwn(noun.fields, name) ? noun.fields[name] : undefined;
  if (!field?.unique || unseenOf(ctx.viewer, noun.name).has(name)) return unknown('lookup.unknownField');
  demandKeeper(ctx, noun.name);
  const typed = asked.fieldVal ?? asked.value;
  if (typed === null || typed === undefined) return lookupWords.free;
  const value = valueOf(field, typed);
  const row = asked.dataId ? await ctx.anyRows(noun).find(asked.dataId) : undefined;
  const given = asked.within ? withinOf(asked.within) : undefined;
  const beside = field.unique.flatMap((other) => besideSql(ctx, noun, { other, given, row }));
  const clauses = [
    sql`${column(name)} = ${value}::${sql.raw(sqlTypeOf(field))}`,
    ...beside,
    ...scopeClauses(noun, ctx.viewer, 't'),
    ...(noun.softDelete === false ? [] : [sql`not t.is_delete`]),
    ...(row ? [sql`${column(noun.key)} <> ${row[noun.key]}`] : []),
  ];
  const { rows } = await sql`select 1 from ${sql.table(noun.table)} as t where ${sql.join(clauses, sql` and `)} limit 1`.execute(
    ctx.db.withoutPlugins(),
  );
  return rows.length > 0 ? refuse(lookupRefusals, 'lookup.taken') : lookupWords.free;
};

const unknown = (code: 'lookup.unknownSource' | 'lookup.unknownField' | 'lookup.badValue' | 'lookup.badCondition'): never =>
  refuse(lookupRefusals, code, {}, { status: 400 });

/** Only those who add or change such rows need to know whether a value is taken. */
const demandKeeper = (ctx: Context, noun: string): void => {
  const permission = `${noun}:add`;
  if (!may(ctx.viewer, permission) && !may(ctx.viewer, `${noun}:edit`)) refuse(kitRefusals, 'forbidden', { permission }, { status: 403 });
};

const column = (field: string) => sql.ref(`t.${columnOf(field)}`);

/** A value as the field takes it; null where nothing is given. */
const valueOf = (field: Field, given: unknown): unknown => {
  const parsed = parse({ ...field, optional: true }, given);
  return parsed.ok ? toDb(field, parsed.value) : unknown('lookup.badValue');
};

interface Beside {
  readonly other: string;
  readonly given: Readonly<Record<string, unknown>> | undefined;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What is being written goes before the row as it is; a new row stands where the asker does. Clients of the family say neither, and are
 * told of all they see. What the platform keeps for everybody is nobody's to have again.
 */
const besideSql = (ctx: Context, noun: AnyResource, { other, given, row }: Beside): readonly RawBuilder<unknown>[] => {
  const field = noun.fields[other] ?? unknown('lookup.unknownField');
  if (!given && !row) return [];
  const own = other === 'tenantId' ? (onlyOne(ctx.viewer.sees.tenant) ?? null) : null;
  const value = given && Object.hasOwn(given, other) ? valueOf(field, given[other]) : row ? toDb(field, row[other]) : own;
  const is = sql`${column(other)} is not distinct from ${value}::${sql.raw(sqlTypeOf(field))}`;
  return [other === 'tenantId' && noun.scope.tenant === 'shared' ? sql`(${is} or ${column(other)} is null)` : is];
};

const withinOf = (text: string | null | undefined): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : unknown('lookup.badCondition');
  } catch {
    return unknown('lookup.badCondition');
  }
};
