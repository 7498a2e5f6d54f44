import { sql } from 'kysely';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { LIVE_PATH, mountLive } from '#kit/server/live/live-server.ts';
import type { Live } from '#kit/server/live/live-server.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import type { RelayListener } from '#kit/server/live/relay/relay-protocol.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import { liveBounds } from '#kit/server/live/live-socket.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Tickets } from '#kit/server/live/live-tickets.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { PATIENCE_MS } from '#kit/test/patience.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { liveApi } from './live.ts';

let server: TestServer;
let hub: Hub;
let tickets: Tickets;
let live: Live;
let aheadMs = 0;
/** The signed-in users by token. */
const people = new Map<string, Viewer>();

beforeAll(async () => {
  hub = createHub();
  tickets = createTickets(() => new Date(Date.now() + aheadMs));
  const find = (token: string) => Promise.resolve(people.get(token));
  server = await startTestServer({ domains: [system], routes: systemRoutes({ tickets }), authenticate: find });
  await server.database.asSuperuser(`insert into tenant (tenant_id, name) values (1, 'One'), (2, 'Two')`);
  live = mountLive(server.http, {
    database: server.database,
    registry: server.registry,
    clock: () => new Date(),
    hub,
    tickets,
    peek: find,
    origins: ['https://ops.example'],
    timings: { silenceMs: 1_500, sweepMs: 50, recheckMs: 1_000 },
    topics: [
      {
        name: 'tenant',
        canWatch: async (ctx, key) => {
          const { rows } = await sql`select 1 from tenant where tenant_id = ${key.split(':')[0]} and not is_delete`.execute(ctx.db);
          return rows.length === 1 || throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
        },
      },
      { name: 'right', canWatch: (ctx, key) => Promise.resolve(ctx.viewer.permissions.has(key)) },
    ],
  });
});
afterAll(async () => {
  await live.close();
  await server.close();
});

let count = 0;
const signIn = (viewer: Viewer): string => {
  const token = `token-${++count}`;
  people.set(token, { ...viewer, userId: String(5_000 + count) });
  return token;
};
const ticketFor = async (token: string): Promise<string> =>
  (await server.call(undefined, liveApi.ticket, {}, { 'x-access-token': token })).result.ticket;

interface LiveClient {
  readonly socket: WebSocket;
  readonly heard: Readonly<Record<string, unknown>>[];
  readonly say: (message: unknown) => void;
  /** The next message that matches; earlier ones are in `heard`. */
  readonly next: (fits: (message: Readonly<Record<string, unknown>>) => boolean) => Promise<Readonly<Record<string, unknown>>>;
  readonly watch: (topic: string) => Promise<unknown>;
  readonly closed: Promise<number>;
}

const textOf = (data: RawData): string => Buffer.from(data as Buffer).toString('utf8');
const url = () => `${server.url.replace('http', 'ws').replace(/\/[^/]*$/, '')}${LIVE_PATH}`;
const dial = (ticket: string, headers: Readonly<Record<string, string>> = {}) => new WebSocket(url(), [ticket], { headers });
const openLine = async (token: string, headers: Readonly<Record<string, string>> = {}): Promise<LiveClient> =>
  lineOf(dial(await ticketFor(token), headers));
const lineOf = async (socket: WebSocket): Promise<LiveClient> => {
  const received: Readonly<Record<string, unknown>>[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(textOf(data)) as Readonly<Record<string, unknown>>);
    for (const check of listeners) check();
  });
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  let from = 0;
  const next: LiveClient['next'] = (fits) =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const at = received.findIndex((message, index) => index >= from && fits(message));
        if (at < 0) return;
        from = at + 1;
        clearTimeout(timer);
        listeners.delete(check);
        resolve(received[at] ?? {});
      };
      const timer = setTimeout(() => reject(new Error(`nothing fitting among ${JSON.stringify(received.slice(from)).slice(0, 500)}`)), PATIENCE_MS);
      listeners.add(check);
      check();
    });
  const say = (message: unknown): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return {
    socket,
    heard: received,
    say,
    next,
    closed,
    watch: async (topic) => {
      say({ type: 'watch', topic });
      return (await next((message) => message['about'] === topic))['type'];
    },
  };
};
const refusedWith = async (socket: WebSocket): Promise<number> => {
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  return response.statusCode;
};

/** Stops the clock that measures silence and the age of a check; the periodic checks themselves continue. */
const holdPerformanceClock = (): { readonly pass: (ms: number) => void } => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (ms) => void vi.advanceTimersByTime(ms) };
};

describe('a line', () => {
  test('carries what is published of a watched topic, until it is no longer watched', async () => {
    const line = await openLine(signIn(viewers.tenant('1')));
    expect(line.socket.protocol).toMatch(/^ticket\./);
    expect(await line.watch('tenant:1')).toBe('watching');
    hub.publish('tenant:1', { power: 42n, at: new Date(0), name: 'Ünïcode "x"' });
    expect(await line.next((message) => message['topic'] === 'tenant:1')).toEqual({
      topic: 'tenant:1',
      data: { power: '42', at: '1970-01-01T00:00:00.000Z', name: 'Ünïcode "x"' },
    });
    expect(await line.watch('tenant:1:gun:2')).toBe('watching');
    hub.publish('tenant:1:gun:2', 7);
    await line.next((message) => message['data'] === 7);
    line.say({ type: 'unwatch', topic: 'tenant:1' });
    await line.watch('tenant:1:gun:2');
    hub.publish('tenant:1', 'too late');
    hub.publish('tenant:1:gun:2', 8);
    await line.next((message) => message['data'] === 8);
    expect(line.heard.some((message) => message['data'] === 'too late')).toBe(false);
    line.socket.close();
  });

  test('refuses what lies outside the scope exactly as what does not exist', async () => {
    const line = await openLine(signIn(viewers.tenant('1')));
    const outside = ['tenant:2', 'tenant:999', 'unknown:1', 'tenant', ':1', `tenant:${'1'.repeat(200)}`, 'right:order:edit', 'tenant:x'];
    for (const topic of outside) expect([topic, await line.watch(topic)]).toEqual([topic, 'refused']);
    hub.publish('tenant:2', 'secret');
    hub.publish('unknown:1', 'secret');
    line.say({ type: 'heart_beat', data: '' });
    expect(await line.next((message) => message['type'] === 'heart_beat')).toEqual({ type: 'heart_beat', data: true });
    expect(JSON.stringify(line.heard)).not.toContain('secret');
    line.socket.close();
  });

  test('ends after silence, and beats keep it', async () => {
    const clock = holdPerformanceClock();
    const [quiet, lively] = [await openLine(signIn(viewers.tenant('1'))), await openLine(signIn(viewers.tenant('1')))];
    clock.pass(1_000);
    lively.say({ type: 'heart_beat' });
    await lively.next((message) => message['type'] === 'heart_beat');
    clock.pass(1_000);
    expect(await quiet.closed).toBe(1006);
    lively.say({ type: 'heart_beat' });
    await lively.next((message) => message['type'] === 'heart_beat');
    lively.socket.close();
  });

  test.each([
    ['words', 'hello', 4400],
    ['an unknown type', '{"type":"publish","topic":"tenant:1","data":1}', 4400],
    ['null', 'null', 4400],
    ['a topic that is no text', '{"type":"watch","topic":7}', 4400],
    ['more than 16 KB', JSON.stringify({ type: 'watch', topic: 'x'.repeat(liveBounds.payloadBytes) }), 1009],
  ])('%s end it', async (_what, message, code) => {
    const line = await openLine(signIn(viewers.tenant('1')));
    line.say(message);
    expect(await line.closed).toBe(code);
  });

  test('a flood of messages ends it, and a person watches no more than so many topics', async () => {
    // No topic is checked again meanwhile.
    holdPerformanceClock();
    const flood = await openLine(signIn(viewers.tenant('1')));
    for (let index = 0; index < liveBounds.waiting + 50; index++) flood.say({ type: 'watch', topic: `tenant:1:${index}` });
    expect(await flood.closed).toBe(4429);
    const greedy = await openLine(signIn(viewers.tenant('1')));
    // At most as many as may wait.
    const atOnce = liveBounds.waiting / 2;
    for (let index = 0; index < liveBounds.topics; index++) {
      greedy.say({ type: 'watch', topic: `tenant:1:${index}` });
      if (index >= atOnce) await greedy.next((message) => message['type'] === 'watching');
    }
    await greedy.next((message) => message['about'] === `tenant:1:${liveBounds.topics - 1}`);
    expect(greedy.heard.filter((message) => message['type'] === 'watching')).toHaveLength(liveBounds.topics);
    expect(await greedy.watch('tenant:1')).toBe('refused');
    greedy.socket.close();
  });
});

describe('the way in', () => {
  test('a ticket works once, for a minute, and only with a session', async () => {
    expect((await server.call(undefined, liveApi.ticket, {})).status).toBe(401);
    const token = signIn(viewers.tenant('1'));
    const ticket = await ticketFor(token);
    const line = await lineOf(dial(ticket));
    expect(await refusedWith(dial(ticket))).toBe(401);
    expect(await refusedWith(dial('ticket.made-up'))).toBe(401);
    expect(await refusedWith(new WebSocket(url()))).toBe(401);
    const late = await ticketFor(token);
    aheadMs += 60_001;
    expect(await refusedWith(dial(late))).toBe(401);
    const unusedTicket = await ticketFor(token);
    people.delete(token);
    expect(await refusedWith(dial(unusedTicket))).toBe(401);
    line.socket.close();
  });

  test('a page of another site has none', async () => {
    const token = signIn(viewers.tenant('1'));
    expect(await refusedWith(dial(await ticketFor(token), { origin: 'https://evil.example' }))).toBe(403);
    expect(await refusedWith(dial(await ticketFor(token), { origin: 'null' }))).toBe(403);
    for (const origin of [`http://${new URL(server.url).host}`, 'https://ops.example']) (await openLine(token, { origin })).socket.close();
  });

  test('five lines a person; the sixth is told so and the five stay', async () => {
    const token = signIn(viewers.tenant('1'));
    const lines = await Promise.all(Array.from({ length: liveBounds.perUser }, () => openLine(token)));
    const sixth = await openLine(token);
    expect(await sixth.closed).toBe(4429);
    expect(lines.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
    lines[0]?.socket.close();
    await lines[0]?.closed;
    const seventh = await openLine(token);
    expect(await seventh.watch('tenant:1')).toBe('watching');
    for (const { socket } of [...lines, seventh]) socket.close();
  });

  test('another path is answered, not left hanging', async () => {
    expect(await refusedWith(new WebSocket(url().replace(LIVE_PATH, '/elsewhere')))).toBe(404);
  });
});

describe('rights that change', () => {
  test('a right that is taken away ends its topic at once', async () => {
    const token = signIn(viewers.limited(viewers.tenant('1'), ['a', 'b']));
    const line = await openLine(token);
    expect([await line.watch('right:a'), await line.watch('right:b')]).toEqual(['watching', 'watching']);
    people.set(token, { ...(people.get(token) ?? viewers.platform()), permissions: new Set(['b']) });
    live.recheck();
    expect(await line.next((message) => message['type'] === 'refused')).toEqual({ type: 'refused', about: 'right:a' });
    hub.publish('right:a', 'hidden');
    hub.publish('right:b', 'shown');
    await line.next((message) => message['data'] === 'shown');
    expect(JSON.stringify(line.heard)).not.toContain('hidden');
    line.socket.close();
  });

  test('who signs out loses the line', async () => {
    const token = signIn(viewers.tenant('1'));
    const line = await openLine(token);
    people.delete(token);
    live.recheck();
    expect(await line.closed).toBe(4401);
  });

  test('a row that leaves the scope is noticed without a word from anybody', async () => {
    await server.database.asSuperuser(`insert into tenant (tenant_id, name) values (3, 'Three')`);
    const clock = holdPerformanceClock();
    const line = await openLine(signIn(viewers.tenant('3')));
    expect(await line.watch('tenant:3')).toBe('watching');
    await server.database.asSuperuser('update tenant set is_delete = true where tenant_id = 3');
    clock.pass(1_001);
    expect(await line.next((message) => message['type'] === 'refused')).toEqual({ type: 'refused', about: 'tenant:3' });
    line.socket.close();
  });
});

/** The memory of this process, on and off the heap, after a full garbage collection. */
const keptBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // exists because of the flag
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describe('the hub', () => {
  test('a reader that lags misses data, is told so, and costs no more than the bound', async () => {
    // However long this takes, it does not count as silence.
    holdPerformanceClock();
    const line = await openLine(signIn(viewers.tenant('1')));
    await line.watch('tenant:1');
    line.socket.pause();
    const before = keptBytes();
    const heavy = 'x'.repeat(64 * 1024);
    for (let index = 0; index < 2_000; index++) {
      hub.publish('tenant:1', { index, heavy });
      if (index % 100 === 0) await turn();
    }
    // The buffers of two processes hold what the reader has not read; 125 MiB were sent.
    expect(keptBytes() - before).toBeLessThan(16 * 1024 * 1024);
    line.socket.resume();
    const beats = setInterval(() => line.say({ type: 'heart_beat' }), 50);
    await line.next((message) => message['type'] === 'missed');
    const indices = line.heard.flatMap((message) => (message['topic'] === 'tenant:1' ? [(message['data'] as { index: number }).index] : []));
    expect(indices.length).toBeGreaterThan(0);
    expect(indices.length).toBeLessThan(200);
    // It may have been told in the midst of the messages, while what follows still waits in its connection.
    const publishing = setInterval(() => hub.publish('tenant:1', 'again'), 50);
    await line.next((message) => message['data'] === 'again');
    for (const timer of [beats, publishing]) clearInterval(timer);
    line.socket.close();
  });

  test('hands what others watch to the relay, takes what they say, and survives what cannot be written', () => {
    const relayed: string[] = [];
    const errors: unknown[] = [];
    const received: string[] = [];
    const said: { other?: RelayListener } = {};
    const one = createHub({
      relay: {
        isWatched: (topic) => topic === 'b:1',
        send: (topic, json) => relayed.push(`${topic} ${json}`),
        setWatched: (topic, isWatched) => relayed.push(`${isWatched ? 'watches' : 'leaves'} ${topic}`),
        listen: (listener) => (said.other = listener),
        close: () => Promise.resolve(),
      },
      onError: (error) => errors.push(error),
    });
    const stop = one.watch('a:1', (message) => received.push(message));
    const stopToo = one.watch('a:1', () => undefined);
    one.publish('a:1', { n: 1 });
    one.publish('b:1', 2);
    said.other?.onPublished('a:1', '3');
    const circular: { self?: unknown } = {};
    circular.self = circular;
    one.publish('a:1', circular);
    one.publish('a:1', undefined);
    said.other?.onMissed('b:1');
    said.other?.onMissed('a:1');
    said.other?.onMissed();
    stop();
    said.other?.onPublished('a:1', '4');
    stopToo();
    expect(relayed).toEqual(['watches a:1', 'b:1 2', 'leaves a:1']);
    const texts = ['{"topic":"a:1","data":{"n":1}}', '{"topic":"a:1","data":3}', '{"topic":"a:1","data":null}'];
    expect(received).toEqual([...texts, '{"type":"missed"}', '{"type":"missed"}']);
    expect(errors).toHaveLength(1);
  });

  test('every line is let go', async () => {
    await expect.poll(() => live.sockets(), { interval: 5 }).toBe(0);
  });
});
