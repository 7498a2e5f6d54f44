import { choice, given, id, longText, optional, phone, text, zone } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '../entity-state.ts';

export const tenant = resource({
  name: 'tenant',
  path: '/sys/tenant',
  table: 'tenant',
  key: 'tenantId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    tenantId: given(id()),
    name: text({ min: 2, max: 60, filter: 'contains' }),
    tenantStat: given(choice(entityState, { filter: 'equals', initial: 1 })),
    /** ISO 4217; all money of the tenant's stations is kept in it. */
    currency: text({ min: 3, max: 3, pattern: { source: '^[A-Z]{3}$', problem: 'badPattern' } }),
    timezone: zone(),
    contactPerson: optional(text({ max: 60 })),
    contactPhone: optional(phone()),
    remark: optional(longText({ max: 255 })),
  },
});

export const tenantApi = { ...crud(tenant), ...stateApi(tenant, choice(entityState)) };
