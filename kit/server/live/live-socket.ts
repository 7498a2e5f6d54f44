import type { RawData, WebSocket } from 'ws';
import { Refusal } from '#kit/resource/refusal.ts';
import { withContext } from '../rows/with-context.ts';
import type { Context, ContextDeps } from '../context/context.ts';
import type { Hub } from './live-hub.ts';
import type { Viewer } from '../context/viewer.ts';

/** Who may watch the topics with this name. `may` runs in the viewer's scope, so it usually just reads the row. */
export interface TopicRule {
  readonly name: string;
  readonly canWatch: (ctx: Context, key: string) => Promise<boolean>;
  /** The source of a topic whose messages differ by watcher, one source for each watcher. Returns the function that closes it. */
  readonly open?: (topicWatcher: TopicWatcher) => () => void;
}

/** A watcher of a topic: its current viewer, and the function that sends to it. */
export interface TopicWatcher {
  readonly viewer: () => Viewer;
  readonly key: string;
  /** The age in milliseconds of what the watcher shows; what happened since then it has not received. */
  readonly ageMs: number;
  readonly publish: (data: unknown) => void;
}

export const liveBounds = {
  payloadBytes: 16 * 1024,
  perUser: 5,
  topics: 200,
  /** The number of messages of a socket that may wait for processing. */
  waiting: 100,
  /** A reader that is further behind than this misses data. */
  bufferedBytes: 256 * 1024,
  /** Clients send a heartbeat every 10 s. */
  silenceMs: 30_000,
  sweepMs: 5_000,
  /** How often each watched topic is checked again, because a row may have moved to another scope. */
  recheckMs: 300_000,
} as const;

/** Close codes that clients distinguish. */
export const liveCodes = { signedOut: 4401, badMessage: 4400, tooMany: 4429, leaving: 1001 } as const;

export interface SocketParts {
  readonly deps: ContextDeps;
  readonly hub: Hub;
  readonly rules: ReadonlyMap<string, TopicRule>;
  readonly onError: (error: unknown) => void;
}

export interface LiveSocket {
  /** The time in milliseconds since the last message of the client. */
  readonly silentMs: () => number;
  /** Takes over the current viewer; `recheckTopics` checks every topic again, even if nothing about the viewer has changed. */
  readonly updateViewer: (viewer: Viewer | undefined, recheckTopics: boolean) => Promise<void>;
  readonly end: (code: number, reason: string) => void;
  readonly terminate: () => void;
}

/** The connection of a browser: it watches topics for one viewer and stops watching when it closes. */
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
  const watch = async ({ topic, sinceMs }: { readonly topic: string; readonly sinceMs: number }): Promise<void> => {
    if (watched.has(topic)) return sendStatus('watching', topic);
    if (watched.size >= liveBounds.topics || !(await canWatch(topic, viewer, parts).catch(denyOnError))) return sendStatus('refused', topic);
    if (socket.readyState !== socket.OPEN) return;
    watched.set(topic, sourceOf(topic, performance.now() - sinceMs));
    sendStatus('watching', topic);
  };
  const sourceOf = (topic: string, ageMs: number): (() => void) => {
    const [name = ''] = topic.split(':', 1);
    const open = parts.rules.get(name)?.open;
    const sendData = (data: unknown): void => send(JSON.stringify({ topic, data }));
    return open ? open({ viewer: () => viewer, key: topic.slice(name.length + 1), ageMs, publish: sendData }) : parts.hub.watch(topic, send);
  };
  const end = (code: number, reason: string): void => socket.close(code, reason);

  // Errors of the client's connection are not errors of the server.
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
    const sinceMs = lastMessageMs - (message.ageMs ?? 0);
    void enqueue(async () => (message.type === 'watch' ? watch({ topic: message.topic, sinceMs }) : unwatch(message.topic)));
  });

  const updateViewer = async (next: Viewer | undefined, recheckTopics: boolean): Promise<void> => {
    if (!next) return end(liveCodes.signedOut, 'signed out');
    const viewerChanged = signatureOf(next) !== signatureOf(viewer);
    viewer = { ...next, language: viewer.language };
    if (viewerChanged) send('{"cmd":"permission"}');
    if (!viewerChanged && !recheckTopics) return;
    for (const topic of watched.keys()) {
      // While the database fails, watched topics stay allowed.
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

/** Sends while the reader keeps up. A slow reader misses data and is told so once; it then reloads what it shows. */
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
  /** Control messages are few and small, so they are sent even when data is dropped. */
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

/** Processes messages one after another, so that an unwatch never overtakes its watch. */
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

/** A rule may use `rows.get`, which throws a refusal when there is no row. */
const falseWhenRefused = (error: unknown): false => {
  if (error instanceof Refusal) return false;
  throw error;
};

type Message = { readonly type: 'heart_beat' } | { readonly type: 'watch' | 'unwatch'; readonly topic: string; readonly ageMs: number | undefined };

const readMessage = (data: RawData): Message | undefined => {
  try {
    const message = JSON.parse(textOf(data)) as { readonly type?: unknown; readonly topic?: unknown; readonly ageMs?: unknown } | null;
    if (message?.type === 'heart_beat') return { type: 'heart_beat' };
    if ((message?.type === 'watch' || message?.type === 'unwatch') && typeof message.topic === 'string')
      return { type: message.type, topic: message.topic, ageMs: typeof message.ageMs === 'number' ? Math.max(0, message.ageMs) : undefined };
  } catch {
    // Answered like any other invalid message.
  }
  return undefined;
};

export const textOf = (data: RawData): string => (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8'); // RawData is one of the three

/** Everything about a viewer that affects which topics may be watched. */
export const signatureOf = ({ userId, sees, permissions, roleLevel, limits, rightsVersion }: Viewer): string =>
  JSON.stringify([userId, roleLevel, sees, [...permissions].toSorted(), [...(limits ?? [])].toSorted(), rightsVersion]);
