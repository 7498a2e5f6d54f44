import { randomBytes } from 'node:crypto';
import { openNotifyLine } from '#kit/db/messaging/notify-connection.ts';
import type { NotifyLine } from '#kit/db/messaging/notify-connection.ts';
import { peerBounds } from './peers.ts';
import { createTalk } from './relay-protocol.ts';
import type { RelayListener, TalkOptions } from './relay-protocol.ts';

/** Carries what is published between processes on one database, as far as another one watches it. Late, twice or never. */
export interface Relay {
  /** Whether another process watches the topic. */
  readonly isWanted: (topic: string) => boolean;
  readonly send: (topic: string, json: string) => void;
  /** This process begins or ends to watch a topic. */
  readonly watching: (topic: string, isWatched: boolean) => void;
  readonly onHeard: (listener: RelayListener) => void;
  readonly close: () => Promise<void>;
}

export interface RelayOptions extends Pick<TalkOptions, 'secrets'> {
  readonly url: string;
  readonly onError: (error: unknown) => void;
}

/** Messages of this long go together. */
const MERGE_MS = 20;
const COMPLAIN_MS = 60_000;
const POOLED = 'what is said to other processes does not come back: LISTEN needs a session of its own, which a pooler by transaction does not give';

export const startRelay = async ({ url, secrets, onError }: RelayOptions): Promise<Relay> => {
  const talk = createTalk({ id: randomBytes(8).toString('hex'), secrets, nowMs: () => performance.now() });
  const complain = createComplaints(onError);
  const now: { line?: NotifyLine; timer?: NodeJS.Timeout | undefined; isClosed: boolean } = { isClosed: false };

  const isUp = (): boolean => now.line?.isUp() === true;
  const soon = (): void => {
    if (now.timer === undefined && !now.isClosed && talk.isWaiting()) now.timer = setTimeout(() => void flush(), MERGE_MS);
  };
  const flush = async (): Promise<void> => {
    // A line that comes back introduces itself anew.
    const { notices, failed } = isUp() ? talk.compose() : { notices: [], failed: () => undefined };
    if (notices.length > 0)
      await now.line?.notify(notices).catch((error: unknown) => {
        failed();
        complain(error);
      });
    now.timer = undefined;
    if (isUp()) soon();
  };
  const introduce = (): void => {
    talk.introduce();
    soon();
  };
  now.line = await openNotifyLine({
    url,
    name: 'chargeops-relay',
    channels: talk.channels,
    heard: (notice) => {
      try {
        talk.hear(notice);
        soon();
      } catch (error) {
        complain(error);
      }
    },
    back: () => {
      if (now.isClosed) return;
      introduce();
      // What passed while nobody listened.
      talk.missed();
    },
    onError: complain,
  });
  const beats = setInterval(() => {
    if (!isUp()) return;
    if (talk.unheardMs() > peerBounds.goneMs) complain(new Error(POOLED));
    talk.beat();
    soon();
  }, peerBounds.beatMs).unref();
  introduce();
  return {
    isWanted: talk.isWanted,
    onHeard: talk.onHeard,
    send: (topic, json) => {
      talk.send({ topic, json, isUp: isUp() });
      soon();
    },
    watching: (topic, isWatched) => {
      talk.watching(topic, isWatched);
      soon();
    },
    close: async () => {
      clearInterval(beats);
      clearTimeout(now.timer);
      now.isClosed = true;
      if (isUp()) await now.line?.notify([talk.bye()]).catch(() => undefined);
      await now.line?.close();
    },
  };
};

/** The same trouble comes many times a second. */
const createComplaints = (onError: (error: unknown) => void): ((error: unknown) => void) => {
  let quietUntilMs = 0;
  return (error) => {
    const nowMs = performance.now();
    if (nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + COMPLAIN_MS;
    onError(error);
  };
};
