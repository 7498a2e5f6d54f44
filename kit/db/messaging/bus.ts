import { openNotifyLine } from './notify-connection.ts';

/**
 * Wake-ups between parts of the program. A wake-up carries nothing and may be merged with others or lost: what must
 * not be lost is a row, and who waits also looks by itself now and then.
 */
export interface Bus {
  readonly wake: (topic: string) => void;
  /** Answers how to stop listening. */
  readonly on: (topic: string, listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/** For one process. Many wake-ups of a topic in one turn of the event loop become one call. */
export const localBus = (): Bus => {
  const { on, call } = listeners();
  const due = new Set<string>();
  const flush = (): void => {
    const topics = [...due];
    due.clear();
    topics.forEach(call);
  };
  const wake = (topic: string): void => {
    if (due.size === 0) setImmediate(flush);
    due.add(topic);
  };
  return { wake, on, close: async () => undefined };
};

export interface PostgresBusOptions {
  readonly url: string;
  readonly onError?: (error: Error) => void;
}

const channel = 'chargeops_wake';
const mergeMs = 20;

/** For several processes on one database: NOTIFY on a connection of its own, never inside a caller's transaction. */
export const postgresBus = async ({ url, onError = () => undefined }: PostgresBusOptions): Promise<Bus> => {
  const { on, call, callAll } = listeners();
  const due = new Set<string>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  // Wake-ups may have passed while nobody listened.
  const line = await openNotifyLine({
    url,
    name: 'chargeops-bus',
    channels: [channel],
    heard: ({ payload }) => call(payload),
    back: callAll,
    onError,
  });
  const flush = async (): Promise<void> => {
    timer = undefined;
    const messages = [...due].map((topic) => ({ channel, payload: topic }));
    due.clear();
    if (line.isUp()) await line.notify(messages).catch(onError);
  };
  const wake = (topic: string): void => {
    if (closed) return;
    due.add(topic);
    timer ??= setTimeout(() => void flush(), mergeMs);
  };
  const close = async (): Promise<void> => {
    closed = true;
    clearTimeout(timer);
    await line.close();
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
