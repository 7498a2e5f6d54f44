import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Database } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { possibleKeys } from '#kit/server/lists/list-sql.ts';
import { roleLevel } from '../role/levels.ts';
import { role } from '../role/role.ts';
import { user } from '../user/user.ts';
import { userRefusals } from '../user/user.labels.ts';
import { recordControl } from '../user/two-persons.server.ts';

type PersonRow = Row<typeof user.fields>;
const TENANT_LEVEL = valuesOf(roleLevel).tenant;

/**
 * The tenants in service in which a user may work besides their own. This requires a role of the platform, because a tenant's own role was not made
 * for other tenants.
 */
export const openTenants = sql`(
  select m.user_id, wt.tenant_id, wt.name, wt.currency from sys_user_tenant m
  join sys_user wu on wu.id = m.user_id and wu.agent_id is null
  join sys_role wr on wr.id = wu.role_id and wr.tenant_id is null and wr.role_level = ${sql.lit(TENANT_LEVEL)}
  join tenant wt on wt.tenant_id = m.rel_tenant_id and wt.tenant_stat = ${sql.lit(entityState.enabled)} and not wt.is_delete)`;

export interface OpenTenant {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}

export const openTenantsOf = async (database: Database, userId: string): Promise<readonly OpenTenant[]> => {
  const { rows } = await sql<{ tenantId: bigint; name: string; currency: string }>`
    select tenant_id, name, currency from ${openTenants} o where user_id = ${userId} order by name`.execute(database.system);
  return rows.map(({ tenantId, name, currency }) => ({ id: String(tenantId), name, currency }));
};

/** Writes a user and their further tenants. Only the platform can set them; an input that is not given leaves them unchanged. */
export const withTenants = async <I extends { readonly relTenantIds?: string | null | undefined }>(
  ctx: Context,
  { relTenantIds, ...others }: I,
  write: (others: Omit<I, 'relTenantIds'>) => Promise<PersonRow>,
): Promise<PersonRow> => {
  const row = await write(others);
  if (ctx.viewer.sees.tenant !== 'all') return relTenantIds ? throwRefusal(userRefusals, 'user.tenantsOfPlatform') : row;
  const { id, tenantId } = row;
  await sql`update sys_user_tenant set tenant_id = ${tenantId}::bigint where user_id = ${id} and ${tenantId !== null}`.execute(ctx.db);
  if (relTenantIds !== undefined)
    await saveTenants(
      ctx,
      row,
      splitIds(relTenantIds ?? '').filter((otherTenantId) => otherTenantId !== tenantId),
    );
  return ctx.rows(user).get(id);
};

const saveTenants = async (ctx: Context, row: PersonRow, ids: readonly string[]): Promise<void> => {
  const tenant = ctx.registry.feature('tenant')?.resource ?? throwRefusal(userRefusals, 'user.foreignTenant');
  const tenants = await ctx.anyRows(tenant).findMany(possibleKeys(tenant, ids));
  if (tenants.length !== ids.length) throwRefusal(userRefusals, 'user.foreignTenant');
  const ownRole = await ctx.rows(role).get(row.roleId);
  const isEligible = row.tenantId !== null && row.agentId === null && ownRole.tenantId === null && ownRole.roleLevel === TENANT_LEVEL;
  if (ids.length > 0 && !isEligible) throwRefusal(userRefusals, 'user.tenantsRole');
  await sql`delete from sys_user_tenant where user_id = ${row.id}`.execute(ctx.db);
  await sql`insert into sys_user_tenant (user_id, tenant_id, rel_tenant_id)
    select ${row.id}::bigint, ${row.tenantId}::bigint, each from unnest(${ids}::bigint[]) as each`.execute(ctx.db.withoutPlugins());
  if (ids.length > 0) await recordControl(ctx, [row.id]);
};

/** Only the platform can change a user with further tenants: a new password set in one tenant would give access to the others. */
export const requireOwnTenantUser = async (ctx: Context, userId: string): Promise<void> => {
  if (ctx.viewer.sees.tenant === 'all') return;
  const { rows } = await sql`select 1 from sys_user_tenant where user_id = ${userId} limit 1`.execute(ctx.db);
  if (rows.length > 0) throwRefusal(userRefusals, 'user.ofSeveralTenants');
};
