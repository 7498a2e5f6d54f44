import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** NOTIFY and LISTEN on a connection of its own, never inside a caller's transaction. It comes back by itself. */
export interface NotifyLine {
  /** Sends all in order, in one transaction. Rejects when nobody knows whether they were heard. */
  readonly notify: (messages: readonly Notice[]) => Promise<void>;
  readonly isUp: () => boolean;
  readonly close: () => Promise<void>;
}

/** PostgreSQL takes up to `NOTICE_BYTES_MAX`, and equal ones of one transaction as one. */
export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

export interface NotifyLineOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly channels: readonly string[];
  readonly heard: (notice: Notice) => void;
  /** It listens again after it was lost: what passed meanwhile was not heard. */
  readonly back: () => void;
  readonly onError?: ((error: Error) => void) | undefined;
}

export const NOTICE_BYTES_MAX = 7_999;
const reconnectMs = 500;
/** A statement that takes longer is on a connection that nobody holds at the other end. */
const patience = { keepAlive: true, connectionTimeoutMillis: 10_000, query_timeout: 10_000 } as const;

export const openNotifyLine = async ({ url, name, channels, heard, back, onError = () => undefined }: NotifyLineOptions): Promise<NotifyLine> => {
  const now: { client?: pg.Client | undefined; isClosed: boolean } = { isClosed: false };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: name, ...patience });
    next.on('error', onError);
    next.on('notification', ({ channel, payload = '' }) => heard({ channel, payload }));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`LISTEN ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (now.isClosed) return next.end();
    next.once('end', () => void reconnect());
    now.client = next;
    return undefined;
  };
  const reconnect = async (): Promise<void> => {
    now.client = undefined;
    while (!now.isClosed) {
      await sleep(reconnectMs);
      const isBack =
        !now.isClosed &&
        (await connect().then(
          () => true,
          () => false,
        ));
      if (isBack) return back();
    }
  };
  const send = async (messages: readonly Notice[]): Promise<void> => {
    const { client } = now;
    if (!client) throw new Error('the line is down');
    try {
      await client.query(SEND, [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)]);
    } catch (error) {
      // Whatever went wrong, a new connection knows where it stands; an answer that never came leaves the old one waiting.
      void client.end().catch(() => undefined);
      throw error;
    }
  };
  let last: Promise<void> = Promise.resolve();
  const notify = (messages: readonly Notice[]): Promise<void> => {
    const sent = last.then(() => send(messages));
    last = sent.catch(() => undefined);
    return sent;
  };
  const close = async (): Promise<void> => {
    now.isClosed = true;
    await now.client?.end();
  };
  await connect();
  return { notify, isUp: () => now.client !== undefined, close };
};

const SEND = 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS message (channel, payload)';
