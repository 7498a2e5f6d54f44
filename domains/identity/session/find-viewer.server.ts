import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Database } from '#kit/db/index.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { heldRights } from '../role/held-rights.rules.ts';
import type { OwnRecord } from '../role/held-rights.rules.ts';
import { openTenants } from '../tenancy/tenancy.server.ts';
import { browserFamily } from './browser-family.rules.ts';
import { viewerScope } from './viewer-scope.rules.ts';
import { userStatus } from '../user/user.ts';
import { departStatus } from '../depart/depart.ts';

/** The time of last use is stored at most once a minute. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** Finds the user of an active session in one statement, unless the user, the tenant or the agent is blocked. */
export const findViewer = async (
  database: Database,
  query: {
    readonly tokenHash: Buffer;
    readonly now: Date;
    readonly isUse: boolean;
    readonly idleMs: number;
    readonly proofMs: number;
    readonly features: FeatureLookup;
  },
): Promise<FoundSession | undefined> => {
  const { tokenHash, now, isUse, idleMs, proofMs } = query;
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const { rows } = await sql<ViewerRow>`
    with living as (
      update sys_session set last_seen_at = ${now} where ${isUse} and token_hash = ${tokenHash} and expires_at > ${now}
        and last_seen_at > ${ago(idleMs)} and last_seen_at < ${ago(LAST_SEEN_INTERVAL_MS)})
    select s.user_agent, s.proved_at, u.id, u.username, u.realname, r.role_level, r.permissions, r.built_in, coalesce(w.tenant_id, u.tenant_id) as tenant_id, u.agent_id, u.station_ids, u.cust_id,
      (select coalesce(jsonb_agg(jsonb_build_object('perms', p.perms, 'status', p.status, 'minLevel', p.min_level, 'isField', p.rule_field is not null)), '[]')
        from sys_permission p where p.built_in = 0 and not p.is_delete and p.perms is not null and (p.tenant_id is null or p.tenant_id = coalesce(w.tenant_id, u.tenant_id))) as own_records,
      (select coalesce(jsonb_agg(more.code), '[]') from (
        select jsonb_array_elements_text(h.permissions) as code from sys_role_group g
          join sys_role h on h.id::text = any(string_to_array(g.role_ids, ',')) and not h.is_delete and h.role_level <= r.role_level
          where not g.is_delete and g.tenant_id is not distinct from coalesce(w.tenant_id, u.tenant_id)
            and position(concat(',', u.id, ',') in concat(',', g.user_ids)) > 0
        union select code from sys_user_depart m
          join sys_depart o on o.id = m.depart_id and not o.is_delete and o.status = ${sql.lit(departStatus.items.active.value)} join sys_depart_permission d on d.depart_id = o.id
          join sys_depart_role h on h.depart_id = o.id and not h.is_delete cross join lateral jsonb_array_elements_text(h.permissions) as code
          where m.user_id = u.id and o.tenant_id is not distinct from coalesce(w.tenant_id, u.tenant_id) and d.codes ? code
            and (h.for_all = 1 or exists (select from sys_depart_role_user x where x.user_id = u.id and x.role_id = h.id))) as more) as more_codes,
      (select concat(count(*), '.', sum(p.version)) from sys_permission p where p.tenant_id is null or p.tenant_id = coalesce(w.tenant_id, u.tenant_id)) as records_version
    from sys_session s
    join sys_user u on u.id = s.user_id and u.status = ${sql.lit(userStatus.items.normal.value)} and not u.is_delete
    join sys_role r on r.id = u.role_id and not r.is_delete
    left join tenant t on t.tenant_id = u.tenant_id
    left join agent a on a.agent_id = u.agent_id
    left join lateral (select o.tenant_id from ${openTenants} o where o.user_id = u.id and o.tenant_id = s.work_tenant_id) w on true
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_seen_at > ${ago(idleMs)}
      and (u.tenant_id is null or (t.tenant_stat = ${sql.lit(entityState.enabled)} and not t.is_delete))
      and (u.agent_id is null or (a.agent_stat = ${sql.lit(entityState.enabled)} and not a.is_delete))`.execute(database.system);
  const [row] = rows;
  return (
    row && { viewer: { ...viewerOf(row, query.features), provedUntilMs: provedUntil(row.provedAt, proofMs) }, family: browserFamily(row.userAgent) }
  );
};

/** A session with its user. */
export interface FoundSession {
  readonly viewer: Viewer;
  /** The browser family that opened it. */
  readonly family: string;
}

/** If the operator requires no recent authentication, every session counts as recently authenticated. */
const provedUntil = (provedAt: Date | null, proofMs: number): number =>
  proofMs === 0 ? Infinity : provedAt === null ? 0 : provedAt.getTime() + proofMs;

interface ViewerRow {
  readonly userAgent: string;
  readonly provedAt: Date | null;
  readonly id: bigint;
  readonly username: string;
  readonly realname: string;
  readonly roleLevel: number;
  readonly permissions: readonly string[];
  readonly builtIn: number;
  readonly moreCodes: readonly string[];
  readonly ownRecords: readonly OwnRecord[];
  readonly recordsVersion: string;
  readonly tenantId: bigint | null;
  readonly agentId: bigint | null;
  readonly stationIds: readonly { readonly stationId: string }[];
  readonly custId: bigint | null;
}

const digits = (id: bigint | null): string | null => (id === null ? null : String(id));

const viewerOf = (row: ViewerRow, features: FeatureLookup): Viewer => ({
  userId: String(row.id),
  username: row.username,
  realname: row.realname,
  roleLevel: row.roleLevel,
  sees: viewerScope({
    roleLevel: row.roleLevel,
    tenantId: digits(row.tenantId),
    agentId: digits(row.agentId),
    stationIds: row.stationIds.map(({ stationId }) => stationId),
    custId: digits(row.custId),
  }),
  ...heldRights(
    { codes: row.permissions, roleLevel: row.roleLevel, isBuiltIn: row.builtIn === 1, moreCodes: row.moreCodes },
    { ownRecords: row.ownRecords, features },
  ),
  rightsVersion: row.recordsVersion,
  // The router sets the language of the request.
  language: 'en_US',
});
