import { randomBytes } from 'node:crypto';
import { openNotifyConnection } from '#kit/db/messaging/notify-connection.ts';
import type { NotifyConnection } from '#kit/db/messaging/notify-connection.ts';
import { peerBounds } from './peers.ts';
import { createRelayProtocol } from './relay-protocol.ts';
import type { RelayListener, RelayProtocolOptions } from './relay-protocol.ts';

/** Carries messages between processes on one database, as far as another process watches their topics. A message may be late, doubled or lost. */
export interface Relay {
  /** Whether another process watches the topic. */
  readonly isWatched: (topic: string) => boolean;
  readonly send: (topic: string, json: string) => void;
  /** Called when this process begins or stops watching a topic. */
  readonly setWatched: (topic: string, isWatched: boolean) => void;
  readonly listen: (listener: RelayListener) => void;
  readonly close: () => Promise<void>;
}

export interface RelayOptions extends Pick<RelayProtocolOptions, 'secrets'> {
  readonly url: string;
  readonly onError: (error: unknown) => void;
}

/** Messages within this time are sent together. */
const MERGE_MS = 20;
const ERROR_INTERVAL_MS = 60_000;
const NOT_HEARD_MESSAGE =
  'what is said to other processes does not come back: LISTEN needs a session of its own, which a pooler by transaction does not give';

export const startRelay = async ({ url, secrets, onError }: RelayOptions): Promise<Relay> => {
  const protocol = createRelayProtocol({ id: randomBytes(8).toString('hex'), secrets, nowMs: () => performance.now() });
  const reportError = createErrorLimiter(onError);
  const state: { connection?: NotifyConnection; timer?: NodeJS.Timeout | undefined; isClosed: boolean } = { isClosed: false };

  const isUp = (): boolean => state.connection?.isUp() === true;
  const scheduleFlush = (): void => {
    if (state.timer === undefined && !state.isClosed && protocol.isWaiting()) state.timer = setTimeout(() => void flush(), MERGE_MS);
  };
  const flush = async (): Promise<void> => {
    // After a reconnection the process introduces itself again.
    const { notices, failed } = isUp() ? protocol.compose() : { notices: [], failed: () => undefined };
    if (notices.length > 0)
      await state.connection?.notify(notices).catch((error: unknown) => {
        failed();
        reportError(error);
      });
    state.timer = undefined;
    if (isUp()) scheduleFlush();
  };
  const introduce = (): void => {
    protocol.introduce();
    scheduleFlush();
  };
  state.connection = await openNotifyConnection({
    url,
    name: 'chargeops-relay',
    channels: protocol.channels,
    onNotice: (notice) => {
      try {
        protocol.receive(notice);
        scheduleFlush();
      } catch (error) {
        reportError(error);
      }
    },
    onReconnect: () => {
      if (state.isClosed) return;
      introduce();
      // Messages that were sent during the interruption are lost.
      protocol.reportMissed();
    },
    onError: reportError,
  });
  const beatTimer = setInterval(() => {
    if (!isUp()) return;
    if (protocol.silentMs() > peerBounds.goneMs) reportError(new Error(NOT_HEARD_MESSAGE));
    protocol.beat();
    scheduleFlush();
  }, peerBounds.beatMs).unref();
  introduce();
  return {
    isWatched: protocol.isWatched,
    listen: protocol.listen,
    send: (topic, json) => {
      protocol.send({ topic, json, isUp: isUp() });
      scheduleFlush();
    },
    setWatched: (topic, isWatched) => {
      protocol.setWatched(topic, isWatched);
      scheduleFlush();
    },
    close: async () => {
      clearInterval(beatTimer);
      clearTimeout(state.timer);
      state.isClosed = true;
      if (isUp()) await state.connection?.notify([protocol.bye()]).catch(() => undefined);
      await state.connection?.close();
    },
  };
};

/** The same error occurs many times a second and is reported only at intervals. */
const createErrorLimiter = (onError: (error: unknown) => void): ((error: unknown) => void) => {
  let quietUntilMs = 0;
  return (error) => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + ERROR_INTERVAL_MS;
    onError(error);
  };
};
