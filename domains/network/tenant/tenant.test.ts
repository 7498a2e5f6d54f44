import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { network } from '../resources.ts';
import { networkRoutes } from '../server.ts';
import { tenantApi } from './tenant.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [network], routes: networkRoutes });
});
afterAll(() => server?.close());

const asked = async (currency: string) =>
  server.call(viewers.platform(), tenantApi.add, { name: `In ${currency}`, currency, timezone: 'Asia/Shanghai' });

test.each(['CNY', 'TWD', 'EUR'])('a tenant may bill in %s', async (currency) => {
  expect(await asked(currency)).toMatchObject({ success: true });
});

// Without cents, with thousandths, of nobody, and not written as the norm writes it.
test.each(['JPY', 'KWD', 'XXX', 'cny'])('no tenant bills in %s', async (currency) => {
  expect(await asked(currency)).toMatchObject({ success: false, result: { fields: { currency: expect.any(String) } } });
});
