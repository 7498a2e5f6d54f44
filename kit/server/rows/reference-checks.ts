import { sql } from 'kysely';
import { say } from '#kit/fields/words.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '../context/context.ts';
import { rowsByKeysSql } from '../lists/list-sql.ts';
import { kitRefusals } from '../refusals.ts';
import { scopeLevels } from '../context/viewer.ts';
import { plainText } from '../values/plain-text.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/**
 * Refuses a row that would be outside the viewer's scope, refers to a row that the viewer cannot see or that can no longer be chosen, or combines
 * rows of different tenants, agents or stations. `changed` limits the look-ups to the edited fields; `before` is the row before the edit.
 */
export const checkReferences = async (
  ctx: Context,
  noun: AnyResource,
  { row, changed, before = {} }: { readonly row: AnyRow; readonly changed: AnyRow; readonly before?: AnyRow },
): Promise<void> => {
  checkOwnScope(ctx, noun, row);
  // A row that moves to another tenant, agent or station has to fit all its references, not only the edited ones.
  const moves = scopeLevels.some((level) => noun.scope[level] !== undefined && noun.scope[level] in changed);
  for (const [name, field] of Object.entries(noun.fields)) {
    const key = (moves ? row : changed)[name];
    if (field.kind !== 'ref' || field.to === undefined || typeof key !== 'string') continue;
    const target = ctx.registry.resource(field.to);
    const found = await checkReference(ctx, noun, { name, target, key, row });
    // A reference that the server sets may refer to a row that can no longer be chosen.
    if (field.writing !== 'never' && before[name] !== key) checkUsable(ctx, noun, { name, target, found });
  }
};

const checkUsable = (
  ctx: Context,
  noun: AnyResource,
  { name, target: { usable }, found }: { readonly name: string; readonly target: AnyResource; readonly found: AnyRow },
): void => {
  if (usable && found[usable.field] !== usable.is) throwRefusal(kitRefusals, 'outOfUse', { label: label(ctx, noun, name) });
};

/** Whether a write failed because rows of other tables refer to the row and its scope. */
export const isReferenced = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503';

/** The field of a unique constraint `<table>_<columns>_key` or `<table>_pkey`, if the error is a violation of one. */
export const duplicateField = (error: unknown, noun: AnyResource): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
  if (constraint.endsWith('_pkey')) return noun.key;
  const constraintLetters = constraint.replaceAll('_', '');
  const namedFields = Object.keys(noun.fields).filter((name) => constraintLetters.includes(name.toLowerCase()));
  return namedFields.find((name) => !Object.values(noun.scope).includes(name)) ?? namedFields[0] ?? noun.title;
};

const label = (ctx: Context, noun: AnyResource, name: string): string => {
  const words = ctx.registry.feature(noun.name)?.labels?.fields[name];
  return words ? say(words, ctx.viewer.language) : name;
};

const checkOwnScope = (ctx: Context, noun: AnyResource, row: AnyRow): void => {
  for (const level of scopeLevels) {
    const name = noun.scope[level];
    const visibleIds = ctx.viewer.sees[level];
    if (name === undefined || visibleIds === 'all' || name === 'shared') continue;
    if (name === noun.key) {
      // A viewer of one tenant, agent or station could not see a new one that they create.
      if (row[name] === undefined) throwRefusal(kitRefusals, 'forbidden', { permission: `${noun.name}:add` }, { status: 403 });
      continue;
    }
    if (name === 'hidden') throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    if (!visibleIds.includes(String(row[name]))) throwRefusal(kitRefusals, 'outOfScope', { label: label(ctx, noun, name) });
  }
};

const checkReference = async (
  ctx: Context,
  noun: AnyResource,
  reference: { readonly name: string; readonly target: AnyResource; readonly key: string; readonly row: AnyRow },
): Promise<AnyRow> => {
  const { name, target, key, row } = reference;
  const query = rowsByKeysSql({ noun: target, viewer: ctx.viewer, registry: ctx.registry, conditions: [] }, [key]);
  const { rows } = await sql<AnyRow>`${query}`.execute(ctx.db.withoutPlugins());
  const found = rows[0] ?? throwRefusal(kitRefusals, 'outOfScope', { label: label(ctx, noun, name) });
  for (const level of scopeLevels) {
    const ownColumn = noun.scope[level];
    const targetColumn = target.scope[level];
    if (
      ownColumn === undefined ||
      targetColumn === undefined ||
      ownColumn === name ||
      !(ownColumn in row) ||
      !(targetColumn in found) ||
      found[targetColumn] === null
    )
      continue;
    // A row without a customer may still refer to one.
    if (level === 'customer' && (row[ownColumn] ?? null) === null) continue;
    if (plainText(row[ownColumn]) !== plainText(found[targetColumn]))
      throwRefusal(kitRefusals, 'apart', { label: label(ctx, noun, name), scope: label(ctx, noun, ownColumn) });
  }
  return found;
};
