import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** NOTIFY and LISTEN on a connection of its own, never inside a caller's transaction. It reconnects by itself. */
export interface NotifyConnection {
  /** Sends all messages in order, in one transaction. Rejects when it is unknown whether they were sent. */
  readonly notify: (messages: readonly Notice[]) => Promise<void>;
  readonly isUp: () => boolean;
  readonly close: () => Promise<void>;
}

/** PostgreSQL accepts up to `NOTICE_BYTES_MAX`, and merges equal notices of one transaction. */
export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

export interface NotifyConnectionOptions {
  readonly url: string;
  /** The name in pg_stat_activity. */
  readonly name: string;
  readonly channels: readonly string[];
  readonly onNotice: (notice: Notice) => void;
  /** Called when it listens again after a lost connection; messages in between were lost. */
  readonly onReconnect: () => void;
  readonly onError?: ((error: Error) => void) | undefined;
}

export const NOTICE_BYTES_MAX = 7_999;
const reconnectMs = 500;
/** If a statement takes longer than this, the other end of the connection is gone. */
const connectionTimeouts = { keepAlive: true, connectionTimeoutMillis: 10_000, query_timeout: 10_000 } as const;

export const openNotifyConnection = async ({
  url,
  name,
  channels,
  onNotice,
  onReconnect,
  onError = () => undefined,
}: NotifyConnectionOptions): Promise<NotifyConnection> => {
  const state: { client?: pg.Client | undefined; isClosed: boolean } = { isClosed: false };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: name, ...connectionTimeouts });
    next.on('error', onError);
    next.on('notification', ({ channel, payload = '' }) => onNotice({ channel, payload }));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`LISTEN ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (state.isClosed) return next.end();
    next.once('end', () => void reconnect());
    state.client = next;
    return undefined;
  };
  const reconnect = async (): Promise<void> => {
    state.client = undefined;
    while (!state.isClosed) {
      await sleep(reconnectMs);
      const isReconnected =
        !state.isClosed &&
        (await connect().then(
          () => true,
          () => false,
        ));
      if (isReconnected) return onReconnect();
    }
  };
  const send = async (messages: readonly Notice[]): Promise<void> => {
    const { client } = state;
    if (!client) throw new Error('the line is down');
    try {
      await client.query(SEND, [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)]);
    } catch (error) {
      // After any error a new connection is opened; the old one may still wait for an answer.
      void client.end().catch(() => undefined);
      throw error;
    }
  };
  let lastSend: Promise<void> = Promise.resolve();
  const notify = (messages: readonly Notice[]): Promise<void> => {
    const sent = lastSend.then(() => send(messages));
    lastSend = sent.catch(() => undefined);
    return sent;
  };
  const close = async (): Promise<void> => {
    state.isClosed = true;
    await state.client?.end();
  };
  await connect();
  return { notify, isUp: () => state.client !== undefined, close };
};

const SEND = 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS message (channel, payload)';
