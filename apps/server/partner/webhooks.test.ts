import { createDecipheriv, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exceptionType, platformCode } from '#engines/alarm/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { accessConfigApi, partnerWebhookApi, webhookDeliveryApi } from '#domains/partner/resources.ts';
import type { AccessKeys } from '#domains/partner/resources.ts';
import { startPartnerTestbed } from '../testing/partner-testbed.ts';
import type { PartnerProgram, PartnerTestbed } from '../testing/partner-testbed.ts';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A receiver that takes only messages whose signature it can verify with its keys. */
const startReceiver = async () => {
  const state: { mode: 'works' | 'down' | 'slow'; keys: readonly AccessKeys[]; refuses: (message: Message) => boolean } = {
    mode: 'works',
    keys: [],
    refuses: () => false,
  };
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (state.mode === 'down') return void response.writeHead(503).end('maintenance');
      const message = state.keys.map((keys) => open(keys, request.headers, body)).find((each) => each !== undefined);
      if (!message) return void response.writeHead(401).end();
      if (state.refuses(message)) return void response.writeHead(422).end('no');
      messages.push(message);
      return void response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on TCP');
  return { origin: `http://127.0.0.1:${address.port}`, messages, state, close: () => new Promise((resolve) => void server.close(resolve)) };
};

const open = (keys: AccessKeys, headers: IncomingHttpHeaders, body: string): Message | undefined => {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  const mac = createHmac('sha256', Buffer.from(keys.signSecret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  if (!String(headers['webhook-signature']).split(' ').includes(`v1,${mac}`)) return undefined;
  const sent: unknown = JSON.parse(body);
  const opened =
    typeof sent === 'object' && sent !== null && 'encData' in sent ? JSON.parse(unsealed(keys, { id, timestamp }, String(sent.encData))) : sent;
  return opened as Message;
};

const unsealed = (keys: AccessKeys, { id, timestamp }: { readonly id: string; readonly timestamp: string }, text: string): string => {
  const all = Buffer.from(text, 'base64');
  const iv = createHmac('sha256', Buffer.from(keys.ivKey, 'base64')).update(`webhook\n${timestamp}\n${id}`).digest().subarray(0, 12);
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(keys.secretKey, 'base64'), iv).setAuthTag(all.subarray(-16));
  return Buffer.concat([decipher.update(all.subarray(0, -16)), decipher.final()]).toString();
};

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let bed: PartnerTestbed;
beforeAll(async () => {
  receiver = await startReceiver();
  bed = await startPartnerTestbed([receiver.origin]);
});
afterAll(async () => {
  await bed.close();
  await receiver.close();
});
/** Handlers work by the real clock. */
const backToNow = (): void => bed.advance(Date.now() - bed.now());
beforeEach(async () => {
  backToNow();
  await bed.rows('update partner_webhook set is_delete = true');
  receiver.messages.length = 0;
  Object.assign(receiver.state, { mode: 'works', keys: [], refuses: () => false });
});

const hookOf = async (program: PartnerProgram, events: readonly number[] = [1, 2]): Promise<string> => {
  receiver.state.keys = [...receiver.state.keys, program.keys];
  const { partnerWebhookId } = await bed.server.ok(bed.staff, partnerWebhookApi.add, {
    accessConfigId: program.accessConfigId,
    hookName: 'Receiver',
    hookUrl: `${receiver.origin}/hook`,
    hookEvents: [...events],
  });
  return partnerWebhookId;
};

const chargeOnce = async (program: PartnerProgram, requestId: string): Promise<void> => {
  await bed.plug(1, 2);
  await bed.plug(1, 3);
  const started = await program.call('POST /charges', { requestId, cpCode: PILE, gunNumber: 1 });
  expect(started.body).toMatchObject({ orderState: 6 });
  const chargingOrderNo = String(started.body['chargingOrderNo']);
  const begun = { kind: 'startResult', chargingOrderNo, gunNumber: 1, startResult: 0, startSource: 5, startAtMs: bed.now(), startSoc: 40 } as const;
  await bed.charging.handlers.startResult(bed.pile, { ...begun, fromStore: false, startMeterDwh: 1_000_000 });
  bed.advance(60_000);
  await bed.sample(chargingOrderNo, 10_000);
  await bed.sendEndRecord(chargingOrderNo, 10_000, { startMeterDwh: 1_000_000, stopMeterDwh: 1_010_000 });
  await bed.worker.poll();
};

/** What an operator would be told of a webhook: the codes of the conditions that are present. */
const conditionsOf = async (hookId: string): Promise<readonly unknown[]> =>
  (
    await bed.rows('select exception_code from condition where tenant_id = $1 and subject = $2 and exception_type = $3 and is_present order by 1', [
      bed.ids.tenantId,
      hookId,
      exceptionType.platform,
    ])
  ).map((row) => row['exception_code']);

const statesOf = (requestId: string): readonly unknown[] =>
  receiver.messages.filter(({ data }) => data['requestId'] === requestId).map(({ data }) => data['orderState']);

test.each([
  ['signed', 1],
  ['signed and encrypted', 2],
])('a program hears each state of its charges and of the guns: %s', async (_name, authType) => {
  const program = await bed.partner({ authType });
  await hookOf(program);
  const other = await bed.partner({}, '');
  await hookOf(other);
  await chargeOnce(program, `heard-${authType}`);
  await bed.sender.poll();
  expect(statesOf(`heard-${authType}`)).toEqual([6, 2, 3, 4]);
  const settled = receiver.messages.find(({ data }) => data['orderState'] === 4);
  expect(settled).toMatchObject({ type: 'charge.changed', data: { energyWh: 1_000, bill: { totalCents: 150 }, cpCode: PILE } });
  const guns = receiver.messages
    .filter(({ type }) => type === 'gun.changed')
    .map(({ data }) => [data['gunNumber'], data['gunWorkStat'], data['cpWorkStat']]);
  expect(guns).toEqual(
    expect.arrayContaining([
      [1, 3, 1],
      [1, 5, 1],
    ]),
  );
  // An account without stations and charges has heard nothing.
  expect(await bed.rows('select from webhook_delivery where access_config_id = $1', [other.accessConfigId])).toEqual([]);
  expect(await bed.rows('select from webhook_delivery where delivery_state <> 2')).toEqual([]);
});

test('a receiver that is down for a day loses nothing and gets each message once, in order', async () => {
  const program = await bed.partner();
  const hookId = await hookOf(program, [1]);
  receiver.state.mode = 'down';
  for (const requestId of ['day-1', 'day-2', 'day-3']) await chargeOnce(program, requestId);
  await bed.sender.poll();
  expect(await conditionsOf(hookId)).toEqual([]);
  for (let hours = 0; hours < 24; hours += 1) {
    bed.advance(3_600_000);
    await bed.sender.poll();
  }
  bed.advance(3_600_000);
  expect(await conditionsOf(hookId)).toEqual([platformCode.webhookDown]);
  const [hook] = (await bed.server.ok(bed.staff, partnerWebhookApi.list, { accessConfigId: program.accessConfigId })).records;
  expect(hook).toMatchObject({ lastAnswer: '503 maintenance' });
  expect(hook?.failStreak).toBeGreaterThanOrEqual(24);
  expect(receiver.messages).toEqual([]);
  receiver.state.mode = 'works';
  await bed.sender.poll();
  expect(['day-1', 'day-2', 'day-3'].map(statesOf)).toEqual(Array.from({ length: 3 }, () => [6, 2, 3, 4]));
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(12);
  expect(await conditionsOf(hookId)).toEqual([]);
  expect((await bed.rows('select fail_streak, paused_until from partner_webhook where partner_webhook_id = $1', [hookId]))[0]).toEqual({
    fail_streak: 0,
    paused_until: null,
  });
});

test('a message that is refused does not stop the others, is tried for three days, and is sent again by hand under its own id', async () => {
  const program = await bed.partner();
  const hookId = await hookOf(program, [1]);
  receiver.state.refuses = ({ data }) => data['orderState'] === 2;
  await chargeOnce(program, 'refused');
  await bed.sender.poll();
  expect(statesOf('refused')).toEqual([6, 3, 4]);
  for (let hours = 0; hours < 73; hours += 1) {
    bed.advance(3_600_000);
    await bed.sender.poll();
  }
  const list = async () =>
    (await bed.server.ok(bed.staff, webhookDeliveryApi.list, { accessConfigId: program.accessConfigId, deliveryState: '3' })).records;
  expect(await conditionsOf(hookId)).toEqual([platformCode.webhookGivenUp]);
  const [given] = await list();
  expect(given).toMatchObject({ lastStatus: 422, lastAnswer: '422 no', subject: 'refused', content: { orderState: 2 } });
  expect(Number(given?.attempts)).toBeGreaterThan(10);
  receiver.state.refuses = () => false;
  backToNow();
  await bed.server.ok(bed.staff, webhookDeliveryApi.redeliver, { id: given?.webhookDeliveryId ?? '' });
  await bed.sender.poll();
  expect(statesOf('refused')).toEqual([6, 3, 4, 2]);
  expect(receiver.messages.at(-1)?.id).toBe(given?.eventId);
  expect(await list()).toEqual([]);
  expect(await conditionsOf(hookId)).toEqual([]);
});

test('nobody is told of a webhook that is switched off, deleted, or whose account is off', async () => {
  receiver.state.mode = 'down';
  const partner = await bed.partner();
  const off: readonly ((hookId: string) => Promise<unknown>)[] = [
    (hookId) => bed.server.ok(bed.staff, partnerWebhookApi.changeState, { entityId: hookId, setState: entityState.disabled }),
    (hookId) => bed.server.ok(bed.staff, partnerWebhookApi.delete, { id: hookId }),
    () => bed.server.ok(bed.staff, accessConfigApi.changeState, { entityId: partner.accessConfigId, setState: entityState.disabled }),
  ];
  for (const switchOff of off) {
    const hookId = await hookOf(partner, [1]);
    await bed.server.ok(bed.staff, partnerWebhookApi.sendTest, { id: hookId });
    for (let hours = 0; hours < 73; hours += 1) {
      bed.advance(3_600_000);
      await bed.sender.poll();
    }
    expect(await conditionsOf(hookId)).toEqual([platformCode.webhookDown, platformCode.webhookGivenUp]);
    backToNow();
    await switchOff(hookId);
    expect(await conditionsOf(hookId)).toEqual([]);
  }
});

test('a rotation of the keys loses no message, whichever set the receiver knows', async () => {
  const program = await bed.partner({ authType: 2 });
  const hookId = await hookOf(program, [1]);
  expect(await program.outcome('GET /stations')).toBe('200');
  const fresh = await bed.server.ok(bed.staff, accessConfigApi.rotateKeys, { accessConfigId: program.accessConfigId, overlapHours: 1 });
  await bed.server.ok(bed.staff, partnerWebhookApi.sendTest, { id: hookId });
  await bed.sender.poll();
  expect(receiver.messages.map(({ type }) => type)).toEqual(['test']);
  // Once the partner calls with the new keys, messages are encrypted with them.
  receiver.state.keys = [fresh];
  expect(await bed.program(program.accessConfigId, fresh, true).outcome('GET /stations')).toBe('200');
  await bed.server.ok(bed.staff, partnerWebhookApi.sendTest, { id: hookId });
  await bed.sender.poll();
  expect(receiver.messages.map(({ type }) => type)).toEqual(['test', 'test']);
});

test.each([
  ['http://203.0.113.7/hook', 'The address must begin with https://'],
  ['https://127.0.0.1/hook', 'Addresses inside our network are not called'],
  ['https://[::1]/hook', 'Addresses inside our network are not called'],
  ['https://10.0.0.7/hook', 'Addresses inside our network are not called'],
  ['https://user:word@partner.example/hook', 'The address cannot contain a user name or password'],
  ['ftp://partner.example', 'This is not a valid address'],
])('%s is no address of a webhook', async (hookUrl, message) => {
  const { accessConfigId } = await bed.partner();
  const answer = await bed.server.call(bed.staff, partnerWebhookApi.add, { accessConfigId, hookName: 'Inside', hookUrl, hookEvents: [1] });
  expect(answer).toMatchObject({ success: false, message });
});

/** The last test, because a charge of it stays open. */
test('a charge is begun while its account and its gun are told of by others, without a deadlock', async () => {
  const program = await bed.partner();
  await bed.rows(
    `insert into partner_webhook (tenant_id, access_config_id, hook_name, hook_url, hook_events) values ($1, $2, 'Busy', 'https://partner.example/hook', '{1,2}')`,
    [bed.ids.tenantId, program.accessConfigId],
  );
  const { system } = bed.server.database;
  let deadlocks = 0;
  const tellAlways = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1)
      await system
        .transaction()
        .execute(async (tx) => {
          // As the gateway does: a gun, and then what follows from its state.
          await sql`update gun set gun_work_stat = ${turn % 2 === 0 ? 2 : 3} where cp_code = ${PILE} and gun_number = 2`.execute(tx);
        })
        .catch((error: unknown) => {
          if (String(error).includes('deadlock')) deadlocks += 1;
        });
  };
  const starts = Array.from({ length: 20 }, (_unused, n) => program.call('POST /charges', { requestId: `busy-${n}`, cpCode: PILE, gunNumber: 2 }));
  const [answers] = await Promise.all([Promise.all(starts), tellAlways(), tellAlways()]);
  expect(deadlocks).toBe(0);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const [told] = await bed.rows('select count(*)::int as n from webhook_delivery where access_config_id = $1 and event_type = 2', [
    program.accessConfigId,
  ]);
  expect(told?.['n']).toBeGreaterThan(20);
});
