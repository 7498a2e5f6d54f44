import type { Context } from '#kit/server/context/context.ts';
import { changeableRole, checkRoleDraft, visibleRole } from '../role/role.server.ts';
import { role } from '../role/role.ts';
import { readRecords } from './read-records.server.ts';
import { applySelection, idsOf, lockRights, savedMessage } from './save-rights.server.ts';

/** The records of a role; a menu group is included when the role has any record below it. */
export const rolePermissionIds = async (ctx: Context, roleId: string): Promise<readonly string[]> => {
  const { permissions } = await visibleRole(ctx, roleId);
  return idsOf(await readRecords(ctx), new Set(permissions));
};

interface PermissionChange {
  readonly roleId: string;
  readonly permissionIds?: string | null | undefined;
  readonly lastpermissionIds?: string | null | undefined;
}

/** Grants what was checked and revokes what was unchecked. Permissions in neither list stay unchanged, so two users can save at the same time. */
export const saveRolePermission = async (ctx: Context, { roleId, ...lists }: PermissionChange): Promise<string> => {
  await lockRights(ctx, `role ${roleId}`);
  const before = await changeableRole(ctx, roleId);
  const saved = await applySelection(ctx, { ...lists, before: before.permissions });
  const permissions = await checkRoleDraft(ctx, { ...before, permissions: saved.codes });
  // A save without changes writes nothing.
  if (permissions.join() !== before.permissions.toSorted().join()) await ctx.rows(role).change(roleId, { permissions });
  return savedMessage(ctx, saved);
};
