import { sql } from 'kysely';
import type { Bus } from '#kit/db/messaging/bus.ts';
import { enqueue, startOutboxWorker } from '#kit/db/messaging/outbox.ts';
import type { OutboxWorker } from '#kit/db/messaging/outbox.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import { messageChannel, messageState, outbox, outboxApi } from './outbox.ts';
import type { FileStores } from '../upload/store.server.ts';
import type { AttachedContent, Channel, Providers } from './provider.server.ts';

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
  /** Files that go with a mail; they must stay in their store until it is sent. */
  readonly attachments?: readonly StoredAttachment[];
  /** The message is stored but never sent, so that the call takes the same time as one that sends. */
  readonly withheld?: boolean;
}

/** A file in a store. */
export interface StoredAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly path: string;
  readonly store: string;
}

export interface Messenger {
  readonly channels: ReadonlySet<Channel>;
  /** Writes a message in the caller's transaction; it is sent after the commit. Returns its id. */
  readonly write: (tx: Tx, message: Message) => Promise<string>;
}

const TOPIC = 'system.message';
const state = valuesOf(messageState);
const channelOf = valuesOf(messageChannel);

export const createMessenger = (providers: Providers): Messenger => ({
  channels: new Set((['sms', 'mail'] as const).filter((channel) => providers[channel])),
  write: async (tx, { channel, to, subject, body, expiresAt, attachments = [], withheld = false }) => {
    const files = attachments.length === 0 ? null : JSON.stringify(attachments);
    const { rows } = await sql<{ id: bigint }>`insert into sys_message (channel, receiver, subject, body, state, expires_at, attachments, create_by)
      values (${channelOf[channel]}, ${to}, ${subject}, ${withheld ? null : body}, ${withheld ? state.withheld : state.waiting}, ${expiresAt},
        ${files}::jsonb, 'system')
      returning message_id as id`.execute(tx);
    const messageId = String(rows[0]?.id);
    await enqueue(tx, [{ topic: TOPIC, payload: { messageId } }]);
    return messageId;
  },
});

/** Sends no messages. */
export const silentMessenger: Messenger = createMessenger({});

/** Passes waiting messages to their providers, with retries until they are accepted or expire. */
export const startMessageSender = ({ database, bus, clock, providers, stores, onError }: MessageSenderDeps): OutboxWorker =>
  startOutboxWorker(database, {
    topic: TOPIC,
    bus,
    onError,
    handle: async ({ payload }) => {
      if (typeof payload !== 'object' || payload === null || !('messageId' in payload)) return;
      await sendOne(String(payload.messageId), { database, clock, providers, stores });
    },
  });

export interface MessageSenderDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: () => Date;
  readonly providers: Providers;
  /** Where attachments lie; without stores, a mail that has some is not sent. */
  readonly stores?: FileStores | undefined;
  readonly onError: (error: unknown) => void;
}

interface QueuedMessage {
  readonly channel: number;
  readonly receiver: string;
  readonly subject: string;
  readonly body: string;
  readonly expiresAt: Date;
  readonly attachments: readonly StoredAttachment[] | null;
}

const sendOne = async (
  messageId: string,
  { database, clock, providers, stores }: Pick<MessageSenderDeps, 'database' | 'clock' | 'providers' | 'stores'>,
): Promise<void> => {
  const { rows } = await sql<QueuedMessage>`select channel, receiver, subject, body, expires_at, attachments from sys_message
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
    const attachments = await openAttachments(stores, row.attachments ?? []);
    const files = attachments.length > 0 && { attachments, automatic: true };
    await provider.send({ messageId, channel, to: row.receiver, subject: row.subject, body: row.body, ...files });
  } catch (error) {
    await setState(state.failed, { failure: String(error).slice(0, 300), keep: true });
    throw error;
  }
  await setState(state.sent, { keep: provider.keepsText });
};

const openAttachments = async (stores: FileStores | undefined, files: readonly StoredAttachment[]): Promise<readonly AttachedContent[]> => {
  const opened: AttachedContent[] = [];
  for (const { name, contentType, path, store } of files) {
    const content = await stores?.all.find((each) => each.name === store)?.read(path);
    if (!content) throw new Error(`the attachment ${name} is missing`);
    opened.push({ name, contentType, content });
  }
  return opened;
};
