import { AT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText, phone } from '#kit/test/nouns/row-makers.ts';
import { tenantApi } from './tenant.ts';

export const testing = nounTesting({
  name: 'tenant',
  rows: rowsByAdding('tenant', { add: tenantApi.add, key: 'tenantId' }, async (b, owner) => ({
    name: markedText(b, owner, 'tenant'),
    currency: 'CNY',
    timezone: 'Asia/Shanghai',
    contactPerson: markedText(b, owner, 'tenant'),
    contactPhone: phone(b),
  })),
  bench: { sql: [`insert into tenant (tenant_id, name, create_time) select n, 'Tenant ' || n, ${AT} ${rowsOf()}`] },
  aliases: { relTenantIds: {} },
});
