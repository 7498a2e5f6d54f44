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
import { noteControl } from '../user/control.server.ts';

type PersonRow = Row<typeof user.fields>;
const TENANT = valuesOf(roleLevel).tenant;

/**
 * Tenants in service that people may work in besides their own. Only a role of the platform's goes along: one a tenant has made
 * would carry what that tenant thought of into another.
 */
export const openTenants = sql`(
  select m.user_id, wt.tenant_id, wt.name, wt.currency from sys_user_tenant m
  join sys_user wu on wu.id = m.user_id and wu.agent_id is null
  join sys_role wr on wr.id = wu.role_id and wr.tenant_id is null and wr.role_level = ${sql.lit(TENANT)}
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

/** Writes a person, and then which further tenants they may work in. The platform alone says so; what is not said stays. */
export const withTenants = async <I extends { readonly relTenantIds?: string | null | undefined }>(
  ctx: Context,
  { relTenantIds, ...rest }: I,
  write: (rest: Omit<I, 'relTenantIds'>) => Promise<PersonRow>,
): Promise<PersonRow> => {
  const row = await write(rest);
  if (ctx.viewer.sees.tenant !== 'all') return relTenantIds ? throwRefusal(userRefusals, 'user.tenantsOfPlatform') : row;
  const { id, tenantId } = row;
  await sql`update sys_user_tenant set tenant_id = ${tenantId}::bigint where user_id = ${id} and ${tenantId !== null}`.execute(ctx.db);
  if (relTenantIds !== undefined)
    await place(
      ctx,
      row,
      splitIds(relTenantIds ?? '').filter((one) => one !== tenantId),
    );
  return ctx.rows(user).get(id);
};

const place = async (ctx: Context, row: PersonRow, ids: readonly string[]): Promise<void> => {
  const tenant = ctx.registry.feature('tenant')?.resource ?? throwRefusal(userRefusals, 'user.foreignTenant');
  const found = await ctx.anyRows(tenant).findMany(possibleKeys(tenant, ids));
  if (found.length !== ids.length) throwRefusal(userRefusals, 'user.foreignTenant');
  const own = await ctx.rows(role).get(row.roleId);
  const fits = row.tenantId !== null && row.agentId === null && own.tenantId === null && own.roleLevel === TENANT;
  if (ids.length > 0 && !fits) throwRefusal(userRefusals, 'user.tenantsRole');
  await sql`delete from sys_user_tenant where user_id = ${row.id}`.execute(ctx.db);
  await sql`insert into sys_user_tenant (user_id, tenant_id, rel_tenant_id)
    select ${row.id}::bigint, ${row.tenantId}::bigint, each from unnest(${ids}::bigint[]) as each`.execute(ctx.db.withoutPlugins());
  if (ids.length > 0) await noteControl(ctx, [row.id]);
};

/** Who may enter further tenants is the platform's to touch: a new password in one tenant would open the others. */
export const demandOwn = async (ctx: Context, userId: string): Promise<void> => {
  if (ctx.viewer.sees.tenant === 'all') return;
  const { rows } = await sql`select 1 from sys_user_tenant where user_id = ${userId} limit 1`.execute(ctx.db);
  if (rows.length > 0) throwRefusal(userRefusals, 'user.ofSeveralTenants');
};
