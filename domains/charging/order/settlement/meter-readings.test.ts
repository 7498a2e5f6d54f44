import { afterAll, beforeAll, expect, test } from 'vitest';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import type { MeterReading } from '#engines/tariff/readings.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import { inSystem } from '#kit/db/index.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { QUARTER_MS, readings } from './meter-readings.server.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await ensureDays(db);
});
afterAll(() => db.close());

const MINUTE_MS = 60_000;
const START_MS = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 7 * MINUTE_MS + 11;

const keep = (orderId: number, told: readonly MeterReading[]) =>
  db.asSuperuser(
    `insert into charging_sample (at, charging_order_id, tenant_id, energy, meter)
      select at, $1, 1, case when place % 3 > 0 then energy end, energy + 1000 from unnest($2::timestamptz[], $3::int8[]) with ordinality as told (at, energy, place)`,
    [orderId, told.map(({ atMs }) => new Date(atMs).toISOString()), told.map(({ meterDwh }) => String(meterDwh))],
  );
const read = (orderId: number, toMs: number) =>
  inSystem(db, (tx) => readings(tx, { orderId: String(orderId), fromMs: START_MS, toMs, startMeterDwh: 1_000 }));

/** Pseudo-random numbers that are the same in every run. */
const chance = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};
/** A course with gaps, readings that fall back or go beyond the end, and several of one instant. */
const course = (seed: number): readonly MeterReading[] => {
  const any = chance(seed);
  let [atMs, energyDwh] = [START_MS, 0];
  return Array.from({ length: 400 }, () => {
    atMs += any(10) === 0 ? any(70) * MINUTE_MS : any(8) * 1_000;
    energyDwh = Math.max(0, energyDwh + any(1_000) - (any(9) === 0 ? 3_000 : 0));
    return { atMs, meterDwh: BigInt(energyDwh) };
  });
};

test('of all samples and of those that are read the same half hours come out', async () => {
  for (const seed of [3, 5, 8, 13]) {
    const told = course(seed);
    await keep(seed, told);
    const stopMs = told[370 + seed]!.atMs;
    const few = await read(seed, stopMs);
    expect(few.length).toBeLessThan(told.length);
    for (const zone of ['Asia/Shanghai', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York']) {
      const sliced = (samples: readonly MeterReading[]) => {
        const outcome = sliceBySlots({ zone, start: { atMs: START_MS, meterDwh: 0n }, stop: { atMs: stopMs, meterDwh: 60_000n }, samples });
        if (!outcome.ok) throw new Error(outcome.refusal);
        const { bentSamples: _bent, ...usage } = outcome.value;
        return usage;
      };
      expect(sliced(few)).toEqual(sliced(told));
    }
  }
});

test('a reading a second through most of a day is all seen, in few points, by the index of its order', async () => {
  const told = Array.from({ length: 60_000 }, (_, second) => ({ atMs: START_MS + 1_000 + second * 1_000, meterDwh: BigInt((second + 1) * 20) }));
  await keep(60, told);
  await db.asSuperuser('analyze charging_sample');
  const beganMs = performance.now();
  const few = await read(60, told.at(-1)!.atMs);
  // Slower than on any machine that is not overwhelmed, and far below a worker's patience.
  expect(performance.now() - beganMs).toBeLessThan(3_000);
  expect(few.length).toBeLessThan(150);
  expect(few.at(-1)).toEqual(told.at(-1));
  const span = `'${new Date(START_MS).toISOString()}' and '${new Date(told.at(-1)!.atMs).toISOString()}'`;
  const plan = await db.asSuperuser<{ 'QUERY PLAN': string }>(
    `explain select at, energy from charging_sample where charging_order_id = 3 and at between ${span} order by at`,
  );
  const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes(' on charging_sample'));
  expect(scans.filter((line) => !/Index Scan using charging_sample_\d+_charging_order_id_at_idx/u.test(line))).toEqual([]);
  expect(scans.length).toBeGreaterThan(0);
});

test('the offset of every zone is a whole number of quarters', () => {
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const day of ['2024-01-15', '2026-07-15', '2034-07-15'])
      expect([zone, offsetAt(Date.parse(day), zone) % QUARTER_MS]).toEqual([zone, expect.closeTo(0)]);
});
