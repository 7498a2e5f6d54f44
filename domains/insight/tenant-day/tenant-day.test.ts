import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { placesSql, randomHistories } from '../charge-sum/histories.fixture.ts';
import { operationApi } from '../operation/operation.ts';
import { operationRoutes } from '../operation/operation.server.ts';
import { insight } from '../resources.ts';
import { fillNextDay } from './day-worker.server.ts';

let server: TestServer;
const histories = randomHistories(160, 31);
const staff = viewers.tenant('1');

beforeAll(async () => {
  server = await startTestServer({ domains: [system, network, insight], routes: operationRoutes });
  await server.database.asSuperuser(placesSql);
  await server.database.asSuperuser(`update pile set create_time = '2025-01-01T00:00:00Z'`);
  for (const transaction of histories.slice(0, 60)) await server.database.asSuperuser(transaction);
});
afterAll(() => server.close());

const added = async (): Promise<number> => (await server.database.asSuperuser('select from tenant_day')).length;

/** Every answer that is read from added-up days: a year, and the last weeks. */
const figures = async () => {
  const answers: unknown[] = [];
  for (const query of [{ days: 390 }, { days: 390, cpType: 3 }, { days: 31 }] as const) {
    const charges = await server.ok(staff, operationApi.charges, query);
    const { heat, spread, dwell } = await server.ok(staff, operationApi.use, query);
    answers.push(
      charges,
      heat.map((row) => row.map((share) => share?.toFixed(9))),
      spread,
      dwell,
    );
  }
  return answers;
};

const fillAll = async (): Promise<void> => {
  while (await fillNextDay(server));
};

test('figures of whole tenants are the same from added-up days as from the stations, also after late records and corrections', async () => {
  const before = await figures();
  await fillAll();
  expect(await added()).toBe(799);
  expect(await figures()).toEqual(before);
  for (const transaction of histories.slice(60)) await server.database.asSuperuser(transaction);
  expect(await added()).toBeLessThan(799);
  const late = await figures();
  expect(late).not.toEqual(before);
  await fillAll();
  expect(await figures()).toEqual(late);
  await server.database.asSuperuser('delete from tenant_day');
  expect(await figures()).toEqual(late);
});

test('agents and stations are read from their own rows, and see none of the tenant', async () => {
  await fillAll();
  const parts = await Promise.all(['11', '12'].map((agentId) => server.ok(viewers.agent('1', agentId), operationApi.charges, { days: 390 })));
  const whole = await server.ok(staff, operationApi.charges, { days: 390 });
  const count = (sums: readonly { readonly charges: number }[]): number => sums.reduce((sum, { charges }) => sum + charges, 0);
  expect(parts.map(({ sums }) => count(sums)).every((charges) => charges > 0)).toBe(true);
  expect(count(parts.flatMap(({ sums }) => sums))).toBe(count(whole.sums));
});

test('a day that a transaction changes is not added up until it has ended', async () => {
  await fillAll();
  const [day] = await server.database.asSuperuser<{ day: string }>(
    `select max(stat_day)::text as day from charge_sum where subject = 0 and unit = 2 and tenant_id = 1 and stat_day < current_date - 1`,
  );
  const on = `stat_day = '${day?.day ?? ''}'`;
  const change = server.database
    .asSuperuser(`update charge_sum set charging_elec = charging_elec + 1 where tenant_id = 1 and subject = 0 and unit = 2 and ${on};
    select pg_sleep(1)`);
  await vi.waitFor(async () =>
    expect(
      await server.database.asSuperuser(
        `select from pg_locks where locktype = 'advisory' and classid = 7124 and database = (select d.oid from pg_database d where d.datname = current_database())`,
      ),
    ).not.toHaveLength(0),
  );
  const filledMeanwhile = await server.database.asSuperuser<{ done: boolean }>(`select tenant_day_fill('${day?.day ?? ''}') as done`);
  await change;
  expect(filledMeanwhile).toEqual([{ done: false }]);
  expect(await server.database.asSuperuser(`select from tenant_day where ${on}`)).toHaveLength(0);
});
