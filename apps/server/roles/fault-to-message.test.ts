import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarm, exceptionRecordApi, warningAccountApi } from '#domains/alarm/resources.ts';
import { alarmRoutes, ensureExceptionConfs, startExceptionWorker, startWarningSender } from '#domains/alarm/server.ts';
import { startReceiver } from '#domains/alarm/warning-log/warning-testbed.fixture.ts';
import { charging } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import type { PileRequest } from '#engines/protocol/native/messages.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import { PILE, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** From the bytes of a pile to the message at a receiver: gateway, judge, sender, HTTP. */
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let piles: PileTestbed;
let workers: readonly PollingWorker[];

beforeAll(async () => {
  receiver = await startReceiver();
  const egress = createEgress({ insideOrigins: new Set([receiver.origin]) });
  piles = await startPileTestbed({
    domains: [charging, alarm],
    routes: (deps) => [...chargingRoutes(deps), ...alarmRoutes({ ...deps, egress, services: new Set() })],
  });
  const { deps } = piles.world;
  await ensureExceptionConfs(deps.database);
  workers = [startExceptionWorker(deps), startWarningSender({ ...deps, services: { egress, providers: {}, publicUrl: 'https://ops.example' } })];
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await piles.close();
  await receiver.close();
});

const work = async () => {
  for (const worker of workers) await worker.poll();
};
const failed: (typeof receiver.received)[number] = { url: '', headers: {}, body: '' };
const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const emergencyStop = (isPressed: boolean): PileRequest => ({
  type: '0001',
  body: {
    cpWorkStat: isPressed ? 7 : 1,
    cpFaultType: isPressed ? 2 : 0,
    moduleStat: 0,
    moduleCount: 4,
    cabinetTemp: 30,
    inputVoltage: [3_800, 3_800, 3_800],
    doorOpen: 0,
    emergencyStop: isPressed ? 1 : 0,
    networkKind: 1,
    signal: 90,
  },
});
const received = () => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; text: string; exceptionRecordId: string | null }); // as the sender writes it

test('a pile whose emergency stop is pressed is told to a signed webhook, and its release as well', async () => {
  const { server, staff, ids } = piles.world;
  const { warningAccountId } = await server.ok(staff, warningAccountApi.add, {
    tenantId: ids.tenantId,
    warningAccountName: 'Control room',
    warningAccountType: 6,
    warningAccount: `${receiver.origin}/hook`,
    accountSecret: SECRET,
    warningLang: 'en_US',
    minLevel: 3,
    delayMin: 0,
    passesMajor: 0,
  });
  await server.ok(staff, warningAccountApi.sendTest, { id: warningAccountId });
  await work();
  await server.ok(staff, warningAccountApi.confirmTest, { warningAccountId, testCode: /\d{6}/u.exec(received()[0]?.text ?? '')?.[0] ?? '' });

  const pile = await piles.pile();
  await pile.sendRequest(emergencyStop(true));
  await work();
  const [record] = (await server.ok(staff, exceptionRecordApi.list, { cpCode: PILE, exceptionType: '1' })).records;
  expect(record).toMatchObject({ exceptionCode: 2, exceptionLevel: 1, isPresent: 1 });
  expect(received()[1]).toMatchObject({
    exceptionRecordId: record?.exceptionRecordId,
    text: expect.stringMatching(new RegExp(`^Critical: .*mergency stop.*pile ${PILE}`, 'u')),
  });
  const [, { headers, body } = failed] = receiver.received;
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(signed)
      .digest('base64')}`,
  );

  await pile.sendRequest(emergencyStop(false));
  piles.advance(61_000);
  await work();
  piles.advance(16_000);
  await work();
  expect(received().slice(2)).toMatchObject([{ exceptionRecordId: record?.exceptionRecordId, text: expect.stringContaining('Over: Critical: ') }]);
  expect(await server.ok(staff, exceptionRecordApi.list, { cpCode: PILE, exceptionType: '1' })).toMatchObject({
    records: [{ isPresent: 0, solveStat: 3 }],
  });
  pile.socket.destroy();
});
