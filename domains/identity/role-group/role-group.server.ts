import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { mayGrant } from '../role/role.rules.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { role } from '../role/role.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { user } from '../user/user.ts';
import { roleGroupRefusals } from './role-group.labels.ts';
import { roleGroup, roleGroupApi } from './role-group.ts';

type GroupRow = Row<typeof roleGroup.fields>;
const { exportXls: _x, exportTemplate: _t, importExcel: _i, queryList: _q, ...standardHandlers } = crudHandlers(roleGroup);

export const roleGroupRoutes = ({ sessions }: { readonly sessions: Sessions }): readonly Route[] =>
  implement(roleGroupApi, {
    ...standardHandlers,
    add: async (ctx, draft) => {
      const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
      const lists = await checkMembers(ctx, { ...draft, tenantId });
      ctx.afterCommit(sessions.notifyChanged);
      return ctx.rows(roleGroup).insert({ ...draft, ...lists, tenantId });
    },
    edit: async (ctx, input, extras) => {
      const before = await ctx.rows(roleGroup).get(String(input.id));
      // Removed roles and members are checked as well.
      await checkMembers(ctx, before, 'leavesGone');
      const { userIds = before.userIds } = input;
      const lists = await checkMembers(ctx, { tenantId: before.tenantId, roleIds: input.roleIds ?? before.roleIds, userIds });
      ctx.afterCommit(sessions.notifyChanged);
      return standardHandlers.edit(ctx, { ...input, ...lists }, extras);
    },
    ...deleteHandlers(roleGroup, async (ctx, row) => {
      await checkMembers(ctx, row, 'leavesGone');
      ctx.afterCommit(sessions.notifyChanged);
    }),
  });

interface GroupMembers {
  readonly tenantId: string | null;
  readonly roleIds: string;
  readonly userIds?: string | null | undefined;
}

/**
 * Returns the stored form of both lists after checking that the viewer can grant each role and change each member. `leavesGone`: deleted ones are
 * ignored.
 */
const checkMembers = async (
  ctx: Context,
  { tenantId, roleIds, userIds }: GroupMembers,
  missingPolicy?: 'leavesGone',
): Promise<Pick<GroupRow, 'roleIds' | 'userIds'>> => {
  const [wantedRoleIds, wantedUserIds] = [splitIds(roleIds), splitIds(userIds ?? '')];
  const roles = await ctx.rows(role).findMany(wantedRoleIds);
  const users = await ctx.rows(user).findMany(wantedUserIds);
  const isInTenant = (roleTenantId: string | null): boolean => roleTenantId === null || roleTenantId === tenantId;
  if (!missingPolicy && (roles.length !== wantedRoleIds.length || roles.length === 0 || !roles.every((candidate) => isInTenant(candidate.tenantId))))
    throwRefusal(roleGroupRefusals, 'roleGroup.foreignRole');
  if (!missingPolicy && (users.length !== wantedUserIds.length || !users.every((member) => member.tenantId === tenantId)))
    throwRefusal(roleGroupRefusals, 'roleGroup.foreignUser');
  const membersRoles = await ctx.rows(role).findMany([...new Set(users.map((member) => member.roleId))]);
  for (const grantedRole of [...roles, ...membersRoles]) {
    const verdict = mayGrant(ctx.viewer, grantedRole);
    if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  }
  return { roleIds: joinIds(wantedRoleIds), userIds: wantedUserIds.length === 0 ? null : joinIds(wantedUserIds) };
};

const joinIds = (ids: readonly string[]): string => `${ids.join(',')},`;
