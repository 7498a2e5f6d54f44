import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { mayGive } from '../role/role.rules.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { role } from '../role/role.ts';
import type { Sessions } from '../session/store.server.ts';
import { user } from '../user/user.ts';
import { roleGroupRefusals } from './role-group.labels.ts';
import { roleGroup, roleGroupApi } from './role-group.ts';

type GroupRow = Row<typeof roleGroup.fields>;
const { exportXls: _x, exportTemplate: _t, importExcel: _i, queryList: _q, ...plain } = crudHandlers(roleGroup);

export const roleGroupRoutes = ({ sessions }: { readonly sessions: Sessions }): readonly Route[] =>
  implement(roleGroupApi, {
    ...plain,
    add: async (ctx, draft) => {
      const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
      const lists = await checked(ctx, { ...draft, tenantId });
      ctx.afterCommit(sessions.changed);
      return ctx.rows(roleGroup).insert({ ...draft, ...lists, tenantId });
    },
    edit: async (ctx, input, extras) => {
      const before = await ctx.rows(roleGroup).get(String(input.id));
      // What is taken away was somebody's as well.
      await checked(ctx, before, 'leavesGone');
      const { userIds = before.userIds } = input;
      const lists = await checked(ctx, { tenantId: before.tenantId, roleIds: input.roleIds ?? before.roleIds, userIds });
      ctx.afterCommit(sessions.changed);
      return plain.edit(ctx, { ...input, ...lists }, extras);
    },
    ...deleteHandlers(roleGroup, async (ctx, row) => {
      await checked(ctx, row, 'leavesGone');
      ctx.afterCommit(sessions.changed);
    }),
  });

interface Lists {
  readonly tenantId: string | null;
  readonly roleIds: string;
  readonly userIds?: string | null | undefined;
}

/** Both lists as they are stored, when every role may be given and every member be touched. `leavesGone`: one that was deleted since is no matter. */
const checked = async (ctx: Context, { tenantId, roleIds, userIds }: Lists, gone?: 'leavesGone'): Promise<Pick<GroupRow, 'roleIds' | 'userIds'>> => {
  const [wantedRoles, wantedUsers] = [splitIds(roleIds), splitIds(userIds ?? '')];
  const roles = await ctx.rows(role).findMany(wantedRoles);
  const users = await ctx.rows(user).findMany(wantedUsers);
  const fits = (own: string | null): boolean => own === null || own === tenantId;
  if (!gone && (roles.length !== wantedRoles.length || roles.length === 0 || !roles.every((one) => fits(one.tenantId))))
    throwRefusal(roleGroupRefusals, 'roleGroup.foreignRole');
  if (!gone && (users.length !== wantedUsers.length || !users.every((one) => one.tenantId === tenantId)))
    throwRefusal(roleGroupRefusals, 'roleGroup.foreignUser');
  const membersRoles = await ctx.rows(role).findMany([...new Set(users.map((one) => one.roleId))]);
  for (const one of [...roles, ...membersRoles]) {
    const verdict = mayGive(ctx.viewer, one);
    if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  }
  return { roleIds: joined(wantedRoles), userIds: wantedUsers.length === 0 ? null : joined(wantedUsers) };
};

const joined = (ids: readonly string[]): string => `${ids.join(',')},`;
