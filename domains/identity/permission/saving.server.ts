import { sql } from 'kysely';
import { commaList } from '#kit/fields/comma-list.ts';
import type { Words } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { nameIn } from './declared.rules.ts';
import { permissionRefusals, permissionWords } from './permission.labels.ts';
import { readRecords } from './read-records.server.ts';
import { codesOf } from './records.rules.ts';
import type { PermissionRow } from './records.rules.ts';
import { apartFrom } from './saving.rules.ts';

const HELD_BY_ALL = '*';
/** More names than this are counted. */
const NAMED_MAX = 5;

/** The records whose codes are all held, with what stands above them. */
export const idsOf = (rows: readonly PermissionRow[], held: ReadonlySet<string>): readonly string[] => {
  const above = new Map(rows.map((row) => [row.id, row.parentId]));
  const ids = new Set<string>();
  for (const { id } of heldRows(rows, held)) for (let at: string | null = id; at !== null && !ids.has(at); at = above.get(at) ?? null) ids.add(at);
  return rows.flatMap(({ id }) => (ids.has(id) ? [id] : []));
};

const heldRows = (rows: readonly PermissionRow[], held: ReadonlySet<string>): readonly PermissionRow[] =>
  rows.filter((row) => held.has(HELD_BY_ALL) || (row.perms !== null && codesOf(row).every((code) => held.has(code))));

/** Saves of the same rights go one after the other, so that each starts from what the last has left. */
export const inTurn = async (ctx: Context, whose: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rights ${whose}`}, 0))`.execute(ctx.db);
};

interface Lists {
  readonly before: readonly string[];
  readonly permissionIds?: string | null | undefined;
  readonly lastpermissionIds?: string | null | undefined;
}

export interface Saved {
  readonly codes: readonly string[];
  /** What others changed since the sender read the list, by name: `+ User: add`. */
  readonly apart: readonly string[];
}

/** The codes that are held once two lists of records, ticked now and ticked before, have been applied. Only what the second names is ever taken. */
export const afterSaving = async (ctx: Context, { before, permissionIds, lastpermissionIds }: Lists): Promise<Saved> => {
  const rows = await readRecords(ctx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [held, chosen, last] = [new Set(before), listed(permissionIds), listed(lastpermissionIds)];
  const codes = (ids: Iterable<string>): readonly string[] =>
    [...ids].flatMap((id) => codesOf(byId.get(id) ?? throwRefusal(permissionRefusals, 'permission.unknown')));
  const taken = new Set(codes([...last].filter((id) => !chosen.has(id) && byId.has(id))));
  const added = codes([...chosen].filter((id) => !last.has(id)));
  const heldIds = new Set(heldRows(rows, held).map(({ id }) => id));
  const { more, fewer } = apartFrom({ chosen, last, held: heldIds });
  const named = (sign: string, ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => {
      const row = byId.get(id);
      return row && row.perms !== null ? [`${sign} ${nameIn(row, ctx.viewer.language)}`] : [];
    });
  return {
    codes: [...new Set([...before.filter((code) => !taken.has(code)), ...added])].toSorted(),
    apart: [...named('+', more), ...named('−', fewer)],
  };
};

/** What a save is answered with: that it is done, and what of it others have changed meanwhile. */
export const toldOf = (ctx: Context, { apart }: Saved, done: Words = kitWords.changed): string => {
  if (apart.length === 0) return ctx.say(done);
  const names = apart.slice(0, NAMED_MAX).join(ctx.say(permissionWords.comma));
  const changes = apart.length > NAMED_MAX ? ctx.say(permissionWords.andMore, { names, n: apart.length }) : names;
  return ctx.say(permissionWords.savedBeside, { changes });
};

const listed = (ids: string | null | undefined): ReadonlySet<string> => new Set(commaList(ids ?? ''));
