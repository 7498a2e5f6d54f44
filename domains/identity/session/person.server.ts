import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Database } from '#kit/db/index.ts';
import { isTenantWide } from '#kit/resource/rights/role-level.ts';
import type { Context } from '#kit/server/context/context.ts';
import { settingOf } from '#domains/system/server.ts';
import { openTenantsOf } from '../tenancy/tenancy.server.ts';
import { APPLICANT } from '../admin.ts';
import { roleNameIn } from '../role/role-names.server.ts';
import { judgeAge } from '../password/password.rules.ts';
import { passwordDays, passwordRemindDays } from './session-settings.ts';
import type { UserInfo } from './session.ts';
import { userStatus } from '../user/user.ts';

/** What signing in needs about a user. */
export interface Credentials {
  readonly id: string;
  readonly username: string;
  /** The stored hash. */
  readonly password: string;
  readonly frozen: boolean;
  /** The user has registered and was not approved yet. */
  readonly waiting: boolean;
  /** The user's tenant or agent is out of service. */
  readonly closed: boolean;
  /** Someone else has set the password. */
  readonly passwordInitial: boolean;
}

export const findCredentials = (database: Database, username: string): Promise<Credentials | undefined> =>
  find(database, sql`lower(u.username) = ${username.toLowerCase()}`);

export const findCredentialsById = (database: Database, id: string): Promise<Credentials | undefined> => find(database, sql`u.id = ${id}`);

const find = async (database: Database, userClause: RawBuilder<unknown>): Promise<Credentials | undefined> => {
  const { rows } = await sql<Omit<Credentials, 'id'> & { readonly id: bigint }>`
    select u.id, u.username, u.password, u.password_initial, u.status <> ${sql.lit(userStatus.items.normal.value)} as frozen, r.role_code = ${APPLICANT} and r.tenant_id is null as waiting,
      coalesce(t.tenant_stat <> ${sql.lit(entityState.enabled)} or t.is_delete, u.tenant_id is not null) or coalesce(a.agent_stat <> ${sql.lit(entityState.enabled)} or a.is_delete, u.agent_id is not null) as closed
    from sys_user u
    join sys_role r on r.id = u.role_id
    left join tenant t on t.tenant_id = u.tenant_id
    left join agent a on a.agent_id = u.agent_id
    where ${userClause} and not u.is_delete`.execute(database.system);
  const [row] = rows;
  return row && { ...row, id: String(row.id) };
};

/** The description of a user for pages, with the tenants that they can choose. */
export const describePerson = async (
  { database, ctx }: { readonly database: Database; readonly ctx: Pick<Context, 'say' | 'registry' | 'now'> },
  userId: string,
  worksIn?: string,
): Promise<{ readonly userInfo: UserInfo; readonly tenantList: readonly { readonly id: string; readonly name: string }[] }> => {
  const { rows } = await sql<PersonRow>`
    select u.id, u.username, u.realname, u.avatar, u.phone, u.email, r.role_code, r.role_name, r.built_in = 1 as built_in, r.role_level, u.tenant_id, u.agent_id, u.station_ids, u.cust_id,
      t.currency, t.name as tenant_name, u.password_since, d.org_code, d.depart_name as org_code_txt
    from sys_user u join sys_role r on r.id = u.role_id left join tenant t on t.tenant_id = u.tenant_id
    left join sys_depart d on d.org_code = u.org_code and d.tenant_id is not distinct from u.tenant_id and not d.is_delete
    where u.id = ${userId}`.execute(database.system);
  const [row] = rows;
  if (!row) throw new Error(`no user ${userId}`);
  const { stationIds, tenantName, builtIn, passwordSince, ...columns } = row;
  const settingContext = { db: database.system, registry: ctx.registry, now: ctx.now };
  const [changeAfterDays, remindBeforeDays] = [await settingOf(settingContext, passwordDays), await settingOf(settingContext, passwordRemindDays)];
  const stations = stationIds.map(({ stationId }) => stationId);
  const homeTenantId = digits(row.tenantId);
  const openTenants = await openTenantsOf(database, userId);
  const workTenant = openTenants.find(({ id }) => id === worksIn);
  return {
    userInfo: {
      ...columns,
      id: String(row.id),
      roleName: roleNameIn(ctx, { ...row, builtIn }),
      hasAuth: isTenantWide(row.roleLevel),
      ...judgeAge({ sinceMs: passwordSince.getTime(), nowMs: ctx.now.getTime(), changeAfterDays, remindBeforeDays }),
      tenantId: workTenant?.id ?? homeTenantId,
      currency: workTenant?.currency ?? columns.currency,
      agentId: digits(row.agentId),
      stationId: stations.length === 1 ? (stations[0] ?? null) : null,
      stationIds: stations,
      custId: digits(row.custId),
    },
    tenantList:
      homeTenantId === null ? [] : [{ id: homeTenantId, name: tenantName ?? homeTenantId }, ...openTenants.map(({ id, name }) => ({ id, name }))],
  };
};

interface PersonRow extends Pick<
  UserInfo,
  'username' | 'realname' | 'avatar' | 'phone' | 'email' | 'roleCode' | 'roleName' | 'roleLevel' | 'currency' | 'orgCode' | 'orgCodeTxt'
> {
  readonly id: bigint;
  readonly tenantId: bigint | null;
  readonly agentId: bigint | null;
  readonly stationIds: readonly { readonly stationId: string }[];
  readonly custId: bigint | null;
  readonly tenantName: string | null;
  readonly builtIn: boolean;
  readonly passwordSince: Date;
}

const digits = (id: bigint | null): string | null => (id === null ? null : String(id));
