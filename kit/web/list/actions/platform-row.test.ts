import { expect, test } from 'vitest';
import { id, optional, readOnly, ref } from '#kit/fields/field.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import { isPlatformRow } from './platform-row.ts';

const fields = { confId: id(), tenantId: readOnly(optional(ref('tenant'))) };
const shared = { fields, scope: { tenant: 'shared', agent: 'shared', station: 'shared' } } as const;
const owned = { fields, scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' } } as const;

test.each([
  { who: 'a tenant', noun: shared, tenantId: null, roleLevel: roleReach.tenant, expected: true },
  { who: 'a station', noun: shared, tenantId: undefined, roleLevel: roleReach.station, expected: true },
  { who: 'a tenant, of its own,', noun: shared, tenantId: '7', roleLevel: roleReach.tenant, expected: false },
  { who: 'the platform', noun: shared, tenantId: null, roleLevel: roleReach.platform, expected: false },
  { who: 'a tenant, of a noun of tenants,', noun: owned, tenantId: null, roleLevel: roleReach.tenant, expected: false },
])('a row is the platform’s alone for $who: $expected', ({ noun, tenantId, roleLevel, expected }) => {
  expect(isPlatformRow(noun, { tenantId }, { roleLevel })).toBe(expected);
});

test('nobody is signed in, or the noun names no tenant', () => {
  expect(isPlatformRow(shared, { tenantId: null }, undefined)).toBe(false);
  expect(isPlatformRow({ ...shared, fields: { confId: id() } }, {}, { roleLevel: roleReach.tenant })).toBe(false);
});
