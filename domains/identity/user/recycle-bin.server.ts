import { sql } from 'kysely';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { isReferenced } from '#kit/server/rows/reference-checks.ts';
import type { Context } from '#kit/server/context/context.ts';
import { refuseDuplicate } from '#kit/server/rows/rows.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { APPLICANT } from '../admin.ts';
import { builtInNames } from '../role/role-names.server.ts';
import { role } from '../role/role.ts';
import { forEachUser } from './batch.server.ts';
import { grantableRole } from './assignment.server.ts';
import { binnedUser, user } from './user.ts';
import type { userApi } from './user.ts';

type UserRow = Row<typeof user.fields>;

/** The largest number of users in the bin, which has no pages. */
const BIN_MAX = 500;

/** Deleted users: listing, restoring and permanent deletion. Each needs the same permission as deleting them. */
export const binHandlers: Pick<Handlers<typeof userApi>, 'recycleBin' | 'putRecycleBin' | 'deleteRecycleBin'> = {
  recycleBin: async (ctx, _input, { list: { conditions } }) => {
    const rows = await ctx.rows(binnedUser).page({ conditions, sort: binnedUser.sort, pageNo: 1, pageSize: BIN_MAX });
    const names = await builtInNames(ctx);
    // In the bin of the product family, the field that holds a department code elsewhere contains the names.
    return rows.map((row) => ({ ...row, orgCode: row.orgCodeTxt, roleId_dictText: names.get(row.roleId) ?? row.roleId_dictText ?? null }));
  },
  putRecycleBin: (ctx, { userIds }) => forEachUser(ctx, { resource: binnedUser, ids: userIds }, (id) => restore(ctx, id)),
  deleteRecycleBin: (ctx, { userIds }) => forEachUser(ctx, { resource: binnedUser, ids: userIds }, (id) => deletePermanently(ctx, id)),
};

/** Restores a user unchanged. If the role was deleted meanwhile, the user waits for another, like one who has registered. */
const restore = async (ctx: Context, id: string): Promise<void> => {
  const row = await ctx.rows(binnedUser).get(id);
  const hasRole = (await ctx.rows(role).find(row.roleId)) !== undefined;
  if (hasRole) await grantableRole(ctx, row.roleId);
  const roleId = hasRole ? row.roleId : await applicantRole(ctx);
  // Another user may have the phone, mail address or number now.
  await refuseDuplicate(ctx, user, () =>
    sql`update sys_user set is_delete = false, role_id = ${roleId}, version = version + 1, update_by = ${ctx.viewer.username},
    update_time = ${ctx.now} where id = ${id} and is_delete`.execute(ctx.db.withoutPlugins()),
  );
  ctx.trail.note({ noun: user, key: id, after: await ctx.rows(user).get(id) });
};

const applicantRole = async (ctx: Context): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id::text from sys_role where role_code = ${APPLICANT} and tenant_id is null`.execute(ctx.db);
  return rows[0]?.id ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

/** Deletes a user with all data that belongs only to them. Their actions stay in the log under their name. */
const deletePermanently = async (ctx: Context, id: string): Promise<void> => {
  const row: UserRow = await ctx.rows(binnedUser).get(id);
  if ((await ctx.rows(role).find(row.roleId)) !== undefined) await grantableRole(ctx, row.roleId);
  await sql`delete from sys_preference where user_id = ${id}`.execute(ctx.db);
  await sql`delete from sys_saved_view where user_id = ${id} and share = 'private'`.execute(ctx.db);
  await sql`delete from sys_user where id = ${id} and is_delete`.execute(ctx.db).catch((error: unknown) => {
    if (isReferenced(error)) throwRefusal(kitRefusals, 'inUse');
    throw error;
  });
  ctx.trail.note({ noun: user, key: id, before: row });
};
