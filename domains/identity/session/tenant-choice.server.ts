import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { openTenantsOf } from '../tenancy/tenancy.server.ts';
import { sessionRefusals } from './session.labels.ts';
import { hashOf } from './session-store.server.ts';

interface TenantSwitch {
  readonly viewer: Viewer;
  readonly tenantId: string;
  readonly token: string;
}

/**
 * The choice is stored with the session and not with the user: the same user may work in another tenant in another browser, and WebSockets follow
 * the session.
 */
export const selectTenant = async (database: Database, { viewer, tenantId, token }: TenantSwitch): Promise<void> => {
  const isOpen = (await openTenantsOf(database, viewer.userId)).some(({ id }) => id === tenantId);
  const { rows } = await sql`update sys_session s set work_tenant_id = ${isOpen ? tenantId : null}::bigint from sys_user u
    where s.token_hash = ${hashOf(token)} and u.id = s.user_id and (${isOpen} or u.tenant_id = ${tenantId}) returning 1`.execute(database.system);
  if (rows.length === 0) throwRefusal(sessionRefusals, 'tenant.notOwn');
};
