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
import { hiddenFields } from '#kit/server/rights/field-limits.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { hasPermission, singleId } from '#kit/server/context/viewer.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { lookupRefusals, lookupWords } from './lookup.labels.ts';
import { fieldNamed, uniqueSource } from './source.rules.ts';

type DuplicateCheckInput = InputOf<typeof duplicateCheck>;

/** Refuses a value that another row has, of those that the asker sees and that the field's `unique` compares it with. */
export const demandFree = async (ctx: Context, asked: DuplicateCheckInput): Promise<Words> => {
  const noun = uniqueSource(ctx.registry.features, asked.tableName ?? asked.table ?? '') ?? unknown('lookup.unknownSource');
  const name = fieldNamed(asked.fieldName ?? asked.field ?? '');
  const field = Object.hasOwn(noun.fields, name) ? noun.fields[name] : undefined;
  if (!field?.unique || hiddenFields(ctx.viewer, noun.name).has(name)) return unknown('lookup.unknownField');
  demandKeeper(ctx, noun.name);
  const typed = asked.fieldVal ?? asked.value;
  if (typed === null || typed === undefined) return lookupWords.free;
  const value = valueOf(field, typed);
  const row = asked.dataId ? await ctx.anyRows(noun).find(asked.dataId) : undefined;
  const given = asked.within ? withinOf(asked.within) : undefined;
  const beside = field.unique.flatMap((other) => besideOf(ctx, noun, { other, given, row }));
  const query = takenSql(noun, ctx.viewer, { same: { name, value }, beside, exceptKey: row?.[noun.key] });
  const { rows } = await query.execute(ctx.db.withoutPlugins());
  return rows.length > 0 ? refuse(lookupRefusals, 'lookup.taken') : lookupWords.free;
};

interface FieldValue {
  readonly name: string;
  readonly value: unknown;
}

interface UniquenessCheck {
  readonly same: FieldValue;
  /** What the other row has to agree in too. */
  readonly beside: readonly FieldValue[];
  /** The row that is written is no other row. */
  readonly exceptKey: unknown;
}

/** A row of a noun that has the value, among those that the viewer sees. */
export const takenSql = (noun: AnyResource, viewer: Viewer, { same, beside, exceptKey }: UniquenessCheck): RawBuilder<unknown> => {
  const clauses = [
    sql`${column(same.name)} = ${cast(noun, same)}`,
    ...beside.map((each) => besideSql(noun, each)),
    ...scopeClauses(noun, viewer, 't'),
    ...(noun.softDelete === false ? [] : [sql`not t.is_delete`]),
    ...(exceptKey === undefined ? [] : [sql`${column(noun.key)} <> ${exceptKey}`]),
  ];
  return sql`select 1 from ${sql.table(noun.table)} as t where ${sql.join(clauses, sql` and `)} limit 1`;
};

const cast = (noun: AnyResource, { name, value }: FieldValue) => sql`${value}::${sql.raw(sqlTypeOf(fieldOf(noun, name)))}`;
const fieldOf = (noun: AnyResource, name: string): Field => noun.fields[name] ?? unknown('lookup.unknownField');

/** What the platform keeps for everybody is nobody's to have again. */
const besideSql = (noun: AnyResource, field: FieldValue): RawBuilder<unknown> => {
  const is = sql`${column(field.name)} is not distinct from ${cast(noun, field)}`;
  return field.name === 'tenantId' && noun.scope.tenant === 'shared' ? sql`(${is} or ${column(field.name)} is null)` : is;
};

const unknown = (code: 'lookup.unknownSource' | 'lookup.unknownField' | 'lookup.badValue' | 'lookup.badCondition'): never =>
  refuse(lookupRefusals, code, {}, { status: 400 });

/** Only those who add or change such rows need to know whether a value is taken. */
const demandKeeper = (ctx: Context, noun: string): void => {
  const permission = `${noun}:add`;
  if (!hasPermission(ctx.viewer, permission) && !hasPermission(ctx.viewer, `${noun}:edit`))
    refuse(kitRefusals, 'forbidden', { permission }, { status: 403 });
};

const column = (field: string) => sql.ref(`t.${columnOf(field)}`);

/** A value as the field takes it; null where nothing is given. */
const valueOf = (field: Field, given: unknown): unknown => {
  const parsed = parse({ ...field, optional: true }, given);
  return parsed.ok ? toDb(field, parsed.value) : unknown('lookup.badValue');
};

interface RowContext {
  readonly other: string;
  readonly given: Readonly<Record<string, unknown>> | undefined;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What is being written goes before the row as it is; a new row stands where the asker does. Clients of the family say neither, and are
 * told of all they see.
 */
const besideOf = (ctx: Context, noun: AnyResource, { other, given, row }: RowContext): readonly FieldValue[] => {
  const field = fieldOf(noun, other);
  if (!given && !row) return [];
  const own = other === 'tenantId' ? (singleId(ctx.viewer.sees.tenant) ?? null) : null;
  return [{ name: other, value: given && Object.hasOwn(given, other) ? valueOf(field, given[other]) : row ? toDb(field, row[other]) : own }];
};

const withinOf = (text: string | null | undefined): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : unknown('lookup.badCondition');
  } catch {
    return unknown('lookup.badCondition');
  }
};
