import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device.ts';
import { inSystem } from '#kit/db/index.ts';
import { startDesk } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { PILE } from '../../charging-testbed.fixture.ts';

let desk: OperatorTestbed;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const SECOND_MS = 1_000;
const said = { success: 0, failure: 1 } as const;

/** An operator's start, out on the wire. */
const startSent = async (): Promise<DeviceCommand & { readonly cmd: 'start' }> => {
  const { world, anna } = desk;
  await desk.plug();
  const input = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: world.ids.icCardId, chargingStrategyType: 1 } as const;
  const { chargingOrderNo } = await world.server.ok(anna, chargingOrderApi.remoteStart, input);
  const [row] = await world.server.database.asSuperuser<{ payload: DeviceCommand }>(
    `select payload from device_command where charging_order_no = $1 and cmd = 'start'`,
    [chargingOrderNo],
  );
  if (row?.payload.cmd !== 'start') throw new Error('no start was sent');
  const command = row.payload;
  expect(await inSystem(world.deps.database, (tx) => world.share.dispatch.beforeSend?.(tx, command) ?? Promise.resolve(false))).toBe(true);
  return command;
};

const reply = ({ commandId }: DeviceCommand, result: number, pile = desk.world.pile): Promise<void> =>
  desk.world.device.commandSettled(pile, {
    commandId,
    cmd: 'start',
    atMs: desk.now(),
    outcome: 'answered',
    late: false,
    reply: { kind: 'commandReply', commandId, result },
  });

const after = async (ms: number, orderNo: string): Promise<Record<string, unknown>> => {
  desk.pass(ms);
  await desk.world.worker.poll();
  return desk.world.row(orderNo);
};

const commandsOf = async (orderNo: string): Promise<readonly string[]> =>
  (
    await desk.world.server.database.asSuperuser<{ cmd: string }>(`select cmd from device_command where charging_order_no = $1 order by 1`, [orderNo])
  ).map(({ cmd }) => cmd);

test('a pile that says no ends the order at once, and its money is free; another pile says nothing of it', async () => {
  const command = await startSent();
  await reply(command, said.failure, { ...desk.world.pile, cpCode: 'OTHER' });
  expect(await desk.world.row(command.chargingOrderNo)).toMatchObject({ order_state: 6 });
  await reply(command, said.failure);
  expect(await after(2 * SECOND_MS, command.chargingOrderNo)).toMatchObject({ order_state: 4, start_result: 1, billing_amount: 0n });
  expect(await desk.world.broken()).toEqual([]);
});

test('a pile that says yes has time for its insulation test', async () => {
  const command = await startSent();
  const { chargingOrderNo } = command;
  await reply(command, said.success);
  expect(await after(62 * SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 6 });
  const started = { startResult: 0, startSource: 4, startAtMs: desk.now(), startMeterDwh: 1_000_000, fromStore: false };
  const told = { kind: 'startResult', chargingOrderNo, gunNumber: 1, ...started } as const;
  expect(await desk.world.share.handlers.startResult(desk.world.pile, told)).toEqual({ result: 0 });
  expect(await after(SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 2, abnormal_reason: null });
  expect(await commandsOf(chargingOrderNo)).toEqual(['start']);
  await desk.end(chargingOrderNo, 1_000, { startAtMs: started.startAtMs });
  expect(await after(0, chargingOrderNo)).toMatchObject({ order_state: 4 });
});

test('a yes that comes after the deadline is taken back by a stop', async () => {
  const command = await startSent();
  const { chargingOrderNo } = command;
  desk.pass(50 * SECOND_MS);
  await reply(command, said.success);
  expect(await after(0, chargingOrderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'startTimeout' });
  expect(await commandsOf(chargingOrderNo)).toEqual(['start', 'stop']);
});
