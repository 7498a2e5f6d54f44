import type { LivePublisher } from '../context/deps.ts';
import type { Relay } from './relay/relay.ts';

/** Takes one message as it goes over the wire. Never waits, never throws. */
export type Watcher = (message: string) => void;

/** Who watches which topic in this process, and through the relay in others. A topic is `name:key`, such as `gun:CP0001:1`. */
export interface Hub extends LivePublisher {
  /** Answers how to stop. */
  readonly watch: (topic: string, watcher: Watcher) => () => void;
}

export interface HubOptions {
  /** Between this process and others; without it there are none. */
  readonly relay?: Relay | undefined;
  readonly onError?: (error: unknown) => void;
}

/** Told in place of what was lost: whoever watches reads again what it shows. */
export const MISSED_MESSAGE = '{"type":"missed"}';

/** What was published, for watchers of this house; undefined when it was lost. */
export const messageData = (message: string): unknown => (JSON.parse(message) as { readonly data?: unknown }).data; // the hub wrote it

/** So many watchers at a time read again what they show, and the next after a moment. */
const missedBatch = { watchers: 20, everyMs: 50 } as const;

export const createHub = ({ relay, onError = () => undefined }: HubOptions = {}): Hub => {
  const watchers = new Map<string, Set<Watcher>>();
  const deliver = (topic: string, json: string): void => {
    const message = `{"topic":${JSON.stringify(topic)},"data":${json}}`;
    for (const watcher of watchers.get(topic) ?? []) watcher(message);
  };
  const notifyMissed = (topic?: string): void => {
    if (topic !== undefined) for (const watcher of watchers.get(topic) ?? []) watcher(MISSED_MESSAGE);
    else notifyInBatches([...new Set([...watchers.values()].flatMap((each) => [...each]))]);
  };
  relay?.listen({ onPublished: deliver, onMissed: notifyMissed });
  return {
    publish: (topic, data) => {
      const isWatched = relay?.isWatched(topic) === true;
      // Most of what piles report is watched by nobody; it costs one look-up, and one for each other process.
      if (!isWatched && !watchers.has(topic)) return;
      try {
        const json = JSON.stringify(data, bigintAsText) ?? 'null';
        deliver(topic, json);
        if (isWatched) relay?.send(topic, json);
      } catch (error) {
        onError(error);
      }
    },
    watch: (topic, watcher) => {
      const topicWatchers = watchers.get(topic) ?? new Set();
      if (topicWatchers.size === 0) relay?.setWatched(topic, true);
      watchers.set(topic, topicWatchers.add(watcher));
      return () => {
        topicWatchers.delete(watcher);
        if (topicWatchers.size > 0 || watchers.get(topic) !== topicWatchers) return;
        watchers.delete(topic);
        relay?.setWatched(topic, false);
      };
    },
  };
};

/** One cut touches everybody; not all of them ask at once. */
const notifyInBatches = (watchers: readonly Watcher[]): void => {
  for (const watcher of watchers.slice(0, missedBatch.watchers)) watcher(MISSED_MESSAGE);
  if (watchers.length > missedBatch.watchers) setTimeout(() => notifyInBatches(watchers.slice(missedBatch.watchers)), missedBatch.everyMs).unref();
};

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
