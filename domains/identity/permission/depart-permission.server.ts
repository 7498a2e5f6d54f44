import { sql } from 'kysely';
import type { Context } from '#kit/server/context/context.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { departRole } from '../depart-role/depart-role.ts';
import { depart } from '../depart/depart.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGrant } from '../role/role.rules.ts';
import { departCodes } from './depart-codes.server.ts';
import { knownCodes, readRecords } from './read-records.server.ts';
import { applySelection, idsOf, lockRights, savedMessage } from './save-rights.server.ts';

/** The largest number of roles of a department. */
const ROLES_MAX = 200;

/** The permission records that roles of a department can have. */
export const departPermissionIds = async (ctx: Context, departId: string): Promise<readonly string[]> => {
  await ctx.rows(depart).get(departId);
  return idsOf(await readRecords(ctx), new Set(await departCodes(ctx, departId)));
};

interface PermissionChange {
  readonly departId: string;
  readonly permissionIds?: string | null | undefined;
  readonly lastpermissionIds?: string | null | undefined;
}

/**
 * Grants what was checked and revokes what was unchecked, as for a role. Revoked permissions are removed from the department's roles as well. Users
 * can grant or revoke only permissions that they hold.
 */
export const saveDepartPermission = async (ctx: Context, { departId, ...lists }: PermissionChange): Promise<string> => {
  await lockRights(ctx, `depart ${departId}`);
  const { id, tenantId } = await ctx.rows(depart).get(departId);
  const before = await departCodes(ctx, id);
  const saved = await applySelection(ctx, { ...lists, before });
  const allCodes = await knownCodes(ctx);
  const unknownCode = saved.codes.find((code) => !allCodes.includes(code) && !before.includes(code));
  if (unknownCode !== undefined) throwRefusal(roleRefusals, 'role.unknownPermission', { permission: unknownCode });
  const verdict = mayGrant(ctx.viewer, { roleLevel: 0, permissions: [...new Set([...before, ...saved.codes])] });
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  if (saved.codes.join() === before.toSorted().join()) return savedMessage(ctx, saved);
  await sql`insert into sys_depart_permission (depart_id, tenant_id, codes) values (${id}, ${tenantId}, ${JSON.stringify(saved.codes)}::jsonb)
    on conflict (depart_id) do update set codes = excluded.codes`.execute(ctx.db);
  await narrowRoles(ctx, id, new Set(saved.codes));
  return savedMessage(ctx, saved);
};

/** Removes permissions from the roles that their department no longer has. */
const narrowRoles = async (ctx: Context, departId: string, codes: ReadonlySet<string>): Promise<void> => {
  const roles = await ctx.rows(departRole).page({
    conditions: [{ field: 'departId', is: 'in', values: [departId] }],
    sort: { column: 'createTime', order: 'asc' },
    pageNo: 1,
    pageSize: ROLES_MAX,
  });
  for (const { id, permissions } of roles) {
    const remainingCodes = (permissions ?? []).filter((code) => codes.has(code));
    if (remainingCodes.length < (permissions ?? []).length) await ctx.rows(departRole).change(id, { permissions: remainingCodes });
  }
};
