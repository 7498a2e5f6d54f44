import { jsonText } from '#kit/fields/json-text.ts';
import type { LivePublisher } from '../context/deps.ts';
import type { Relay } from './relay/relay.ts';

/** Receives a message in its wire format. Never waits and never throws. */
export type Watcher = (message: string) => void;

/** The watchers of topics in this process and, through the relay, in others. A topic is `name:key`, such as `gun:CP0001:1`. */
export interface Hub extends LivePublisher {
  /** Returns the function that stops watching. */
  readonly watch: (topic: string, watcher: Watcher) => () => void;
}

export interface HubOptions {
  /** Exchanges messages with other processes; without it there are none. */
  readonly relay?: Relay | undefined;
  readonly onError?: (error: unknown) => void;
}

/** Sent in place of lost messages; its watchers reload what they show. */
export const MISSED_MESSAGE = '{"type":"missed"}';

/** The data of a message, for watchers inside the server; undefined when messages were lost. */
export const messageData = (message: string): unknown => (JSON.parse(message) as { readonly data?: unknown }).data; // the hub wrote it

/** After a loss, this many watchers are told to reload at a time, with a pause before the next ones. */
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
      // Most messages of piles have no watcher; they cost one look-up, and one more for each other process.
      if (!isWatched && !watchers.has(topic)) return;
      try {
        const json = jsonText(data ?? null);
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

/** A loss affects all watchers, and they must not all reload at the same time. */
const notifyInBatches = (watchers: readonly Watcher[]): void => {
  for (const watcher of watchers.slice(0, missedBatch.watchers)) watcher(MISSED_MESSAGE);
  if (watchers.length > missedBatch.watchers) setTimeout(() => notifyInBatches(watchers.slice(missedBatch.watchers)), missedBatch.everyMs).unref();
};
