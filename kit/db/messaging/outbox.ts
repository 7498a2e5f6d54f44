import { sql } from 'kysely';
import type { Bus } from './bus.ts';
import type { Database, Tx } from '../index.ts';

/** An effect outside the database that happens after the commit of the transaction that wrote it. */
export interface OutboxMessage {
  readonly topic: string;
  /** Plain JSON values only. */
  readonly payload: unknown;
  /** By default at once. */
  readonly availableAt?: Date;
}

/** A message as its handler receives it. After a crash it may be delivered again, so handlers must tolerate repetition. */
export interface Delivery {
  readonly id: bigint;
  readonly payload: unknown;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

export const outboxBounds = { batch: 100, leaseSeconds: 60, attempts: 20, longestPauseSeconds: 600, pollMs: 1_000 } as const;

/** Writes messages in the caller's transaction, and wakes their worker after the commit. */
export const enqueue = async (tx: Tx, messages: readonly OutboxMessage[]): Promise<void> => {
  if (messages.length === 0) return;
  const topics = messages.map(({ topic }) => topic);
  const payloads = messages.map(({ payload }) => JSON.stringify(payload));
  const times = messages.map(({ availableAt }) => availableAt ?? null);
  await sql`INSERT INTO outbox (topic, payload, available_at)
    SELECT topic, payload::jsonb, coalesce(available_at, now())
    FROM unnest(${topics}::text[], ${payloads}::text[], ${times}::timestamptz[]) WITH ORDINALITY AS message (topic, payload, available_at, place)
    ORDER BY place`.execute(tx);
  for (const { topic } of messages) tx.wake(topic);
};

/**
 * Handles the due messages of a topic, oldest first, up to one batch, and returns their number. A message is leased, not locked, so no transaction
 * is open during the handler's calls to other systems. A failed message is retried later, and after `outboxBounds.attempts` it stays in the table
 * with its last error.
 */
export const drain = async (db: Database, topic: string, handle: (delivery: Delivery) => Promise<void>): Promise<number> => {
  const { rows } = await sql<{ id: bigint; payload: unknown; attempts: number }>`
    UPDATE outbox SET attempts = attempts + 1, available_at = now() + make_interval(secs => ${outboxBounds.leaseSeconds})
    WHERE id = ANY (ARRAY(SELECT id FROM outbox WHERE topic = ${topic} AND available_at <= now() ORDER BY available_at, id
                          LIMIT ${outboxBounds.batch} FOR UPDATE SKIP LOCKED))
    RETURNING id, payload, attempts`.execute(db.system);
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, payload, attempts } of ordered) {
    await handle({ id, payload, attempt: attempts }).then(
      async () => sql`DELETE FROM outbox WHERE id = ${id}`.execute(db.system),
      async (error: unknown) => postpone(db, { id, attempts, error }),
    );
  }
  return rows.length;
};

export interface OutboxWorker {
  /** Resolves after the current batch. */
  readonly stop: () => Promise<void>;
}

export interface OutboxWorkerOptions {
  readonly topic: string;
  readonly handle: (delivery: Delivery) => Promise<void>;
  readonly bus: Bus;
  /** Called when the database could not be queried; the worker continues. */
  readonly onError: (error: unknown) => void;
}

/** Drains a topic whenever the bus wakes it, and every `pollMs`. */
export const startOutboxWorker = (db: Database, { topic, handle, bus, onError }: OutboxWorkerOptions): OutboxWorker => {
  let stopped = false;
  let wakeLoop: () => void = () => undefined;
  const unlisten = bus.on(topic, () => wakeLoop());
  const loop = async (): Promise<void> => {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => {
        wakeLoop = resolve;
      });
      const count = await drain(db, topic, handle).catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (count < outboxBounds.batch && !stopped) await Promise.race([woken, pause()]);
    }
  };
  let endPause: () => void = () => undefined;
  const pause = async (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, outboxBounds.pollMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      unlisten();
      endPause();
      await running;
    },
  };
};

interface FailedDelivery {
  readonly id: bigint;
  readonly attempts: number;
  readonly error: unknown;
}

const postpone = async (db: Database, { id, attempts, error }: FailedDelivery): Promise<void> => {
  const seconds = Math.min(outboxBounds.longestPauseSeconds, 2 ** attempts);
  const errorText = String(error).slice(0, 500);
  await sql`UPDATE outbox SET last_error = ${errorText},
    available_at = CASE WHEN attempts >= ${outboxBounds.attempts} THEN 'infinity' ELSE now() + make_interval(secs => ${seconds}) END
    WHERE id = ${id}`.execute(db.system);
};
