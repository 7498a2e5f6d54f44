import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGive } from '../role/role.rules.ts';
import { user } from '../user/user.ts';
import { departRoleRefusals } from './depart-role.labels.ts';
import { departRole } from './depart-role.ts';
import type { HeldDepartRole } from './depart-role.ts';
import type { DepartRoleRow } from './rights.server.ts';
import { noteControl } from '../user/control.server.ts';

interface RoleAssignment {
  readonly userId: string;
  readonly newRoleId?: string | null | undefined;
  readonly oldRoleId?: string | null | undefined;
}

/** Gives the new roles and takes the old that are not among them. Nobody gives or takes what they do not hold. */
export const assignRoles = async (ctx: Context, { userId, newRoleId, oldRoleId }: RoleAssignment): Promise<void> => {
  const { tenantId } = await ctx.rows(user).get(userId);
  const wanted = await named(ctx, newRoleId);
  const gone = (await named(ctx, oldRoleId)).filter(({ id }) => !wanted.some((role) => role.id === id));
  if (wanted.some((role) => role.tenantId !== tenantId)) throwRefusal(departRoleRefusals, 'departRole.foreign');
  for (const departId of new Set(wanted.map((role) => role.departId))) await demandMember(ctx, { userId, departId });
  const has = new Set((await rolesHeld(ctx, { userId, departId: null })).map(({ droleId }) => droleId));
  const [given, taken] = [wanted.filter(({ id }) => !has.has(id)), gone.filter(({ id }) => has.has(id))];
  if (given.some(({ forAll }) => forAll === 1)) throwRefusal(departRoleRefusals, 'departRole.forAll');
  const verdict = mayGive(ctx.viewer, { roleLevel: 0, permissions: [...given, ...taken].flatMap(({ permissions }) => permissions ?? []) });
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  const db = ctx.db.withoutPlugins();
  await sql`delete from sys_depart_role_user where user_id = ${userId} and role_id = any(${idsOf(taken)}::bigint[])`.execute(db);
  await sql`insert into sys_depart_role_user (user_id, depart_id, role_id, tenant_id)
    select ${userId}::bigint, r.depart_id, r.id, r.tenant_id from sys_depart_role r where r.id = any(${idsOf(given)}::bigint[])
    on conflict do nothing`.execute(db);
  if (given.length > 0) await noteControl(ctx, [userId]);
};

/** Who holds a role, as far as the viewer sees them. */
export const holdersOf = async (ctx: Context, roleId: string) => {
  const { departId, forAll } = await ctx.rows(departRole).get(roleId);
  const { rows } = await sql<{ userId: bigint }>`select m.user_id from sys_user_depart m where m.depart_id = ${departId}
    and (${forAll === 1} or exists (select from sys_depart_role_user h where h.user_id = m.user_id and h.role_id = ${roleId}))
    order by m.user_id`.execute(ctx.db);
  const people = await ctx.rows(user).findMany(rows.map(({ userId }) => String(userId)));
  return people.map(({ id, username, realname }) => ({ id, username, realname }));
};

/** The roles of departments that were given to somebody; those of all in a department are not among them. */
export const rolesHeld = async (
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

const named = async (ctx: Context, ids: string | null | undefined): Promise<readonly DepartRoleRow[]> => {
  const asked = splitIds(ids ?? '');
  const rows = await ctx.rows(departRole).findMany(asked);
  return rows.length === asked.length ? rows : throwRefusal(departRoleRefusals, 'departRole.foreign');
};

const demandMember = async (ctx: Context, { userId, departId }: { readonly userId: string; readonly departId: string }): Promise<void> => {
  const { rows } = await sql`select 1 from sys_user_depart where user_id = ${userId} and depart_id = ${departId}`.execute(ctx.db);
  if (rows.length === 0) throwRefusal(departRoleRefusals, 'departRole.notMember');
};
