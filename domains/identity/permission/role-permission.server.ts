import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { changeable, checked, visible } from '../role/role.server.ts';
import { role } from '../role/role.ts';
import { permissionRefusals } from './permission.labels.ts';
import { readRecords } from './read-records.server.ts';
import { codesOf } from './records.rules.ts';
import type { PermissionRow } from './records.rules.ts';

const HELD_BY_ALL = '*';

/** The records a role holds; a group of the menu counts when anything below it does. */
export const rolePermissionIds = async (ctx: Context, roleId: string): Promise<readonly string[]> => {
  const { permissions } = await visible(ctx, roleId);
  const rows = await readRecords(ctx);
  return idsOf(rows, new Set(permissions));
};

/** The records whose codes are all held, with what stands above them. */
export const idsOf = (rows: readonly PermissionRow[], held: ReadonlySet<string>): readonly string[] => {
  const own = rows.filter((row) => held.has(HELD_BY_ALL) || (row.perms !== null && codesOf(row).every((code) => held.has(code))));
  const above = new Map(rows.map((row) => [row.id, row.parentId]));
  const ids = new Set<string>();
  for (const { id } of own) for (let at: string | null = id; at !== null && !ids.has(at); at = above.get(at) ?? null) ids.add(at);
  return rows.flatMap(({ id }) => (ids.has(id) ? [id] : []));
};

interface Saving {
  readonly roleId: string;
  readonly permissionIds?: string | null | undefined;
  readonly lastpermissionIds?: string | null | undefined;
}

/** Gives what was ticked and takes what was unticked; what neither list names stays, so two people may save side by side. */
export const saveRolePermission = async (ctx: Context, { roleId, ...lists }: Saving): Promise<string> => {
  const before = await changeable(ctx, roleId);
  const permissions = await checked(ctx, { ...before, permissions: await afterSaving(ctx, { ...lists, before: before.permissions }) });
  // Saving what is there already changes nothing.
  if (permissions.join() !== before.permissions.toSorted().join()) await ctx.rows(role).change(roleId, { permissions });
  return ctx.say(kitWords.changed);
};

interface Lists extends Omit<Saving, 'roleId'> {
  readonly before: readonly string[];
}

/** The codes that are held once two lists of records, ticked now and ticked before, have been applied. Without the second, the first is all. */
export const afterSaving = async (ctx: Context, { before, permissionIds, lastpermissionIds }: Lists): Promise<readonly string[]> => {
  const rows = await readRecords(ctx);
  const held = new Set(before);
  const chosen = listed(permissionIds);
  const last = lastpermissionIds === undefined || lastpermissionIds === null ? new Set(idsOf(rows, held)) : listed(lastpermissionIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const codes = (ids: Iterable<string>): readonly string[] =>
    [...ids].flatMap((id) => codesOf(byId.get(id) ?? refuse(permissionRefusals, 'permission.unknown')));
  const taken = new Set(codes([...last].filter((id) => !chosen.has(id) && byId.has(id))));
  const added = codes([...chosen].filter((id) => !last.has(id)));
  return [...new Set([...[...held].filter((code) => !taken.has(code)), ...added])].toSorted();
};

const listed = (ids: string | null | undefined): ReadonlySet<string> =>
  new Set(
    (ids ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  );
