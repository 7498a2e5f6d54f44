import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGrant } from '../role/role.rules.ts';
import { user } from '../user/user.ts';
import { departRoleRefusals } from './depart-role.labels.ts';
import { departRole } from './depart-role.ts';
import type { HeldDepartRole } from './depart-role.ts';
import type { DepartRoleRow } from './rights.server.ts';
import { recordControl } from '../user/two-persons.server.ts';

interface RoleAssignment {
  readonly userId: string;
  readonly newRoleId?: string | null | undefined;
  readonly oldRoleId?: string | null | undefined;
}

/** Assigns the new roles and removes old ones that are not among them. Users can grant or revoke only permissions that they hold. */
export const assignRoles = async (ctx: Context, { userId, newRoleId, oldRoleId }: RoleAssignment): Promise<void> => {
  const { tenantId } = await ctx.rows(user).get(userId);
  const newRoles = await rolesByIds(ctx, newRoleId);
  const droppedRoles = (await rolesByIds(ctx, oldRoleId)).filter(({ id }) => !newRoles.some((role) => role.id === id));
  if (newRoles.some((role) => role.tenantId !== tenantId)) throwRefusal(departRoleRefusals, 'departRole.foreign');
  for (const departId of new Set(newRoles.map((role) => role.departId))) await requireMember(ctx, { userId, departId });
  const heldIds = new Set((await heldRoles(ctx, { userId, departId: null })).map(({ droleId }) => droleId));
  const [granted, revoked] = [newRoles.filter(({ id }) => !heldIds.has(id)), droppedRoles.filter(({ id }) => heldIds.has(id))];
  if (granted.some(({ forAll }) => forAll === 1)) throwRefusal(departRoleRefusals, 'departRole.forAll');
  const verdict = mayGrant(ctx.viewer, { roleLevel: 0, permissions: [...granted, ...revoked].flatMap(({ permissions }) => permissions ?? []) });
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  const db = ctx.db.withoutPlugins();
  await sql`delete from sys_depart_role_user where user_id = ${userId} and role_id = any(${idsOf(revoked)}::bigint[])`.execute(db);
  await sql`insert into sys_depart_role_user (user_id, depart_id, role_id, tenant_id)
    select ${userId}::bigint, r.depart_id, r.id, r.tenant_id from sys_depart_role r where r.id = any(${idsOf(granted)}::bigint[])
    on conflict do nothing`.execute(db);
  if (granted.length > 0) await recordControl(ctx, [userId]);
};

/** The members who hold a role, as far as the viewer can see them. */
export const holdersOf = async (ctx: Context, roleId: string) => {
  const { departId, forAll } = await ctx.rows(departRole).get(roleId);
  const { rows } = await sql<{ userId: bigint }>`select m.user_id from sys_user_depart m where m.depart_id = ${departId}
    and (${forAll === 1} or exists (select from sys_depart_role_user h where h.user_id = m.user_id and h.role_id = ${roleId}))
    order by m.user_id`.execute(ctx.db);
  const people = await ctx.rows(user).findMany(rows.map(({ userId }) => String(userId)));
  return people.map(({ id, username, realname }) => ({ id, username, realname }));
};

/** The department roles that were assigned to a user, without those that all members hold. */
export const heldRoles = async (
  ctx: Context,
  { userId, departId }: { readonly userId: string; readonly departId: string | null },
): Promise<readonly HeldDepartRole[]> => {
  const { rows } = await sql<{
    roleId: bigint;
  }>`select m.role_id from sys_depart_role_user m join sys_depart_role r on r.id = m.role_id and not r.is_delete
    where m.user_id = ${userId} and (${departId}::bigint is null or m.depart_id = ${departId}) order by m.role_id`.execute(ctx.db);
  return rows.map(({ roleId }) => ({ userId, droleId: String(roleId) }));
};

const idsOf = (rows: readonly DepartRoleRow[]): readonly string[] => rows.map(({ id }) => id);

const rolesByIds = async (ctx: Context, ids: string | null | undefined): Promise<readonly DepartRoleRow[]> => {
  const roleIds = splitIds(ids ?? '');
  const rows = await ctx.rows(departRole).findMany(roleIds);
  return rows.length === roleIds.length ? rows : throwRefusal(departRoleRefusals, 'departRole.foreign');
};

const requireMember = async (ctx: Context, { userId, departId }: { readonly userId: string; readonly departId: string }): Promise<void> => {
  const { rows } = await sql`select 1 from sys_user_depart where user_id = ${userId} and depart_id = ${departId}`.execute(ctx.db);
  if (rows.length === 0) throwRefusal(departRoleRefusals, 'departRole.notMember');
};
