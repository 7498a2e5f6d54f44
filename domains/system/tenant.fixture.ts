import { readOnly, id, text } from '#kit/fields/field.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { resource } from '#kit/resource/resource.ts';
import type { TestDatabase } from '#kit/test/database.ts';

/** The parts of a tenant to which nouns of this domain refer; the domain of tenants comes later. */
const tenant = resource({
  name: 'tenant',
  path: '/sys/tenant',
  table: 'tenant',
  key: 'tenantId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: { tenantId: readOnly(id()), name: text({ max: 60 }) },
});

export const tenants = domain('network', [feature({ name: 'tenant', resource: tenant, api: {} })]);

/** Two tenants, 1001 and 1002. */
export const addTenants = (database: TestDatabase) =>
  database.asSuperuser("insert into tenant (tenant_id, name) values (1001, 'East Power'), (1002, 'West Power')");
