import { sql } from 'kysely';
import type { Bus } from '#kit/db/messaging/bus.ts';
import { enqueue, startOutboxWorker } from '#kit/db/messaging/outbox.ts';
import type { OutboxWorker } from '#kit/db/messaging/outbox.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { messageChannel, messageState, outbox, outboxApi } from './outbox.ts';
import type { Channel, Providers } from './provider.server.ts';

const { list, queryById } = crudHandlers(outbox);
export const outboxRoutes = implement(outboxApi, { list, queryById });

/** A message to a person. */
export interface Message {
  readonly channel: Channel;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** After this time the message is not sent any more. */
  readonly expiresAt: Date;
  /** The message is stored but never sent, so that the call takes the same time as one that sends. */
  readonly withheld?: boolean;
}

export interface Messenger {
  readonly channels: ReadonlySet<Channel>;
  /** Writes a message in the caller's transaction; it is sent after the commit. */
  readonly write: (tx: Tx, message: Message) => Promise<void>;
}

const TOPIC = 'system.message';
const state = valuesOf(messageState);
const channelOf = valuesOf(messageChannel);

export const createMessenger = (providers: Providers): Messenger => ({
  channels: new Set((['sms', 'mail'] as const).filter((channel) => providers[channel])),
  write: async (tx, { channel, to, subject, body, expiresAt, withheld = false }) => {
    const { rows } = await sql<{ id: bigint }>`insert into sys_message (channel, receiver, subject, body, state, expires_at, create_by)
      values (${channelOf[channel]}, ${to}, ${subject}, ${withheld ? null : body}, ${withheld ? state.withheld : state.waiting}, ${expiresAt}, 'system')
      returning message_id as id`.execute(tx);
    await enqueue(tx, [{ topic: TOPIC, payload: { messageId: String(rows[0]?.id) } }]);
  },
});

/** Sends no messages. */
export const silentMessenger: Messenger = createMessenger({});

/** Passes waiting messages to their providers, with retries until they are accepted or expire. */
export const startMessageSender = ({ database, bus, clock, providers, onError }: MessageSenderDeps): OutboxWorker =>
  startOutboxWorker(database, {
    topic: TOPIC,
    bus,
    onError,
    handle: async ({ payload }) => {
      if (typeof payload !== 'object' || payload === null || !('messageId' in payload)) return;
      await sendOne(String(payload.messageId), { database, clock, providers });
    },
  });

export interface MessageSenderDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: () => Date;
  readonly providers: Providers;
  readonly onError: (error: unknown) => void;
}

interface QueuedMessage {
  readonly channel: number;
  readonly receiver: string;
  readonly subject: string;
  readonly body: string;
  readonly expiresAt: Date;
}

const sendOne = async (
  messageId: string,
  { database, clock, providers }: Pick<MessageSenderDeps, 'database' | 'clock' | 'providers'>,
): Promise<void> => {
  const { rows } = await sql<QueuedMessage>`select channel, receiver, subject, body, expires_at from sys_message
    where message_id = ${messageId} and state in (${state.waiting}, ${state.failed})
      and subject is not null and body is not null and expires_at is not null`.execute(database.system);
  const [row] = rows;
  if (!row) return;
  const now = clock();
  const channel: Channel = row.channel === channelOf.sms ? 'sms' : 'mail';
  const provider = providers[channel];
  const setState = async (to: number, more: { readonly failure?: string; readonly keep?: boolean } = {}): Promise<unknown> =>
    sql`update sys_message set state = ${to}, provider = ${provider?.name ?? null}, failure = ${more.failure ?? null}, update_time = ${now},
      sent_time = case when ${to} = ${state.sent}::int then ${now}::timestamptz end, body = case when ${more.keep ?? false} then body end
      where message_id = ${messageId}`.execute(database.system);
  if (row.expiresAt <= now) return void (await setState(state.expired));
  if (!provider) return void (await setState(state.failed, { failure: 'no provider', keep: true }));
  try {
    await provider.send({ messageId, channel, to: row.receiver, subject: row.subject, body: row.body });
  } catch (error) {
    await setState(state.failed, { failure: String(error).slice(0, 300), keep: true });
    throw error;
  }
  await setState(state.sent, { keep: provider.keepsText });
};
