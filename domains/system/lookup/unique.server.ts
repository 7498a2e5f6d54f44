import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import type { duplicateCheck } from '#kit/resource/shared-endpoints/duplicate-check.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
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
import { camelCaseOf, uniqueSource } from './source.rules.ts';

type DuplicateCheckInput = InputOf<typeof duplicateCheck>;

/** Refuses a value that another visible row has, among the rows with which the field's `unique` compares it. */
export const requireUnique = async (ctx: Context, input: DuplicateCheckInput): Promise<Words> => {
  const noun = uniqueSource(ctx.registry.features, input.tableName ?? input.table ?? '') ?? badLookup('lookup.unknownSource');
  const name = camelCaseOf(input.fieldName ?? input.field ?? '');
  const field = Object.hasOwn(noun.fields, name) ? noun.fields[name] : undefined;
  if (!field?.unique || hiddenFields(ctx.viewer, noun.name).has(name)) return badLookup('lookup.unknownField');
  requireMayWrite(ctx, noun.name);
  const inputValue = input.fieldVal ?? input.value;
  if (inputValue === null || inputValue === undefined) return lookupWords.free;
  const value = valueOf(field, inputValue);
  const row = input.dataId ? await ctx.anyRows(noun).find(input.dataId) : undefined;
  const formValues = input.within ? parseFormValues(input.within) : undefined;
  const scopeValues = field.unique.flatMap((scopeField) => scopeValuesOf(ctx, noun, { scopeField, formValues, row }));
  const query = duplicateSql(noun, ctx.viewer, { checked: { name, value }, scopeValues, exceptKey: row?.[noun.key] });
  const { rows } = await query.execute(ctx.db.withoutPlugins());
  return rows.length > 0 ? throwRefusal(lookupRefusals, 'lookup.taken') : lookupWords.free;
};

interface FieldValue {
  readonly name: string;
  readonly value: unknown;
}

interface UniquenessCheck {
  readonly checked: FieldValue;
  /** The values of the fields within which it must be unique. */
  readonly scopeValues: readonly FieldValue[];
  /** The key of the row that is being edited, which is excluded. */
  readonly exceptKey: unknown;
}

/** Selects a visible row of a noun that has the value. */
export const duplicateSql = (noun: AnyResource, viewer: Viewer, { checked, scopeValues, exceptKey }: UniquenessCheck): RawBuilder<unknown> => {
  const clauses = [
    sql`${column(checked.name)} = ${cast(noun, checked)}`,
    ...scopeValues.map((field) => scopeValueSql(noun, field)),
    ...scopeClauses(noun, viewer, 't'),
    ...(noun.softDelete === false ? [] : [sql`not t.is_delete`]),
    ...(exceptKey === undefined ? [] : [sql`${column(noun.key)} <> ${exceptKey}`]),
  ];
  return sql`select 1 from ${sql.table(noun.table)} as t where ${sql.join(clauses, sql` and `)} limit 1`;
};

const cast = (noun: AnyResource, { name, value }: FieldValue) => sql`${value}::${sql.raw(sqlTypeOf(fieldOf(noun, name)))}`;
const fieldOf = (noun: AnyResource, name: string): Field => noun.fields[name] ?? badLookup('lookup.unknownField');

/** A value of a public row of the platform is taken for all tenants. */
const scopeValueSql = (noun: AnyResource, field: FieldValue): RawBuilder<unknown> => {
  const isSame = sql`${column(field.name)} is not distinct from ${cast(noun, field)}`;
  return field.name === 'tenantId' && noun.scope.tenant === 'shared' ? sql`(${isSame} or ${column(field.name)} is null)` : isSame;
};

const badLookup = (code: 'lookup.unknownSource' | 'lookup.unknownField' | 'lookup.badValue' | 'lookup.badCondition'): never =>
  throwRefusal(lookupRefusals, code, {}, { status: 400 });

/** Only users who may add or change such rows need to know whether a value is taken. */
const requireMayWrite = (ctx: Context, noun: string): void => {
  const permission = `${noun}:add`;
  if (!hasPermission(ctx.viewer, permission) && !hasPermission(ctx.viewer, `${noun}:edit`))
    throwRefusal(kitRefusals, 'forbidden', { permission }, { status: 403 });
};

const column = (field: string) => sql.ref(`t.${columnOf(field)}`);

/** The value parsed by the field; null when it is empty. */
const valueOf = (field: Field, input: unknown): unknown => {
  const parsed = parse({ ...field, optional: true }, input);
  return parsed.ok ? toDb(field, parsed.value) : badLookup('lookup.badValue');
};

interface RowContext {
  readonly scopeField: string;
  readonly formValues: Readonly<Record<string, unknown>> | undefined;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The form's values take precedence over those of the stored row; a new row gets the viewer's own scope. Clients of the product family send
 * neither, so all visible rows are compared.
 */
const scopeValuesOf = (ctx: Context, noun: AnyResource, { scopeField, formValues, row }: RowContext): readonly FieldValue[] => {
  const field = fieldOf(noun, scopeField);
  if (!formValues && !row) return [];
  const ownValue = scopeField === 'tenantId' ? (singleId(ctx.viewer.sees.tenant) ?? null) : null;
  return [
    {
      name: scopeField,
      value:
        formValues && Object.hasOwn(formValues, scopeField) ? valueOf(field, formValues[scopeField]) : row ? toDb(field, row[scopeField]) : ownValue,
    },
  ];
};

const parseFormValues = (text: string | null | undefined): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : badLookup('lookup.badCondition');
  } catch {
    return badLookup('lookup.badCondition');
  }
};
