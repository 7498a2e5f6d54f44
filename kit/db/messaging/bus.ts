import { openNotifyConnection } from './notify-connection.ts';

/**
 * Wake-ups between parts of the program. A wake-up carries no data and may be merged with others or lost: data is stored in rows, and receivers
 * also poll.
 */
export interface Bus {
  readonly wake: (topic: string) => void;
  /** Returns the function that stops listening. */
  readonly on: (topic: string, listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/** A bus for one process. Wake-ups of a topic within one turn of the event loop are merged into one call. */
export const localBus = (): Bus => {
  const { on, call } = listeners();
  const pendingTopics = new Set<string>();
  const flush = (): void => {
    const topics = [...pendingTopics];
    pendingTopics.clear();
    topics.forEach(call);
  };
  const wake = (topic: string): void => {
    if (pendingTopics.size === 0) setImmediate(flush);
    pendingTopics.add(topic);
  };
  return { wake, on, close: async () => undefined };
};

export interface PostgresBusOptions {
  readonly url: string;
  readonly onError?: (error: Error) => void;
}

const channel = 'chargeops_wake';
const mergeMs = 20;

/**
 * A bus for several processes on one database. It uses NOTIFY on a connection of its own, never inside a caller's transaction. The first wake-up is sent
 * at once; those of the next `mergeMs` are merged.
 */
export const postgresBus = async ({ url, onError = () => undefined }: PostgresBusOptions): Promise<Bus> => {
  const { on, call, callAll } = listeners();
  const pendingTopics = new Set<string>();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let sentMs = Number.NEGATIVE_INFINITY;

  // Wake-ups during the interruption may have been lost.
  const connection = await openNotifyConnection({
    url,
    name: 'chargeops-bus',
    channels: [channel],
    onNotice: ({ payload }) => call(payload),
    onReconnect: callAll,
    onError,
  });
  const flush = async (): Promise<void> => {
    timer = undefined;
    sentMs = performance.now();
    const messages = [...pendingTopics].map((topic) => ({ channel, payload: topic }));
    pendingTopics.clear();
    if (connection.isUp()) await connection.notify(messages).catch(onError);
  };
  const wake = (topic: string): void => {
    if (isClosed) return;
    pendingTopics.add(topic);
    timer ??= setTimeout(() => void flush(), Math.max(0, sentMs + mergeMs - performance.now()));
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(timer);
    await connection.close();
  };
  return { wake, on, close };
};

const listeners = () => {
  const byTopic = new Map<string, Set<() => void>>();
  const call = (topic: string): void => byTopic.get(topic)?.forEach((listener) => listener());
  const callAll = (): void => byTopic.forEach((set) => set.forEach((listener) => listener()));
  const on = (topic: string, listener: () => void): (() => void) => {
    const set = byTopic.get(topic) ?? new Set();
    byTopic.set(topic, set.add(listener));
    return () => void set.delete(listener);
  };
  return { on, call, callAll };
};
