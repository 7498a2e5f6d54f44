import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { departCodes } from '../permission/depart-codes.server.ts';
import { readRecords, permissionTree } from '../permission/read-records.server.ts';
import { applySelection, idsOf, savedMessage } from '../permission/save-rights.server.ts';
import type { PermissionTree } from '../permission/permission.ts';
import { departRoleRefusals } from './depart-role.labels.ts';
import { checkRights } from './depart-role.rules.ts';
import { departRole } from './depart-role.ts';

export type DepartRoleRow = Row<typeof departRole.fields>;
const refusals = { ...roleRefusals, ...departRoleRefusals };

/** Refuses permissions that the department does not have or the viewer does not hold. */
export const requireRights = async (
  ctx: Context,
  { departId, before, after }: { readonly departId: string; readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<void> => {
  const verdict = checkRights(ctx.viewer, { before, after, ofDepart: await departCodes(ctx, departId) });
  if (!verdict.ok) throwRefusal(refusals, verdict.refusal, verdict.args);
};

/** The permission records that roles of a department can have: those of the department. */
export const departRoleTree = async (ctx: Context, departId: string): Promise<PermissionTree> => {
  const rows = await readRecords(ctx);
  const ids = new Set(idsOf(rows, new Set(await departCodes(ctx, departId))));
  return permissionTree(
    ctx,
    rows.filter(({ id }) => ids.has(id)),
  );
};

/** The permission records of a department's role. */
export const departRolePermissionIds = async (ctx: Context, roleId: string): Promise<readonly string[]> => {
  const { permissions } = await ctx.rows(departRole).get(roleId);
  return idsOf(await readRecords(ctx), new Set(permissions));
};

interface PermissionChange {
  readonly roleId: string;
  readonly permissionIds?: string | null | undefined;
  readonly lastpermissionIds?: string | null | undefined;
}

/** Grants the permissions that were checked and revokes those that were unchecked, as for a role. */
export const saveDepartRolePermission = async (ctx: Context, { roleId, ...lists }: PermissionChange): Promise<string> => {
  const row = await ctx.rows(departRole).get(roleId);
  const before = row.permissions ?? [];
  const saved = await applySelection(ctx, { ...lists, before });
  await requireRights(ctx, { departId: row.departId, before, after: saved.codes });
  if (saved.codes.join() !== before.toSorted().join()) await ctx.rows(departRole).change(roleId, { permissions: saved.codes });
  return savedMessage(ctx, saved, kitWords.changed);
};
