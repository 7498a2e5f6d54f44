import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import { network } from '../resources.ts';
import { networkRoutes, noPileCommands } from '../server.ts';
import { tenantApi } from './tenant.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [network], routes: networkRoutes({ secrets: testSecrets, piles: noPileCommands }) });
});
afterAll(() => server?.close());

const asked = async (currency: string) =>
  server.call(viewers.platform(), tenantApi.add, { name: `In ${currency}`, currency, timezone: 'Asia/Shanghai' });

test.each(['CNY', 'TWD', 'EUR'])('a tenant may bill in %s', async (currency) => {
  expect(await asked(currency)).toMatchObject({ success: true });
});

// A currency without decimals, one with three, a non-currency, and a wrong spelling.
test.each(['JPY', 'KWD', 'XXX', 'cny'])('no tenant bills in %s', async (currency) => {
  expect(await asked(currency)).toMatchObject({ success: false, result: { fields: { currency: expect.any(String) } } });
});

test("a tenant's currency may change until somebody keeps money in it", async () => {
  const { tenantId } = await server.ok(viewers.platform(), tenantApi.add, { name: 'Mover', currency: 'CNY', timezone: 'Asia/Shanghai' });
  const edit = (more: object) => server.call(viewers.platform(), tenantApi.edit, { tenantId, ...more });
  expect((await edit({ currency: 'EUR' })).result).toMatchObject({ currency: 'EUR' });
  await server.database
    .asSuperuser(`with made as (insert into ledger.account (tenant_id, currency, class, code, sync) values (${tenantId}, 'EUR', 'L', 'wallet', true) returning account_id)
    insert into ledger.balance (account_id, tenant_id) select account_id, ${tenantId} from made`);
  expect(await edit({ currency: 'CNY' })).toMatchObject({
    success: false,
    message: 'The tenant has customers or bookings already; its currency cannot change',
  });
  expect((await edit({ currency: 'EUR', remark: 'Still' })).result).toMatchObject({ currency: 'EUR', remark: 'Still' });
});
