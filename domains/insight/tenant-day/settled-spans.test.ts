import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { places, placesSql } from '../charge-sum/histories.fixture.ts';
import { operationApi } from '../operation/operation.ts';
import { operationRoutes } from '../operation/operation.server.ts';
import { insight } from '../resources.ts';
import { fillNextDay } from './day-worker.server.ts';

const CHARGES = 500;
const MINUTES_OF_3_DAYS = 4_320;
/** Charges follow each other by so many minutes, around and around the three days. */
const APART_MINUTES = 97;
/** More than the first charges use. */
const LATE_ID = 10_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ domains: [system, network, insight], routes: operationRoutes });
  await server.database.asSuperuser(placesSql);
  await server.database.asSuperuser(chargesSql({ count: CHARGES, firstId: 1, seed: 11 }));
});
afterAll(() => server.close());

const charge = fc.record({
  place: fc.constantFrom(...places),
  pile: fc.constantFrom('A', 'B'),
  minutes: fc.integer({ min: 1, max: 400 }),
  /** Now and then the clock of a pile is days wrong. */
  clockOffMinutes: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.constantFrom(-1_500, 3_000, 6_000)),
  /** When the car left after its charge; it may still be there. */
  stayedMinutes: fc.option(fc.oneof(fc.nat(30), fc.nat(600))),
});

/** Inserts charges that were settled in the last three days. */
function chargesSql({ count, firstId, seed }: { readonly count: number; readonly firstId: number; readonly seed: number }): string {
  return fc
    .sample(charge, { numRuns: count, seed })
    .map(({ place, pile, minutes, clockOffMinutes, stayedMinutes }, at) => {
      const id = firstId + at;
      const settled = `now() - interval '${(at * APART_MINUTES) % MINUTES_OF_3_DAYS} minutes'`;
      const ended = `${settled} - interval '1 minute' + interval '${clockOffMinutes} minutes'`;
      return `insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, currency)
          values (${id}, ${place.tenantId}, ${place.agentId}, ${place.stationId}, 'P${place.stationId}${pile}', 1, 'D${id}', 3, '${place.currency}');
        update charging_order set start_time = ${ended} - interval '${minutes} minutes', stop_time = ${ended} where charging_order_id = ${id};
        update charging_order set order_state = 4, charging_elec = 100000, billing_time = ${settled} where charging_order_id = ${id};
        ${
          stayedMinutes === null
            ? ''
            : `insert into order_unplug (charging_order_id, tenant_id, agent_id, station_id, unplugged_at)
          values (${id}, ${place.tenantId}, ${place.agentId}, ${place.stationId}, ${ended} + interval '${stayedMinutes} minutes');`
        }`;
    })
    .join('');
}

/** Whatever is answered about durations, to everybody who reads them from spans or from orders. */
const figures = async () => {
  const answers: unknown[] = [];
  for (const query of [{ days: 7 }, { days: 2 }, { days: 30, cpType: 3 }])
    for (const viewer of [viewers.platform(), viewers.tenant('1'), viewers.agent('1', '11')]) {
      const { spread, dwell } = await server.ok(viewer, operationApi.durations, query);
      answers.push(spread, dwell);
    }
  return answers;
};
const marks = async (): Promise<readonly string[]> =>
  (await server.database.asSuperuser<{ since: string }>('select since::text from settled_span order by since')).map(({ since }) => since);
const fillAll = async (): Promise<void> => {
  while (await fillNextDay(server));
};
/** The spans that ended two hours ago. */
const ended = async (): Promise<number> =>
  (await server.database.asSuperuser(`select from generate_series(settled_spans_since(), now() - interval '6 hours', interval '4 hours')`)).length;

test('durations are the same from spans as from orders', async () => {
  const before = await figures();
  expect(before).not.toContain(null);
  await fillAll();
  expect(await marks()).toHaveLength(await ended());
  expect(await server.database.asSuperuser('select from settled_span_sum')).not.toEqual([]);
  expect(await figures()).toEqual(before);
});

test.each([
  ['a corrected end', `update charging_order set stop_time = stop_time + interval '7 minutes' where charging_order_id % 19 = 1`, false],
  ['a deletion', `update charging_order set is_delete = true where charging_order_id % 19 = 3`, false],
  ['another type of pile', `update charging_order set cp_type = 3 where charging_order_id % 19 = 4`, false],
  ['a start days later', `update charging_order set start_time = start_time - interval '2 days' where charging_order_id % 19 = 5`, false],
  ['a settlement that is made anew', `update charging_order set billing_time = now() where charging_order_id % 19 = 6`, true],
  [
    'a car that leaves late',
    `insert into order_unplug (charging_order_id, tenant_id, agent_id, station_id, unplugged_at)
      select charging_order_id, tenant_id, agent_id, station_id, stop_time + interval '9 hours' from charging_order where charging_order_id % 19 = 7
      on conflict (charging_order_id) do update set unplugged_at = excluded.unplugged_at`,
    false,
  ],
  ['settled charges that come late', chargesSql({ count: 20, firstId: LATE_ID, seed: 12 }), false],
])('%s takes the marks of its spans away', async (_, change, isSame) => {
  await fillAll();
  const [before, filled] = [await figures(), await marks()];
  await server.database.asSuperuser(change);
  expect((await marks()).length).toBeLessThan(filled.length);
  const late = await figures();
  await server.database.asSuperuser('delete from settled_span');
  expect(await figures()).toEqual(late);
  await fillAll();
  expect(await marks()).toEqual(filled);
  expect(await figures()).toEqual(late);
  expect(JSON.stringify(late) === JSON.stringify(before)).toBe(isSame);
});

test('a settlement of now, a car that leaves at once, and a refund leave the marks', async () => {
  await fillAll();
  const filled = await marks();
  await server.database
    .asSuperuser(`insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, currency)
      values (20000, 1, 11, 111, 'P111A', 1, 'D20000', 3, 'CNY');
    update charging_order set start_time = now() - interval '40 minutes', stop_time = now() where charging_order_id = 20000;
    update charging_order set order_state = 4, billing_time = now() where charging_order_id = 20000;
    insert into order_unplug (charging_order_id, tenant_id, agent_id, station_id, unplugged_at) values (20000, 1, 11, 111, now());
    update charging_order set order_state = 5 where charging_order_id % 19 = 2 and order_state = 4`);
  expect(await marks()).toEqual(filled);
});

test('a span that a transaction changes is not added up until it has ended', async () => {
  await fillAll();
  const filled = await marks();
  const change = server.database.asSuperuser(
    `update charging_order set stop_time = stop_time + interval '1 minute' where charging_order_id = (select o.charging_order_id from charging_order o
      where settled_span_of(o.billing_time) = (select max(since) from settled_span) and charge_counts(o) limit 1); select pg_sleep(1)`,
  );
  await eventually(async () =>
    expect(await server.database.asSuperuser(`select from pg_locks where locktype = 'advisory' and classid = 7125`)).not.toEqual([]),
  );
  await server.database.asSuperuser('delete from settled_span where since < (select max(since) from settled_span)');
  await fillAll();
  expect(await marks()).toEqual(filled);
  await change;
  expect(await marks()).toHaveLength(filled.length - 1);
  await fillAll();
  expect(await marks()).toEqual(filled);
});
