import { gunState } from '#engines/pile/codes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { inSystem } from '#kit/db/index.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { PILE } from '../../charging-testbed.fixture.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const SECOND_MS = 1_000;
const said = { success: 0, failure: 1 } as const;

/** An operator's start, out on the wire. */
const startSent = async (): Promise<DeviceCommand & { readonly cmd: 'start' }> => {
  const { anna } = testbed;
  await testbed.plug();
  const input = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: testbed.ids.icCardId, chargingStrategyType: 1 } as const;
  const { chargingOrderNo } = await testbed.server.ok(anna, chargingOrderApi.remoteStart, input);
  const [row] = await testbed.server.database.asSuperuser<{ payload: DeviceCommand }>(
    `select payload from device_command where charging_order_no = $1 and cmd = 'start'`,
    [chargingOrderNo],
  );
  if (row?.payload.cmd !== 'start') throw new Error('no start was sent');
  const command = row.payload;
  expect(await inSystem(testbed.deps.database, (tx) => testbed.charging.dispatch.beforeSend?.(tx, command) ?? Promise.resolve(false))).toBe(true);
  return command;
};

const reply = ({ commandId }: DeviceCommand, result: number, pile = testbed.pile): Promise<void> =>
  testbed.device.commandSettled(pile, {
    commandId,
    cmd: 'start',
    atMs: testbed.now(),
    outcome: 'answered',
    late: false,
    reply: { kind: 'commandReply', commandId, result },
  });

const after = async (ms: number, orderNo: string): Promise<Record<string, unknown>> => {
  testbed.advance(ms);
  await testbed.worker.poll();
  return testbed.orderRow(orderNo);
};

const commandsOf = async (orderNo: string): Promise<readonly string[]> =>
  (
    await testbed.server.database.asSuperuser<{ cmd: string }>(`select cmd from device_command where charging_order_no = $1 order by 1`, [orderNo])
  ).map(({ cmd }) => cmd);

test('a pile that says no ends the order at once, and its money is free; another pile says nothing of it', async () => {
  const command = await startSent();
  await reply(command, said.failure, { ...testbed.pile, cpCode: 'OTHER' });
  expect(await testbed.orderRow(command.chargingOrderNo)).toMatchObject({ order_state: 6 });
  await reply(command, said.failure);
  expect(await after(2 * SECOND_MS, command.chargingOrderNo)).toMatchObject({ order_state: 4, start_result: 1, billing_amount: 0n });
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('a pile that says yes has time for its insulation test', async () => {
  const command = await startSent();
  const { chargingOrderNo } = command;
  await reply(command, said.success);
  expect(await after(62 * SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 6 });
  const started = { startResult: 0, startSource: 4, startAtMs: testbed.now(), startMeterDwh: 1_000_000, fromStore: false };
  const told = { kind: 'startResult', chargingOrderNo, gunNumber: 1, ...started } as const;
  expect(await testbed.charging.handlers.startResult(testbed.pile, told)).toEqual({ result: 0 });
  expect(await after(SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 2, abnormal_reason: null });
  expect(await commandsOf(chargingOrderNo)).toEqual(['start']);
  await testbed.sendEndRecord(chargingOrderNo, 1_000, { startAtMs: started.startAtMs });
  expect(await after(0, chargingOrderNo)).toMatchObject({ order_state: 4 });
});

test('a yes that comes after the deadline is taken back by a stop', async () => {
  const command = await startSent();
  const { chargingOrderNo } = command;
  testbed.advance(50 * SECOND_MS);
  await reply(command, said.success);
  expect(await after(0, chargingOrderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'startTimeout' });
  expect(await commandsOf(chargingOrderNo)).toEqual(['start', 'stop']);
});

test('a start that is never answered is asked about, and given up when the gun is at rest; its money is free', async () => {
  const { chargingOrderNo } = await startSent();
  const gunShows = async (state: number) =>
    testbed.server.database.asSuperuser(`update gun set device_gun_stat = $1 where cp_code = $2 and gun_number = 1`, [state, testbed.pile.cpCode]);
  expect(await after(61 * SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'startTimeout' });
  await gunShows(gunState.fault);
  expect(await after(3 * 60 * SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 9 });
  expect(await after(3 * 60 * SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 9 });
  await gunShows(gunState.plugged);
  expect(await after(3 * 60 * SECOND_MS, chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 0n, abnormal_reason: null });
  expect(await commandsOf(chargingOrderNo)).toEqual(['start']);
  expect(await testbed.brokenInvariants()).toEqual([]);
});
