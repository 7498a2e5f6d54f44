import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context.ts';
import { adding, crudHandlers, removing, splitIds } from '#kit/server/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/route.ts';
import { departRefusals } from '../depart/depart.labels.ts';
import { depart } from '../depart/depart.ts';
import { user } from '../user/user.ts';
import { departRoleRefusals } from './depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role.ts';

type RoleRow = Row<typeof departRole.fields>;
const plain = crudHandlers(departRole);
/** Most roles one department has. */
const ROLES_MAX = 200;

export const departRoleRoutes = implement(departRoleApi, {
  list: plain.list,
  queryById: plain.queryById,
  edit: plain.edit,
  add: adding(departRole, async (ctx, draft) => {
    const { tenantId } = (await ctx.rows(depart).find(draft.departId)) ?? refuse(departRefusals, 'depart.foreign');
    return ctx.rows(departRole).insert({ ...draft, tenantId });
  }).add,
  ...removing(departRole, async (ctx, { id }) => {
    await sql`delete from sys_depart_role_user where role_id = ${id}`.execute(ctx.db);
  }),
  getDeptRoleList: async (ctx, { departId }) => {
    await ctx.rows(depart).get(departId);
    return (await rolesOf(ctx, departId)).map(({ id, roleName, roleCode }) => ({ id, departId, roleName, roleCode }));
  },
  getDeptRoleByUserId: async (ctx, { userId, departId }) => {
    await ctx.rows(user).get(userId);
    return held(ctx, { userId, departId: departId ?? null });
  },
  deptRoleUserAdd: async (ctx, { userId, newRoleId, oldRoleId }) => {
    const { tenantId } = await ctx.rows(user).get(userId);
    const wanted = await named(ctx, newRoleId);
    const gone = (await named(ctx, oldRoleId)).filter(({ id }) => !wanted.some((role) => role.id === id));
    if (wanted.some((role) => role.tenantId !== tenantId)) refuse(departRoleRefusals, 'departRole.foreign');
    for (const departId of new Set(wanted.map((role) => role.departId))) await demandMember(ctx, { userId, departId });
    const db = ctx.db.withoutPlugins();
    await sql`delete from sys_depart_role_user where user_id = ${userId} and role_id = any(${idsOf(gone)}::bigint[])`.execute(db);
    await sql`insert into sys_depart_role_user (user_id, depart_id, role_id, tenant_id)
      select ${userId}::bigint, r.depart_id, r.id, r.tenant_id from sys_depart_role r where r.id = any(${idsOf(wanted)}::bigint[])
      on conflict do nothing`.execute(db);
    return ctx.say(kitWords.changed);
  },
});

const idsOf = (rows: readonly RoleRow[]): readonly string[] => rows.map(({ id }) => id);

const rolesOf = (ctx: Context, departId: string): Promise<readonly RoleRow[]> =>
  ctx.rows(departRole).page({
    conditions: [{ field: 'departId', is: 'in', values: [departId] }],
    sort: { column: 'createTime', order: 'asc' },
    pageNo: 1,
    pageSize: ROLES_MAX,
  });

const named = async (ctx: Context, ids: string | null | undefined): Promise<readonly RoleRow[]> => {
  const asked = splitIds(ids ?? '');
  const rows = await ctx.rows(departRole).findMany(asked);
  return rows.length === asked.length ? rows : refuse(departRoleRefusals, 'departRole.foreign');
};

const demandMember = async (ctx: Context, { userId, departId }: { readonly userId: string; readonly departId: string }): Promise<void> => {
  const { rows } = await sql`select 1 from sys_user_depart where user_id = ${userId} and depart_id = ${departId}`.execute(ctx.db);
  if (rows.length === 0) refuse(departRoleRefusals, 'departRole.notMember');
};

const held = async (ctx: Context, { userId, departId }: { readonly userId: string; readonly departId: string | null }) => {
  const { rows } = await sql<{
    roleId: bigint;
  }>`select m.role_id from sys_depart_role_user m join sys_depart_role r on r.id = m.role_id and not r.is_delete
    where m.user_id = ${userId} and (${departId}::bigint is null or m.depart_id = ${departId}) order by m.role_id`.execute(ctx.db);
  return rows.map(({ roleId }) => ({ userId, droleId: String(roleId) }));
};
