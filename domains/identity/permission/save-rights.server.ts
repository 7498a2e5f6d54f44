import { sql } from 'kysely';
import { commaList } from '#kit/fields/comma-list.ts';
import type { Words } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { recordNameIn } from './declared.rules.ts';
import { permissionRefusals, permissionWords } from './permission.labels.ts';
import { readRecords } from './read-records.server.ts';
import { codesOf } from './records.rules.ts';
import type { PermissionRow } from './records.rules.ts';
import { findConcurrentChanges } from './concurrent-changes.rules.ts';

const ALL_CODES = '*';
/** Up to this many changes are named; more are only counted. */
const NAMED_CHANGES_MAX = 5;

/** The records whose codes are all held, with their ancestors. */
export const idsOf = (rows: readonly PermissionRow[], heldCodes: ReadonlySet<string>): readonly string[] => {
  const parentOf = new Map(rows.map((row) => [row.id, row.parentId]));
  const ids = new Set<string>();
  for (const { id } of heldRows(rows, heldCodes))
    for (let ancestorId: string | null = id; ancestorId !== null && !ids.has(ancestorId); ancestorId = parentOf.get(ancestorId) ?? null)
      ids.add(ancestorId);
  return rows.flatMap(({ id }) => (ids.has(id) ? [id] : []));
};

const heldRows = (rows: readonly PermissionRow[], heldCodes: ReadonlySet<string>): readonly PermissionRow[] =>
  rows.filter((row) => heldCodes.has(ALL_CODES) || (row.perms !== null && codesOf(row).every((code) => heldCodes.has(code))));

/** Saves of the same permissions run one after another, so that each starts from the result of the last. */
export const lockRights = async (ctx: Context, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rights ${subject}`}, 0))`.execute(ctx.db);
};

interface RightsSelection {
  readonly before: readonly string[];
  readonly permissionIds?: string | null | undefined;
  readonly lastpermissionIds?: string | null | undefined;
}

export interface SavedRights {
  readonly codes: readonly string[];
  /** The changes that others made since the sender loaded the list, by name: `+ User: add`. */
  readonly concurrentChanges: readonly string[];
}

/**
 * The codes after a save, computed from the records that are checked now and those that were checked before. Only records in the second list are
 * revoked.
 */
export const applySelection = async (ctx: Context, { before, permissionIds, lastpermissionIds }: RightsSelection): Promise<SavedRights> => {
  const rows = await readRecords(ctx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [held, selected, lastRead] = [new Set(before), idSet(permissionIds), idSet(lastpermissionIds)];
  const codes = (ids: Iterable<string>): readonly string[] =>
    [...ids].flatMap((id) => codesOf(byId.get(id) ?? throwRefusal(permissionRefusals, 'permission.unknown')));
  const revoked = new Set(codes([...lastRead].filter((id) => !selected.has(id) && byId.has(id))));
  const granted = codes([...selected].filter((id) => !lastRead.has(id)));
  const heldIds = new Set(heldRows(rows, held).map(({ id }) => id));
  const { more, fewer } = findConcurrentChanges({ selected, lastRead, held: heldIds });
  const signedNames = (sign: string, ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => {
      const row = byId.get(id);
      return row && row.perms !== null ? [`${sign} ${recordNameIn(row, ctx.viewer.language)}`] : [];
    });
  return {
    codes: [...new Set([...before.filter((code) => !revoked.has(code)), ...granted])].toSorted(),
    concurrentChanges: [...signedNames('+', more), ...signedNames('−', fewer)],
  };
};

/** The message after a save, with changes that others made meanwhile. */
export const savedMessage = (ctx: Context, { concurrentChanges }: SavedRights, done: Words = kitWords.changed): string => {
  if (concurrentChanges.length === 0) return ctx.say(done);
  const names = concurrentChanges.slice(0, NAMED_CHANGES_MAX).join(ctx.say(permissionWords.comma));
  const changes = concurrentChanges.length > NAMED_CHANGES_MAX ? ctx.say(permissionWords.andMore, { names, n: concurrentChanges.length }) : names;
  return ctx.say(permissionWords.savedBeside, { changes });
};

const idSet = (ids: string | null | undefined): ReadonlySet<string> => new Set(commaList(ids ?? ''));
