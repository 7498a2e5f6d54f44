import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { departRefusals } from '../depart/depart.labels.ts';
import { depart } from '../depart/depart.ts';
import { lockRights } from '../permission/save-rights.server.ts';
import { codesOf } from '../role/role.server.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { user } from '../user/user.ts';
import { departRole, departRoleApi } from './depart-role.ts';
import { assignRoles, holdersOf, heldRoles } from './holders.server.ts';
import { requireRights, departRolePermissionIds, departRoleTree, saveDepartRolePermission } from './rights.server.ts';
import type { DepartRoleRow } from './rights.server.ts';

const standardHandlers = crudHandlers(departRole);
/** The largest number of roles of a department. */
const ROLES_MAX = 200;

export const departRoleRoutes = ({ sessions }: { readonly sessions: Sessions }): readonly Route[] =>
  implement(departRoleApi, {
    list: standardHandlers.list,
    queryById: standardHandlers.queryById,
    edit: async (ctx, input, extras) => {
      const { id, departId, permissions: heldCodes, forAll } = await lockRole(ctx, String(input.id));
      const before = heldCodes ?? [];
      const permissions = input.permissions === undefined ? before : codesOf(input.permissions ?? []);
      // Changing only the name grants nothing.
      if (permissions.join() !== before.toSorted().join() || (input.forAll ?? forAll) !== forAll)
        await requireRights(ctx, { departId, before, after: permissions });
      ctx.afterCommit(sessions.notifyChanged);
      return standardHandlers.edit(ctx, { ...input, id, permissions }, extras);
    },
    add: addHandlers(departRole, async (ctx, draft) => {
      const { tenantId } = (await ctx.rows(depart).find(draft.departId)) ?? throwRefusal(departRefusals, 'depart.foreign');
      const permissions = codesOf(draft.permissions ?? []);
      await requireRights(ctx, { departId: draft.departId, before: [], after: permissions });
      ctx.afterCommit(sessions.notifyChanged);
      return ctx.rows(departRole).insert({ ...draft, permissions, tenantId });
    }).add,
    ...deleteHandlers(departRole, async (ctx, { id, departId, permissions }) => {
      await requireRights(ctx, { departId, before: permissions ?? [], after: [] });
      await sql`delete from sys_depart_role_user where role_id = ${id}`.execute(ctx.db);
      ctx.afterCommit(sessions.notifyChanged);
    }),
    getDeptRoleList: async (ctx, { departId }) => {
      await ctx.rows(depart).get(departId);
      return (await rolesOf(ctx, departId)).map(({ id, roleName, roleCode, forAll }) => ({ id, departId, roleName, roleCode, forAll }));
    },
    getDeptRoleByUserId: async (ctx, { userId, departId }) => {
      await ctx.rows(user).get(userId);
      return heldRoles(ctx, { userId, departId: departId ?? null });
    },
    getDeptRoleUsers: (ctx, { roleId }) => holdersOf(ctx, roleId),
    deptRoleUserAdd: async (ctx, input) => {
      await assignRoles(ctx, input);
      ctx.afterCommit(sessions.notifyChanged);
      return ctx.say(kitWords.changed);
    },
    queryTreeListForDeptRole: async (ctx, { departId }) => departRoleTree(ctx, (await ctx.rows(depart).get(departId)).id),
    queryDeptRolePermission: (ctx, { roleId }) => departRolePermissionIds(ctx, roleId),
    saveDeptRolePermission: async (ctx, input) => {
      await lockRole(ctx, input.roleId);
      ctx.afterCommit(sessions.notifyChanged);
      return saveDepartRolePermission(ctx, input);
    },
  });

/** Locks the role and the permissions of its department until this save is finished. */
const lockRole = async (ctx: Context, roleId: string): Promise<DepartRoleRow> => {
  const { departId } = await ctx.rows(departRole).get(roleId);
  await lockRights(ctx, `depart ${departId}`);
  return ctx.rows(departRole).get(roleId);
};

const rolesOf = (ctx: Context, departId: string): Promise<readonly DepartRoleRow[]> =>
  ctx.rows(departRole).page({
    conditions: [{ field: 'departId', is: 'in', values: [departId] }],
    sort: { column: 'createTime', order: 'asc' },
    pageNo: 1,
    pageSize: ROLES_MAX,
  });
