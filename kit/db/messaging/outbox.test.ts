import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '#kit/test/database.ts';
import { postgresBus } from './bus.ts';
import { inScope, inSystem } from '../index.ts';
import { drain, enqueue, outboxBounds, startOutboxWorker } from './outbox.ts';

const db = await freshDatabase();
afterAll(db.close);
beforeEach(async () => db.asSuperuser('DELETE FROM outbox'));

const put = async (...payloads: unknown[]): Promise<void> =>
  inSystem(db, async (tx) =>
    enqueue(
      tx,
      payloads.map((payload) => ({ topic: 'mail', payload })),
    ),
  );
const left = async () => db.asSuperuser('SELECT payload, attempts, last_error FROM outbox ORDER BY id');

test('messages are handled in order, once, and then gone', async () => {
  await put({ n: 1 }, { n: 2 }, { n: 3 });
  const delivered: unknown[] = [];
  expect(await drain(db, 'mail', async ({ payload }) => void delivered.push(payload))).toBe(3);
  expect(await drain(db, 'mail', async ({ payload }) => void delivered.push(payload))).toBe(0);
  expect(delivered).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await left()).toEqual([]);
});

test('a message of a rolled back transaction is never sent', async () => {
  await expect(
    inSystem(db, async (tx) => {
      await enqueue(tx, [{ topic: 'mail', payload: 1 }]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await left()).toEqual([]);
});

test('a failed message stays with its error and comes again later; the others go', async () => {
  await put('bad', 'good');
  await drain(db, 'mail', async ({ payload }) => {
    if (payload === 'bad') throw new Error('refused');
  });
  expect(await left()).toEqual([{ payload: 'bad', attempts: 1, last_error: 'Error: refused' }]);
  expect(await drain(db, 'mail', async () => undefined)).toBe(0);
  await db.asSuperuser('UPDATE outbox SET available_at = now()');
  const attempts: number[] = [];
  await drain(db, 'mail', async ({ attempt }) => void attempts.push(attempt));
  expect(attempts).toEqual([2]);
  expect(await left()).toEqual([]);
});

test('after the last attempt a message rests until somebody looks', async () => {
  await put('never');
  await db.asSuperuser('UPDATE outbox SET attempts = $1', [outboxBounds.attempts - 1]);
  await drain(db, 'mail', async () => {
    throw new Error('still');
  });
  expect(await db.asSuperuser(`SELECT available_at = 'infinity' AS rests FROM outbox`)).toEqual([{ rests: true }]);
});

test('a worker that was killed loses nothing: the lease ends', async () => {
  await put('held');
  await drain(db, 'mail', async () => {
    await db.asSuperuser(`UPDATE outbox SET available_at = now() - interval '1 second'`);
    const again: unknown[] = [];
    await drain(db, 'mail', async ({ payload }) => void again.push(payload));
    expect(again).toEqual(['held']);
  });
});

test('two workers share the messages, none gets one twice', async () => {
  await put(...Array.from({ length: 150 }, (_, n) => n));
  const delivered: unknown[] = [];
  const once = async () => drain(db, 'mail', async ({ payload }) => void delivered.push(payload));
  await Promise.all([once(), once()]);
  await once();
  expect(delivered.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 150 }, (_, n) => n));
});

test('a handler may write messages but neither read nor take them', async () => {
  await inScope(db, { tenants: [1n] }, async (tx) => enqueue(tx, [{ topic: 'mail', payload: 1 }]));
  await expect(db.appPool.query('SELECT * FROM outbox')).rejects.toMatchObject({ code: '42501' });
  await expect(db.appPool.query('DELETE FROM outbox')).rejects.toMatchObject({ code: '42501' });
});

test('a message that is committed wakes its worker long before it would look by itself', async () => {
  const { bus } = db;
  let handled: (payload: unknown) => void = () => undefined;
  const nextHandled = async (): Promise<unknown> =>
    new Promise((resolve) => {
      handled = resolve;
    });
  const first = nextHandled();
  await put('first');
  const worker = startOutboxWorker(db, {
    topic: 'mail',
    bus,
    handle: async ({ payload }) => handled(payload),
    onError: (error) => {
      throw error;
    },
  });
  // The worker polled at its start and found this message and no other. It would poll again only after its interval.
  expect(await first).toBe('first');
  await expect.poll(left).toEqual([]);
  const done = nextHandled();
  await put('now');
  const started = performance.now();
  expect(await done).toBe('now');
  expect(performance.now() - started).toBeLessThan(outboxBounds.pollMs / 2);
  await worker.stop();
});

test('wake-ups reach other processes, merged, and again after the connection was cut', async () => {
  const [here, there] = await Promise.all([postgresBus({ url: db.url }), postgresBus({ url: db.url })]);
  let calls = 0;
  let called: () => void = () => undefined;
  there.on('mail', () => {
    calls += 1;
    called();
  });
  const next = async () =>
    new Promise<void>((resolve) => {
      called = resolve;
    });
  const first = next();
  for (let n = 0; n < 100; n += 1) here.wake('mail');
  await first;
  expect(calls).toBe(1);
  const afterCut = next();
  await db.asSuperuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chargeops-bus' AND datname = current_database()`,
  );
  await afterCut;
  await Promise.all([here.close(), there.close()]);
});

test('the first wake-up is sent at once, and a stream of them at most every twenty milliseconds', async () => {
  const bus = await postgresBus({ url: db.url });
  const begunMs = performance.now();
  let calls = 0;
  const enough = new Promise<void>((resolve) => {
    bus.on('stream', () => {
      calls += 1;
      if (calls === 10) resolve();
    });
  });
  const timer = setInterval(() => bus.wake('stream'), 1);
  await enough;
  clearInterval(timer);
  // Ten calls have nine pauses between them.
  expect(performance.now() - begunMs).toBeGreaterThan(9 * 18);
  await bus.close();
});
