import { currencies, minorDigits } from '#engines/money/currency.ts';
import { choice, readOnly, id, longText, optional, phone, text, zone } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '../entity-state.ts';

/** Only currencies with two decimals are supported: amounts are sent with two decimals, so others would be off by a factor of 10 or 100. */
const twoDigitCurrencies = currencies.filter((code) => minorDigits(code) === 2);

export const tenant = resource({
  name: 'tenant',
  sensitivity: 'personal',
  path: '/sys/tenant',
  table: 'tenant',
  key: 'tenantId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  usable: { field: 'tenantStat', is: entityState.items.enabled.value },
  fields: {
    tenantId: readOnly(id()),
    name: text({ unique: [], pattern: patterns.placeName, min: 2, max: 60, filter: 'contains' }),
    tenantStat: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    /** ISO 4217; all money of the tenant's stations is in it. */
    currency: text({ min: 3, max: 3, pattern: { source: `^(${twoDigitCurrencies.join('|')})$`, problem: 'badPattern' } }),
    timezone: zone(),
    contactPerson: optional(text({ max: 60 })),
    contactPhone: optional(phone()),
    remark: optional(longText({ max: 255 })),
  },
});

export const tenantApi = { ...crud(tenant), ...personalApi(tenant), ...stateApi(tenant, choice(entityState)) };
