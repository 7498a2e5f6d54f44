/**
 * What the sums of charges cost a settlement: `npm run bench:counting`, with PAIRS=400 pairs. Charges of one pile alternate with the
 * counting switched off and on, from the end record of the pile to the settled order; fails if a settlement with counting takes
 * 5 % longer than the one beside it without.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import type { OperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';

const PAIRS = Number(process.env['PAIRS'] ?? 400);
const WARM_UP = 40;
const SLOWER_MAX = 0.05;
const ENERGY_DWH = 80_000;

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  await testbed.fund(`card:${testbed.ids.icCardId}`, 100_000_00n);
});
afterAll(() => testbed.close());

const settledInMs = async (): Promise<number> => {
  const orderNo = await testbed.startCharging({ energyDwh: ENERGY_DWH });
  const begunMs = performance.now();
  await testbed.sendEndRecord(orderNo, ENERGY_DWH);
  await testbed.worker.poll();
  return performance.now() - begunMs;
};

/** A switch in the function, because a change of the trigger would make every connection plan its statements anew. */
const addSwitch = async (): Promise<void> => {
  const { asSuperuser } = testbed.server.database;
  await asSuperuser(
    'create table counting_switch (is_off boolean); insert into counting_switch values (false); grant select on counting_switch to public',
  );
  const [counting] = await asSuperuser<{ definition: string }>("select pg_get_functiondef('count_charge()'::regprocedure) as definition");
  await asSuperuser(
    (counting?.definition ?? '').replace('BEGIN\n', 'BEGIN\n  IF (SELECT is_off FROM public.counting_switch) THEN RETURN NULL; END IF;\n'),
  );
};

const quantile = (values: readonly number[], part: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

test('a settlement is at most five percent slower with the sums of charges kept up', async () => {
  await addSwitch();
  for (let turn = 0; turn < WARM_UP; turn += 1) await settledInMs();
  const took: Readonly<Record<'without' | 'with', number[]>> = { without: [], with: [] };
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const kind of pair % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      await testbed.server.database.asSuperuser(`update counting_switch set is_off = ${kind === 'without'}`);
      took[kind].push(await settledInMs());
    }
  const [sums] = await testbed.server.database.asSuperuser<{ count: number }>(
    'select sum(charging_count)::int4 as count from charge_sum where subject = 0 and unit = 2',
  );
  const shown = [0.1, 0.5, 0.9].map((part) => {
    const [off, on] = [quantile(took.without, part), quantile(took.with, part)];
    return `p${part * 100} ${off.toFixed(2)} → ${on.toFixed(2)} ms (${((on / off - 1) * 100).toFixed(1)} %)`;
  });
  console.log(`${PAIRS} pairs: ${shown.join(', ')}`);
  expect(sums?.count).toBe(WARM_UP + PAIRS);
  // Of pairs, because what else the machine does slows both of a pair.
  const moreMs = quantile(
    took.with.map((withMs, pair) => withMs - (took.without[pair] ?? 0)),
    0.5,
  );
  const slower = moreMs / quantile(took.without, 0.5);
  console.log(`in pairs ${moreMs.toFixed(2)} ms more, ${(slower * 100).toFixed(1)} %; limit ${SLOWER_MAX * 100} %`);
  expect(slower).toBeLessThan(SLOWER_MAX);
}, 600_000);
