import { useEffect, useRef } from 'react';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { call } from './client.ts';
import { useSay } from './language.ts';
import { queryClient } from './query.tsx';
import { sessionStore } from './session.ts';
import { createStore, useStore } from './store.ts';
import { asRecord, BASE_PATH } from './transport.ts';
import { words } from './words.ts';

/** `off`: nothing is watched. `reconnecting` also covers the first connection. */
export type LiveState = 'off' | 'live' | 'reconnecting';

const BEAT_MS = 10_000;
/** A beat that is not answered in this time means a dead line. */
const BEAT_ANSWER_MS = 6_000;
const RECONNECT_MS = 5_000;

const ticketEndpoint: Endpoint<{}, unknown, unknown> = {
  method: 'POST',
  path: '/sys/live/ticket',
  allow: 'signedIn',
  input: {},
  output: { form: 'opaque' },
};

type Listener = (data: unknown) => void;

const stateStore = createStore<LiveState>('off');
const watched = new Map<string, Set<Listener>>();
let socket: WebSocket | undefined;
let connecting = false;
let wasLive = false;
let retry: ReturnType<typeof setTimeout> | undefined;

export const useLiveState = (): LiveState => useStore(stateStore);

/** Follows a topic while the component is shown. All topics of a tab share one socket. An undefined topic follows nothing. */
export const useLive = <T,>(topic: string | undefined, onMessage: (data: T) => void): void => {
  const latest = useRef(onMessage);
  latest.current = onMessage;
  useEffect(() => (topic === undefined ? undefined : watch(topic, (data) => latest.current(data as T))), [topic]); // the topic's publisher decides the shape
};

/** Whether what is shown is live, honestly. */
export const LiveBadge = () => {
  const say = useSay();
  const state = useLiveState();
  return state === 'off' ? null : (
    <span className={state === 'live' ? 'co-live co-live-on' : 'co-live'} role="status">
      {say(state === 'live' ? words.live : words.reconnecting)}
    </span>
  );
};

const watch = (topic: string, listener: Listener): (() => void) => {
  const listeners = watched.get(topic) ?? new Set();
  if (listeners.size === 0) {
    watched.set(topic, listeners);
    tell({ type: 'watch', topic });
  }
  listeners.add(listener);
  void connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watched.delete(topic);
    tell({ type: 'unwatch', topic });
    // The next page often watches at once; a line that is unused for a moment longer is closed.
    setTimeout(closeIfUnused, BEAT_MS);
  };
};

const tell = (message: Readonly<Record<string, string>>): void => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
};

const closeIfUnused = (): void => {
  if (watched.size === 0) socket?.close();
};

const connect = async (): Promise<void> => {
  if (connecting || socket || retry !== undefined || watched.size === 0 || !sessionStore.get()) return;
  connecting = true;
  stateStore.set('reconnecting');
  try {
    const answer = await call(ticketEndpoint, {});
    const ticket = typeof answer === 'string' ? answer : String(asRecord(answer)['ticket']);
    open(new WebSocket(`${location.origin.replace(/^http/, 'ws')}${BASE_PATH}/live`, [ticket]));
  } catch {
    later();
  } finally {
    connecting = false;
  }
};

const later = (): void => {
  stateStore.set(watched.size > 0 ? 'reconnecting' : 'off');
  if (retry !== undefined || watched.size === 0) return;
  retry = setTimeout(() => {
    retry = undefined;
    void connect();
  }, RECONNECT_MS);
};

const open = (line: WebSocket): void => {
  socket = line;
  const beat = heart(line);
  line.addEventListener('open', () => {
    stateStore.set('live');
    for (const topic of watched.keys()) tell({ type: 'watch', topic });
    // What happened while the line was down was not told; ask for it.
    if (wasLive) void queryClient.invalidateQueries();
    wasLive = true;
    beat.start();
  });
  line.addEventListener('message', (event) => {
    beat.heard();
    hear(event.data);
  });
  line.addEventListener('close', () => {
    beat.stop();
    socket = undefined;
    later();
  });
};

const heart = (line: WebSocket) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(deadline);
    deadline = undefined;
  };
  return {
    heard,
    start: () => {
      timer = setInterval(() => {
        tell({ type: 'heart_beat' });
        deadline ??= setTimeout(() => line.close(), BEAT_ANSWER_MS);
      }, BEAT_MS);
    },
    stop: () => {
      clearInterval(timer);
      heard();
    },
  };
};

const hear = (text: unknown): void => {
  const message = parse(text);
  const { topic } = message;
  if (typeof topic !== 'string') return;
  for (const listener of watched.get(topic) ?? []) listener(message['data']);
};

const parse = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    return typeof text === 'string' ? asRecord(JSON.parse(text) as unknown) : {};
  } catch {
    return {};
  }
};

// Another person's line must not stay open.
sessionStore.subscribe(() => {
  if (sessionStore.get()) return;
  wasLive = false;
  socket?.close();
});
