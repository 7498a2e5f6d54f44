import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { ADMIN } from '../admin.ts';
import { requireOwnTenantUser } from '../tenancy/tenancy.server.ts';
import { grantableRole } from './assignment.server.ts';
import { userRefusals } from './user.labels.ts';
import { user } from './user.ts';

type UserRow = Row<typeof user.fields>;

export const isAdmin = (row: UserRow): boolean => row.tenantId === null && row.username.toLowerCase() === ADMIN;

/** A user whose role the viewer could assign. Otherwise setting a password would give the viewer the higher role. */
export const changeableUser = async (ctx: Context, id: string): Promise<UserRow> => {
  const row = await ctx.rows(user).get(id);
  await grantableRole(ctx, row.roleId);
  await requireOwnTenantUser(ctx, id);
  return row;
};

/** Refuses to freeze or delete the first administrator or the viewer. */
export const checkStoppable = async (ctx: Context, row: UserRow): Promise<void> => {
  if (row.id === ctx.viewer.userId) throwRefusal(userRefusals, 'user.self');
  if (isAdmin(row)) throwRefusal(userRefusals, 'user.admin');
  await grantableRole(ctx, row.roleId);
  await requireOwnTenantUser(ctx, row.id);
};
