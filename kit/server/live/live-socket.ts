import type { RawData, WebSocket } from 'ws';
import { Refusal } from '#kit/resource/refusal.ts';
import { withContext } from '../rows/with-context.ts';
import type { Context, ContextDeps } from '../context/context.ts';
import type { Hub } from './live-hub.ts';
import type { Viewer } from '../context/viewer.ts';

/** Who may watch the topics of one name. `may` runs in the viewer's own scope, so it usually just looks for the row. */
export interface TopicRule {
  readonly name: string;
  readonly canWatch: (ctx: Context, key: string) => Promise<boolean>;
  /** Where its messages come from when the hub's are not for everybody alike: one source for each watcher. Answers how to stop. */
  readonly open?: (topicWatcher: TopicWatcher) => () => void;
}

/** One watcher of one topic: as whom they are now, and how to tell them. */
export interface TopicWatcher {
  readonly viewer: () => Viewer;
  readonly key: string;
  readonly publish: (data: unknown) => void;
}

export const liveBounds = {
  payloadBytes: 16 * 1024,
  perUser: 5,
  topics: 200,
  /** Messages of one socket that may wait for their turn. */
  waiting: 100,
  /** Bytes a slow reader may lag behind before it misses data. */
  bufferedBytes: 256 * 1024,
  /** Client beats come every 10 s. */
  silenceMs: 30_000,
  sweepMs: 5_000,
  /** How often every topic is asked for again, since a row may have moved to another scope. */
  recheckMs: 300_000,
} as const;

/** Close codes a client tells apart. */
export const liveCodes = { signedOut: 4401, badMessage: 4400, tooMany: 4429, leaving: 1001 } as const;

export interface SocketParts {
  readonly deps: ContextDeps;
  readonly hub: Hub;
  readonly rules: ReadonlyMap<string, TopicRule>;
  readonly onError: (error: unknown) => void;
}

export interface LiveSocket {
  /** Milliseconds of silence. */
  readonly silentMs: () => number;
  /** Takes over what the viewer is now; `all` asks for every topic again even when nothing about the viewer has changed. */
  readonly updateViewer: (viewer: Viewer | undefined, recheckTopics: boolean) => Promise<void>;
  readonly end: (code: number, reason: string) => void;
  readonly terminate: () => void;
}

/** One browser's line: watches topics for one viewer and forgets them all when it ends. */
export const createLiveSocket = (socket: WebSocket, initialViewer: Viewer, parts: SocketParts): LiveSocket => {
  let viewer = initialViewer;
  let lastMessageMs = performance.now();
  const { send, sendStatus, answerHeartbeat } = createSender(socket);
  const { enqueue, isFull } = createQueue(parts.onError);
  const watched = new Map<string, () => void>();

  const onFailure =
    (verdict: boolean) =>
    (error: unknown): boolean => {
      parts.onError(error);
      return verdict;
    };
  const [denyOnError, keepOnError] = [onFailure(false), onFailure(true)];
  const unwatch = (topic: string): void => {
    watched.get(topic)?.();
    watched.delete(topic);
  };
  const watch = async (topic: string): Promise<void> => {
    if (watched.has(topic)) return sendStatus('watching', topic);
    if (watched.size >= liveBounds.topics || !(await canWatch(topic, viewer, parts).catch(denyOnError))) return sendStatus('refused', topic);
    if (socket.readyState !== socket.OPEN) return;
    watched.set(topic, sourceOf(topic));
    sendStatus('watching', topic);
  };
  const sourceOf = (topic: string): (() => void) => {
    const [name = ''] = topic.split(':', 1);
    const open = parts.rules.get(name)?.open;
    const sendData = (data: unknown): void => send(JSON.stringify({ topic, data }));
    return open ? open({ viewer: () => viewer, key: topic.slice(name.length + 1), publish: sendData }) : parts.hub.watch(topic, send);
  };
  const end = (code: number, reason: string): void => socket.close(code, reason);

  // What a client does to its own line is nobody's error here.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const topic of watched.keys()) unwatch(topic);
  });
  socket.on('message', (data, isBinary) => {
    lastMessageMs = performance.now();
    const message = isBinary ? undefined : readMessage(data);
    if (!message) return end(liveCodes.badMessage, 'not understood');
    if (message.type === 'heart_beat') return answerHeartbeat();
    if (isFull()) return end(liveCodes.tooMany, 'too many messages');
    void enqueue(async () => (message.type === 'watch' ? watch(message.topic) : unwatch(message.topic)));
  });

  const updateViewer = async (next: Viewer | undefined, recheckTopics: boolean): Promise<void> => {
    if (!next) return end(liveCodes.signedOut, 'signed out');
    const viewerChanged = signatureOf(next) !== signatureOf(viewer);
    viewer = { ...next, language: viewer.language };
    if (viewerChanged) send('{"cmd":"permission"}');
    if (!viewerChanged && !recheckTopics) return;
    for (const topic of watched.keys()) {
      // A database that is away for a moment takes nobody's right.
      if (await canWatch(topic, viewer, parts).catch(keepOnError)) continue;
      unwatch(topic);
      sendStatus('refused', topic);
    }
  };
  return {
    end,
    terminate: () => socket.terminate(),
    silentMs: () => performance.now() - lastMessageMs,
    updateViewer: (next, recheckTopics) => enqueue(() => updateViewer(next, recheckTopics)),
  };
};

/** Sends as long as the reader keeps up. Who lags misses data and is told so once: they ask anew for what they show. */
export const createSender = (socket: WebSocket) => {
  let missed = false;
  const lagsBy = (bytes: number): boolean => socket.readyState !== socket.OPEN || socket.bufferedAmount > bytes;
  const send = (message: string): void => {
    if (lagsBy(liveBounds.bufferedBytes)) {
      missed = true;
      return;
    }
    if (missed) socket.send('{"type":"missed"}');
    missed = false;
    socket.send(message);
  };
  /** Control messages are few and small; they have room where data has none. */
  const control = (message: Readonly<Record<string, unknown>>): void => {
    const text = JSON.stringify(message);
    if (!lagsBy(liveBounds.bufferedBytes)) send(text);
    else if (!lagsBy(2 * liveBounds.bufferedBytes)) socket.send(text);
  };
  return {
    send,
    sendStatus: (type: 'watching' | 'refused', topic: string): void => control({ type, about: topic }),
    answerHeartbeat: (): void => control({ type: 'heart_beat', data: true }),
  };
};

/** One piece of work after the other, so that an unwatch never overtakes its watch. */
const createQueue = (onError: (error: unknown) => void) => {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    isFull: (): boolean => waiting >= liveBounds.waiting,
    enqueue: (work: () => Promise<void>): Promise<void> => {
      waiting += 1;
      last = last
        .then(work)
        .catch(onError)
        .finally(() => {
          waiting -= 1;
        });
      return last;
    },
  };
};

const canWatch = async (topic: string, viewer: Viewer, { deps, rules }: SocketParts): Promise<boolean> => {
  const colon = topic.indexOf(':');
  const rule = colon > 0 && topic.length <= TOPIC_MAX ? rules.get(topic.slice(0, colon)) : undefined;
  return rule !== undefined && withContext(deps, viewer, (ctx) => rule.canWatch(ctx, topic.slice(colon + 1))).catch(falseWhenRefused);
};

const TOPIC_MAX = 120;

/** A rule may look for its row with `rows.get`, which refuses when there is none. */
const falseWhenRefused = (error: unknown): false => {
  if (error instanceof Refusal) return false;
  throw error;
};

type Message = { readonly type: 'heart_beat' } | { readonly type: 'watch' | 'unwatch'; readonly topic: string };

const readMessage = (data: RawData): Message | undefined => {
  try {
    const message = JSON.parse(textOf(data)) as { readonly type?: unknown; readonly topic?: unknown } | null;
    if (message?.type === 'heart_beat') return { type: 'heart_beat' };
    if ((message?.type === 'watch' || message?.type === 'unwatch') && typeof message.topic === 'string')
      return { type: message.type, topic: message.topic };
  } catch {
    // Answered like any other message that makes no sense.
  }
  return undefined;
};

export const textOf = (data: RawData): string => (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8'); // RawData is one of the three

/** What a viewer's topics depend on. */
export const signatureOf = ({ userId, sees, permissions, roleLevel, limits, rightsVersion }: Viewer): string =>
  JSON.stringify([userId, roleLevel, sees, [...permissions].toSorted(), [...(limits ?? [])].toSorted(), rightsVersion]);
