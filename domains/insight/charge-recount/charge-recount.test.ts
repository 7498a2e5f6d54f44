import { afterAll, beforeAll, expect, test } from 'vitest';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import pino from 'pino';
import { placesSql, randomHistories } from '../charge-sum/histories.fixture.ts';
import { keptRowsSql } from '../charge-sum/recount.fixture.ts';
import { insight } from '../resources.ts';
import { chargeRecountRoutes } from './charge-recount.server.ts';
import { chargeRecountApi } from './charge-recount.ts';
import { chargeSumCheckJob, startRecountWorker } from './recount-worker.server.ts';

let server: TestServer;
let worker: ReturnType<typeof startRecountWorker>;
beforeAll(async () => {
  server = await startTestServer({ domains: [system, network, insight], routes: chargeRecountRoutes });
  await server.database.asSuperuser(placesSql);
  for (const transaction of randomHistories(80, 7)) await server.database.asSuperuser(transaction);
  worker = startRecountWorker({ database: server.database, bus: server.database.bus, log: pino({ level: 'silent' }), clock: () => new Date() });
});
afterAll(async () => {
  await worker.stop();
  await server.close();
});

const staff = viewers.tenant('1');
const kept = async () => (await server.database.asSuperuser<{ row: string }>(keptRowsSql)).map(({ row }) => row).toSorted();

test('a recount of all stations finds what is wrong, with progress, and leaves what is right', async () => {
  const right = await kept();
  await server.database
    .asSuperuser(`update charge_sum set billing_amount = billing_amount + 5 where tenant_id = 1 and unit = 2 and subject in (0, 2) and stat_day between '2026-06-28' and '2026-07-05';
    delete from charge_sum where tenant_id = 1 and subject = 5 and unit = 2 and stat_day between '2026-06-28' and '2026-07-05'`);
  const { chargeRecountId } = await server.ok(staff, chargeRecountApi.add, { tenantId: '1', firstDay: '2026-06-28', lastDay: '2026-07-05' });
  await worker.poll();
  const row = await server.ok(staff, chargeRecountApi.queryById, { id: chargeRecountId });
  expect(row).toMatchObject({ recountState: 2, daysTotal: 8 * 3, daysDone: 8 * 3, problem: null });
  expect(row.rowsCorrected).toBeGreaterThan(10);
  expect(await kept()).toEqual(right);
});

test('the check at night tells what differs, and asks for its recount', async () => {
  const right = await kept();
  const [day] = await server.database.asSuperuser<{ day: string }>(
    `select max(stat_day)::text as day from charge_sum where unit = 2 and subject = 0 and station_id = 111`,
  );
  await server.database.asSuperuser(
    `update charge_sum set charging_elec = charging_elec + 1 where station_id = 111 and stat_day = '${day?.day ?? ''}' and unit = 2 and subject = 0`,
  );
  const now = new Date(`${day?.day ?? ''}T12:00:00Z`);
  const check = () => inSystem(server.database, (tx) => chargeSumCheckJob.run({ tx, now, params: { days: 3 } }));
  const first = await check();
  expect(first['stations']).toBe(4);
  expect(first['differing']).toBeGreaterThan(0);
  await worker.poll();
  expect(await kept()).toEqual(right);
  expect(await check()).toEqual({ stations: 4, differing: 0 });
});

test('days in the wrong order, or too many, are refused, and nobody asks for others', async () => {
  const ask = (firstDay: string, lastDay: string, viewer = staff) => server.call(viewer, chargeRecountApi.add, { tenantId: '1', firstDay, lastDay });
  expect((await ask('2026-03-02', '2026-03-01')).status).toBe(400);
  expect((await ask('2020-01-01', '2026-03-01')).status).toBe(400);
  expect(await ask('2026-03-01', '2026-03-01', viewers.tenant('2'))).toMatchObject({ success: false, refusal: 'outOfScope' });
});
