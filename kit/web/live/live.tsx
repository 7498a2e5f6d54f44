import { useEffect, useEffectEvent } from 'react';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Topic } from '#kit/resource/topic.ts';
import { call } from '../calls/client.ts';
import { useSay } from '../language.ts';
import { parseMessage, createHeartbeat } from './heartbeat.ts';
import { reload, STALE_MS } from '../calls/query.tsx';
import { sessionStore } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';
import { asRecord, BASE_PATH } from '../calls/transport.ts';
import { words } from '../words.ts';

/** `off`: nothing is watched, or the first connection is being opened. */
export type LiveState = 'off' | 'live' | 'reconnecting';

const RECONNECT_MS = 5_000;
/** An unused connection stays open this long, because the next page often watches something at once. */
const UNUSED_MS = 10_000;
/** The close code for a session that the server no longer knows. */
const SIGNED_OUT = 4401;
/** After a sign-out, the connection may close before the answer of the call arrives. */
const ASK_WHY_MS = 500;

const ticketEndpoint: Endpoint<{}, unknown, unknown> = {
  method: 'POST',
  path: '/sys/live/ticket',
  allow: 'signedIn',
  input: {},
  output: { form: 'opaque' },
};

interface Listener<T = unknown> {
  readonly onMessage: (data: T) => void;
  /** The server has begun to watch. It sends no change of before, so what has been read until now may be out of date. */
  readonly onWatching: () => void;
}

const rightsListeners = new Set<() => void>();

/** Calls the listener when the server reports that the viewer's permissions have changed. */
export const useRightsChanged = (listener: () => void): void => {
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const onRightsChange = (): void => latest();
    rightsListeners.add(onRightsChange);
    return () => void rightsListeners.delete(onRightsChange);
  }, []);
};

const stateStore = createStore<LiveState>('off');
interface WatchedTopic {
  readonly listeners: Set<Listener>;
  /** From when on messages are missed until the server watches: shown data may be older than its page. By `performance.now()`. */
  sinceMs: number;
}
const watched = new Map<string, WatchedTopic>();
/** Topics whose state the badge does not show, because they do not belong to the page. */
const quietTopics = new Set<string>();
/** Updates the state that the badge shows. */
const show = (state: LiveState): void => stateStore.set([...watched.keys()].every((topic) => quietTopics.has(topic)) ? 'off' : state);
let line: WebSocket | undefined;
let connecting = false;
let wasLive = false;
let retry: ReturnType<typeof setTimeout> | undefined;

const useLiveState = (): LiveState => useStore(stateStore);

/**
 * Subscribes to one key of a topic while the component is shown; an undefined key subscribes to nothing. All topics of a tab share one connection.
 * After a reconnection it subscribes again, and all queries of the tab are reloaded.
 */
export const useLive = <T,>(topic: Topic<T>, key: string | undefined, listener: ((data: T) => void) | Listener<T>): void => {
  const { onMessage, onWatching } = typeof listener === 'function' ? { onMessage: listener, onWatching: undefined } : listener;
  const tellLatest = useEffectEvent((data: unknown) => onMessage(data as T)); // the publisher of the topic keeps its type
  const tellWatching = useEffectEvent(() => onWatching?.());
  const full = key === undefined ? undefined : `${topic.name}:${key}`;
  const isQuiet = topic.quiet === true;
  useEffect(() => {
    if (full === undefined) return undefined;
    if (isQuiet) quietTopics.add(full);
    return watch(full, { onMessage: (data) => tellLatest(data), onWatching: () => tellWatching() });
  }, [full, isQuiet]);
};

/** Shows whether the page receives live updates. Shows nothing while nothing is watched. */
export const LiveBadge = () => {
  const say = useSay();
  const state = useLiveState();
  return (
    state !== 'off' && (
      <output className={state === 'live' ? 'co-live co-live-on' : 'co-live'}>{say(state === 'live' ? words.live : words.reconnecting)}</output>
    )
  );
};

const watch = (topic: string, listener: Listener): (() => void) => {
  const each = watched.get(topic) ?? { listeners: new Set(), sinceMs: performance.now() - STALE_MS };
  const { listeners } = each;
  if (listeners.size === 0) {
    watched.set(topic, each);
    sendWatch(topic, each);
  }
  listeners.add(listener);
  if (line?.readyState === WebSocket.OPEN) show('live');
  void connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watched.delete(topic);
    sendMessage({ type: 'unwatch', topic });
    show(stateStore.get());
    setTimeout(closeIfUnused, UNUSED_MS);
  };
};

/** The age of what is shown, because changes from before the server watches are not sent. */
const sendWatch = (topic: string, { sinceMs }: WatchedTopic): void =>
  sendMessage({ type: 'watch', topic, ageMs: Math.ceil(performance.now() - sinceMs) });

const sendMessage = (message: Readonly<Record<string, string | number>>): void => {
  if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
};

const closeIfUnused = (): void => {
  if (watched.size === 0) line?.close();
};

const dial = async (): Promise<WebSocket> => {
  const { ticket } = asRecord(await call(ticketEndpoint, {}));
  return new WebSocket(`${location.origin.replace(/^http/, 'ws')}${BASE_PATH}/live`, [String(ticket)]);
};

/** Tests whether a live connection can be opened, and closes it again. Throws like `call`. */
export const canConnect = async (): Promise<boolean> => {
  const connection = await dial();
  return new Promise((resolve) => {
    const end = (opens: boolean): void => {
      clearTimeout(timer);
      connection.close();
      resolve(opens);
    };
    const timer = setTimeout(() => end(false), TRY_MS);
    connection.addEventListener('open', () => end(true));
    connection.addEventListener('error', () => end(false));
  });
};
const TRY_MS = 6_000;

const connect = async (): Promise<void> => {
  if (connecting || line || retry !== undefined || watched.size === 0 || !sessionStore.get()) return;
  connecting = true;
  try {
    open(await dial());
  } catch {
    later();
  } finally {
    connecting = false;
  }
};

const later = (ms = RECONNECT_MS): void => {
  show('reconnecting');
  if (retry !== undefined || watched.size === 0) return;
  retry = setTimeout(() => {
    retry = undefined;
    void connect();
  }, ms);
};

const open = (socket: WebSocket): void => {
  line = socket;
  const beat = createHeartbeat(socket);
  socket.addEventListener('open', () => {
    show('live');
    for (const [topic, each] of watched) {
      if (wasLive) each.sinceMs = performance.now();
      sendWatch(topic, each);
    }
    // Messages during the interruption were lost, so everything is reloaded.
    if (wasLive) void reload();
    wasLive = true;
    beat.start();
  });
  socket.addEventListener('message', (event) => {
    beat.onBeat();
    const message = parseMessage(event.data);
    if (message.missed) void reload();
    if (message.rights) for (const listener of rightsListeners) listener();
    for (const { onMessage } of watched.get(message.topic)?.listeners ?? []) onMessage(message.data);
    for (const { onWatching } of watched.get(message.watching)?.listeners ?? []) onWatching();
  });
  socket.addEventListener('close', ({ code }) => {
    beat.stop();
    line = undefined;
    // A refused ticket has a reason, which is shown once for the whole product. After the user's own sign-out no reason is needed.
    later(code === SIGNED_OUT ? ASK_WHY_MS : RECONNECT_MS);
  });
};

// The connection of an earlier user must not stay open.
sessionStore.subscribe(() => {
  if (sessionStore.get()) return;
  wasLive = false;
  line?.close();
});
