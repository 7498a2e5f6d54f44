import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { inSystem } from '#kit/db/index.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { createMessenger, outboxRoutes, startMessageSender } from './outbox.server.ts';
import type { Message } from './outbox.server.ts';
import { outboxApi } from './outbox.ts';
import { localProvider, smtpProvider, webhookProvider } from './provider.server.ts';
import type { Providers } from './provider.server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [system], routes: outboxRoutes });
});
afterAll(() => server.close());

const note = (channel: 'sms' | 'mail', to: string, more: Partial<Message> = {}): Message => ({
  channel,
  to,
  subject: 'Your code',
  body: `123456 is your code, ${to}. 您的验证码`,
  expiresAt: new Date(Date.now() + 600_000),
  ...more,
});

/** Writes messages and runs a worker until the condition holds. */
const deliver = async (providers: Providers, messages: readonly Message[], until: () => Promise<boolean> | boolean) => {
  const { database } = server;
  const worker = startMessageSender({ database, bus: database.bus, clock: () => new Date(), providers, onError: () => undefined });
  const messenger = createMessenger(providers);
  await inSystem(database, async (tx) => {
    for (const message of messages) await messenger.write(tx, message);
  });
  await eventually(async () => expect(await until()).toBe(true), 10);
  await worker.stop();
};
const rowOf = async (receiver: string) =>
  (await server.ok(viewers.platform(), outboxApi.list, { receiver })).records.map(({ state, body, provider }) => ({ state, body, provider }))[0];
const isState = (receiver: string, state: number) => async () => (await rowOf(receiver))?.state === state;

describe('a webhook', () => {
  test('gets each message signed; one that it refuses comes again', async () => {
    const requests: { readonly body: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
    const gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ body, headers: request.headers });
        response.writeHead(requests.length === 1 ? 503 : 204).end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as AddressInfo; // it listens on TCP
    const sms = webhookProvider({ url: `http://127.0.0.1:${port}/sms`, secret: 'a secret of sixteen' });
    await deliver({ sms }, [note('sms', '13800000001')], isState('13800000001', 1));
    gateway.close();
    expect(requests.length).toBe(2);
    const [, second] = requests;
    expect(JSON.parse(second?.body ?? '')).toMatchObject({ channel: 'sms', to: '13800000001', body: '123456 is your code, 13800000001. 您的验证码' });
    const signed = createHmac('sha256', 'a secret of sixteen').update(`${String(second?.headers['x-timestamp'])}.${second?.body ?? ''}`);
    expect(second?.headers['x-signature']).toBe(signed.digest('hex'));
    // The text of a sent message is not stored.
    expect(await rowOf('13800000001')).toEqual({ state: 1, body: null, provider: 'webhook' });
  });
});

describe('SMTP', () => {
  test('delivers a mail', async () => {
    const mails: string[] = [];
    const post = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', () => resolve()));
    const { port } = post.server.address() as AddressInfo; // it listens on TCP
    const mail = smtpProvider({ url: `smtp://127.0.0.1:${port}`, from: 'ChargeOps <noreply@chargeops.example>' });
    await deliver({ mail }, [note('mail', 'person@example.com')], isState('person@example.com', 1));
    await new Promise<void>((resolve) => post.close(() => resolve()));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/^From: ChargeOps <noreply@chargeops\.example>/m);
    expect(mails[0]).toMatch(/^To: person@example\.com/m);
    expect(await rowOf('person@example.com')).toEqual({ state: 1, body: null, provider: 'smtp' });
  });
});

describe('the outbox', () => {
  test('keeps what only it carries; what is out of date or withheld is not sent', async () => {
    const late = note('sms', '13800000003', { expiresAt: new Date(Date.now() - 1) });
    await deliver(
      { sms: localProvider },
      [note('sms', '13800000002'), late, note('sms', '13800000004', { withheld: true })],
      async () => (await isState('13800000002', 1)()) && isState('13800000003', 3)(),
    );
    expect(await rowOf('13800000002')).toMatchObject({ state: 1, body: '123456 is your code, 13800000002. 您的验证码', provider: 'local' });
    expect(await rowOf('13800000003')).toMatchObject({ state: 3, body: null });
    expect(await rowOf('13800000004')).toMatchObject({ state: 4, body: null, provider: null });
  });

  test('is seen by the platform alone', async () => {
    expect((await server.ok(viewers.platform(), outboxApi.list, {})).total).toBeGreaterThan(2);
    expect((await server.ok(viewers.tenant('1'), outboxApi.list, {})).total).toBe(0);
    expect((await server.call(viewers.limited(viewers.platform(), ['user:list']), outboxApi.list, {})).status).toBe(403);
  });

  test('a message that is rolled back was never written', async () => {
    const messenger = createMessenger({ sms: localProvider });
    await expect(
      inSystem(server.database, async (tx) => {
        await messenger.write(tx, note('sms', '13800000009'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rowOf('13800000009')).toBeUndefined();
  });
});
