import { sql } from 'kysely';

/**
 * Joins the configuration of the kind and code in the tenant of a row `c`, as `conf`: the tenant's own, or the platform's. `c` needs tenant_id,
 * exception_type and exception_code.
 */
export const confOf = sql`lateral (select conf.* from exception_conf conf where conf.exception_type = c.exception_type and conf.exception_code = c.exception_code
  and (conf.tenant_id = c.tenant_id or conf.tenant_id is null) and not conf.is_delete order by conf.tenant_id nulls last limit 1) conf on true`;
