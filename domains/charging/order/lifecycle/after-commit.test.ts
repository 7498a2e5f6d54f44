import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import { CARD, PILE } from '../../charging-testbed.fixture.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { decide } from './decide.server.ts';
import { orderWork } from './order-work.server.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const ask = <T extends object>(text: string, ...values: readonly unknown[]) => testbed.server.database.asSuperuser<T>(text, values);
const newsOf = (orderNo: string) => testbed.published.filter(({ topic }) => topic === `order:${orderNo}`);
const askStart = () =>
  testbed.charging.handlers.startRequest(testbed.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: testbed.now(),
  });

test('whoever hears of a change finds it in the database, however long the commit takes', async () => {
  const orderNo = await testbed.startCharging();
  await ask(`create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return null; end $$;
    create constraint trigger slow_commit after insert on order_fact deferrable initially deferred for each row execute function slow_commit()`);
  const found: Promise<readonly { readonly kind: string }[]>[] = [];
  const stop = testbed.hub.watch(`order:${orderNo}`, () => void found.push(ask('select kind from order_fact where kind = $1', 'gunQuiet')));
  testbed.advance(60_000);
  await testbed.plug(1, 7);
  stop();
  await ask('drop trigger slow_commit on order_fact');
  expect(await Promise.all(found)).toEqual([[{ kind: 'gunQuiet' }]]);
  await testbed.plug(1, 6);
  await testbed.sendEndRecord(orderNo, 20_000);
  await testbed.worker.poll();
});

test('an act tells of its order once, and of nothing when it is refused', async () => {
  const orderNo = await testbed.startCharging();
  const before = newsOf(orderNo).length;
  await testbed.server.ok(testbed.anna, chargingOrderApi.remoteStop, { chargingOrderNo: orderNo });
  expect(newsOf(orderNo).slice(before)).toEqual([{ topic: `order:${orderNo}`, data: { chargingOrderNo: orderNo, changed: true } }]);
  const refused = await testbed.server.call(testbed.anna, chargingOrderApi.cancelReservation, { chargingOrderNo: orderNo });
  expect(refused).toMatchObject({ success: false, refusal: 'reservation.none' });
  expect(newsOf(orderNo)).toHaveLength(before + 1);
  await testbed.sendEndRecord(orderNo, 20_000);
  await testbed.worker.poll();
});

test('a transaction that is rolled back tells of nothing and wakes nobody', async () => {
  const orderNo = await testbed.startCharging();
  const [before, woken]: [number, string[]] = [newsOf(orderNo).length, []];
  const stop = testbed.deps.bus.on('device.command', () => void woken.push('device.command'));
  const failing = inSystem(testbed.server.database, async (tx) => {
    const decided = await decide(orderWork(testbed.deps, tx, 'test'), { orderNo }, { event: { kind: 'stop', cause: 'operator', by: 'test' } });
    expect(decided?.verdict.effects).toEqual([{ do: 'sendStop', cause: 'operator' }]);
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  expect([newsOf(orderNo).length, woken]).toEqual([before, []]);
  await testbed.sendEndRecord(orderNo, 20_000);
  await testbed.worker.poll();
});

test('a start that is refused at the last moment leaves no order and no hold', async () => {
  const count = () => ask('select count(*)::int4 as orders, (select count(*)::int4 from ledger.hold) as holds from charging_order');
  const before = await count();
  await testbed.plug(1, 2);
  await testbed.plug();
  // The session ends after the pile was read and before the decision.
  await ask(`update pile_state set online = false where cp_code = '${PILE}'`);
  expect(await askStart()).toMatchObject({ result: 153, chargingOrderNo: '' });
  expect(await count()).toEqual(before);
  await ask(`update pile_state set online = true where cp_code = '${PILE}'`);
  expect(await askStart()).toMatchObject({ result: 0 });
});
