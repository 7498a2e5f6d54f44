import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { APPLICANT } from '../admin.ts';
import { roleLevel } from '../role/levels.ts';
import { userStatus } from '../user/user.ts';
import type { RegistrationAnswer, Registration } from './account.ts';

export interface NewAccount {
  readonly username: string;
  readonly phone: string;
  readonly email?: string | null;
  readonly realname?: string | null;
  /** The hash of the password. */
  readonly passwordHash: string;
  readonly now: Date;
}

const status = valuesOf(userStatus);
const { tenant } = valuesOf(roleLevel);

/** Inserts the account: frozen and without permissions until an administrator approves it, or with the role that the operator has configured. */
export const insertRegistered = async (tx: Tx, account: NewAccount, registration: Exclude<Registration, 'closed'>): Promise<RegistrationAnswer> => {
  const { username, phone, email, realname, passwordHash, now } = account;
  const grantedRole = registration === 'review' ? undefined : await roleByCode(tx, registration);
  const isWaiting = grantedRole === undefined;
  const role = grantedRole ?? { roleId: await applicantRole(tx), tenantId: null };
  await sql`insert into sys_user (username, password, realname, phone, email, status, role_id, tenant_id, create_by, create_time)
    values (${username}, ${passwordHash}, ${realname ?? username}, ${phone}, ${email ?? null}, ${isWaiting ? status.frozen : status.normal}, ${role.roleId},
      ${role.tenantId}, ${username}, ${now})`.execute(tx);
  return { username, waiting: isWaiting };
};

/**
 * A role of the tenant's level, or the built-in role of the platform at that level. If the role no longer exists, the account waits for approval.
 */
const roleByCode = async (
  tx: Tx,
  { tenantId, roleCode }: { readonly tenantId: string; readonly roleCode: string },
): Promise<{ readonly roleId: bigint; readonly tenantId: string } | undefined> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select r.id from sys_role r join tenant t on t.tenant_id = ${tenantId} and t.tenant_stat = ${sql.lit(entityState.enabled)} and not t.is_delete
    where r.role_code = ${roleCode} and not r.is_delete and r.role_level = ${tenant} and r.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] && { roleId: rows[0].id, tenantId };
};

const applicantRole = async (tx: Tx): Promise<bigint> => {
  const { rows } = await sql<{ id: bigint }>`select id from sys_role where role_code = ${APPLICANT} and tenant_id is null and not is_delete`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('the built-in roles are missing');
  return rows[0].id;
};
