import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChargingSample } from '#engines/protocol/device.ts';
import { createHub } from '#kit/server/live-hub.ts';
import { CARD, startChargingWorld } from '../world.fixture.ts';
import type { ChargingWorld } from '../world.fixture.ts';

let world: ChargingWorld;
beforeEach(async () => {
  world = await startChargingWorld();
});
afterEach(() => world.close());

const METER = 1_000_000;
const now = (): number => Date.now() + world.ahead.ms;
const start = async (): Promise<{ readonly chargingOrderNo: string; readonly startAtMs: number }> => {
  const { chargingOrderNo } = await world.share.handlers.startRequest(world.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: now(),
  });
  const startAtMs = now();
  await world.share.handlers.startResult(world.pile, {
    kind: 'startResult',
    chargingOrderNo,
    gunNumber: 1,
    startResult: 0,
    startSource: 16,
    startAtMs,
    startMeterDwh: METER,
    fromStore: false,
  });
  return { chargingOrderNo, startAtMs };
};
const kept = (chargingOrderNo: string) =>
  world.server.database.asSuperuser<{ second: number; energy: bigint }>(
    `select extract(epoch from s.at)::int8 as second, s.energy from charging_sample s join charging_order o using (charging_order_id) where charging_order_no = $1 order by at`,
    [chargingOrderNo],
  );

test('every acknowledged sample is kept with its own reading, whichever comes first, and whether or not it enlarges the hold', async () => {
  const { chargingOrderNo, startAtMs } = await start();
  world.ahead.ms += 240_000;
  const minute = (count: number): ChargingSample => ({
    kind: 'chargingSample',
    chargingOrderNo,
    gunNumber: 1,
    atMs: startAtMs + count * 60_000,
    currentDa: 1_000,
    powerW: 100_000,
    energyDwh: count * 15_000,
    meterDwh: METER + count * 15_000,
  });
  for (const count of [3, 1, 4, 2, 2]) expect(await world.share.handlers.chargingSample(world.pile, minute(count))).toEqual({ result: 0 });
  const energies = (await kept(chargingOrderNo)).map((row) => Number(row.energy));
  expect([...new Set(energies)]).toEqual([15_000, 30_000, 45_000, 60_000]);
});

test('an order that another process has changed is read again at once', async () => {
  const hub = createHub();
  const stop = world.share.follow(hub);
  const { chargingOrderNo, startAtMs } = await start();
  world.ahead.ms += 240_000;
  const toldAt = async (count: number): Promise<unknown> => {
    const energyDwh = count * 15_000;
    const sample = { kind: 'chargingSample', chargingOrderNo, gunNumber: 1, atMs: startAtMs + count * 60_000, energyDwh, powerW: 100_000 } as const;
    await world.share.handlers.chargingSample(world.pile, sample);
    return world.published.findLast(({ topic }) => topic === `order:${chargingOrderNo}`)?.data;
  };
  await toldAt(1);
  expect(await toldAt(2)).toMatchObject({ energyDwh: 30_000, amountCents: expect.any(Number) });
  // Behind this process's back: without prices an order costs nothing.
  await world.server.database.asSuperuser('update charging_order set tariff_snapshot_id = null where charging_order_no = $1', [chargingOrderNo]);
  expect(await toldAt(3)).toMatchObject({ energyDwh: 45_000, amountCents: expect.any(Number) });
  hub.publish('~order', chargingOrderNo);
  expect(await toldAt(4)).toMatchObject({ energyDwh: 60_000, amountCents: null });
  stop();
});
