import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import type { PermissionGrantors } from '#kit/resource/rights/permission-grantors.ts';
import type { Context } from '#kit/server/context/context.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { roleNameIn } from '../role/role-names.server.ts';
import { levelOf } from '../role/grants.rules.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { roleLevel } from '../role/levels.ts';
import { userStatus } from '../user/user.ts';

/** The largest number of names; more would not help. */
const GRANTORS_MAX = 3;

interface GrantorRow {
  readonly realname: string;
  readonly roleCode: string;
  readonly roleName: string;
  readonly builtIn: number;
}

/** The users of the viewer's tenant who can grant a permission: they hold it and may edit roles. Customers do not see the names of staff. */
export const findGrantors = async (database: Database, ctx: Context, code: string): Promise<PermissionGrantors> => {
  const { viewer } = ctx;
  const tenantId = singleId(viewer.sees.tenant) ?? null;
  const isCustomer = viewer.roleLevel <= valuesOf(roleLevel).bigCustomer;
  if (isCustomer || (tenantId === null && viewer.sees.tenant !== 'all')) return { people: [], platform: false };
  const { rows } = await sql<GrantorRow>`select u.realname, r.role_code, r.role_name, r.built_in from sys_user u
    join sys_role r on r.id = u.role_id and not r.is_delete
    where not u.is_delete and u.status = ${sql.lit(userStatus.items.normal.value)} and u.tenant_id is not distinct from ${tenantId} and u.id <> ${viewer.userId} and r.role_level >= ${viewer.roleLevel}
      and (r.permissions ? '*' or (r.permissions ? 'role:edit' and (r.permissions ? ${code} or (r.built_in = 1 and ${!ctx.registry.permissions.includes(code)}))))
    order by r.role_level, u.id limit ${GRANTORS_MAX}`.execute(database.system);
  // An agent's staff cannot see the users of the tenant, so they get only the name of the role.
  const knowsPeople = viewer.sees.agent === 'all' && viewer.sees.station === 'all';
  const people = rows
    .map((row) => ({ realname: knowsPeople ? row.realname : null, roleName: roleNameIn(ctx, { ...row, builtIn: row.builtIn === 1 }) }))
    .filter(
      (grantor, index, grantors) =>
        grantors.findIndex((candidate) => candidate.realname === grantor.realname && candidate.roleName === grantor.roleName) === index,
    );
  return { people, platform: people.length === 0 || levelOf(code, ctx.registry) === valuesOf(roleLevel).platform };
};
