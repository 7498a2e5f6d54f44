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

test.each([
  ['CNY', true],
  ['TWD', true],
  ['EUR', true],
  // Without cents, with thousandths, of nobody, and not written as the norm writes it.
  ['JPY', false],
  ['KWD', false],
  ['XXX', false],
  ['cny', false],
])('a tenant that bills in %s is taken: %s', async (currency, taken) => {
  const answer = await server.call(viewers.platform(), tenantApi.add, { name: `In ${currency}`, currency, timezone: 'Asia/Shanghai' });
  expect(answer.success).toBe(taken);
  if (!taken) expect(answer.result).toMatchObject({ fields: { currency: expect.any(String) } });
});
