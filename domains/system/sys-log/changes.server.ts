import type { Field } from '#kit/fields/field.ts';
import { maskValue } from '#kit/fields/personal.ts';
import { auditFields } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { toWire } from '#kit/server/values/codec.ts';
import type { Change } from '#kit/server/context/change-trail.ts';
import type { ChangedField, ChangedRow } from './sys-log.ts';
import { boundedJson } from './mask-input.rules.ts';

type AnyRow = Readonly<Record<string, unknown>>;
/** The number of rows that are logged field by field, and of fields in one row. */
const bounds = { rows: 20, fields: 60 } as const;
const MASK = '***';

export const changedRows = (changes: readonly Change[]): readonly ChangedRow[] => changes.slice(0, bounds.rows).map(changedRow);

const changedRow = ({ noun, key, before, after, secrets = [], revealed }: Change): ChangedRow => ({
  noun: noun.name,
  kind: revealed ? 'look' : before === undefined ? 'add' : after === undefined ? 'delete' : 'edit',
  id: key,
  name: nameOf(noun, after ?? before),
  fields: revealed
    ? lookedAt(noun, before ?? {}, revealed)
    : [...changedFields(noun, before ?? {}, after ?? {}), ...secrets.map((name) => ({ name, before: MASK, after: MASK }))].slice(0, bounds.fields),
});

/** The fields that were revealed, with their masked values. */
const lookedAt = (noun: AnyResource, row: AnyRow, names: readonly string[]): readonly ChangedField[] =>
  names.map((name) => {
    const field = noun.fields[name];
    const shown = field ? valueOf(field, row, name) : MASK;
    return { name, before: shown, after: shown };
  });

/** The title of a row. */
export const nameOf = (noun: AnyResource, row: AnyRow | undefined): string => {
  const field = noun.fields[noun.title];
  const title = row && field ? maskValue(field, row[noun.title], row) : undefined;
  return typeof title === 'string' ? String(boundedJson(title)) : '';
};

const changedFields = (noun: AnyResource, before: AnyRow, after: AnyRow): readonly ChangedField[] =>
  Object.entries(noun.fields).flatMap(([name, field]) => {
    if (name in auditFields || field.secret) return [];
    const [was, is] = [valueOf(field, before, name), valueOf(field, after, name)];
    if (isSame(field, before[name], after[name])) return [];
    const [beforeText, afterText] = [before[`${name}_dictText`], after[`${name}_dictText`]];
    return [
      {
        name,
        before: was,
        after: is,
        ...(typeof beforeText === 'string' && { beforeText }),
        ...(typeof afterText === 'string' && { afterText }),
      },
    ];
  });

const valueOf = (field: Field, row: AnyRow, name: string): unknown => boundedJson(toWire(field, row[name], row));

/** Two different numbers may have the same mask, so the unmasked values are compared. */
const isSame = (field: Field, one: unknown, other: unknown): boolean =>
  JSON.stringify(boundedJson(toWire(withoutMark(field), one))) === JSON.stringify(boundedJson(toWire(withoutMark(field), other)));
const withoutMark = ({ personal: _mark, ...field }: Field): Field => field;

/** The tenant in whose log a call is recorded: the one to which all its rows belong. */
export const tenantOf = (changes: readonly Change[]): string | undefined => {
  const tenants = new Set(
    changes.map(({ noun, before, after }) => {
      const value = noun.fields[noun.scope.tenant] ? (after ?? before)?.[noun.scope.tenant] : undefined;
      return typeof value === 'string' ? value : undefined;
    }),
  );
  return tenants.size === 1 ? [...tenants][0] : undefined;
};
