import type { LivePublisher } from './deps.ts';

/** Takes one message as it goes over the wire. Never waits, never throws. */
export type Watcher = (message: string) => void;

/** Who watches which topic in this process. A topic is `name:key`, such as `gun:CP0001:1`. */
export interface Hub extends LivePublisher {
  /** For watchers of this process alone: what a bus between processes calls with what another one published. */
  readonly deliver: (topic: string, json: string) => void;
  /** Answers how to stop. */
  readonly watch: (topic: string, watcher: Watcher) => () => void;
}

export interface HubOptions {
  /** Hands what is published here to other processes. */
  readonly relay?: (topic: string, json: string) => void;
  readonly onError?: (error: unknown) => void;
}

export const createHub = ({ relay, onError = () => undefined }: HubOptions = {}): Hub => {
  const watchers = new Map<string, Set<Watcher>>();
  const deliver = (topic: string, json: string): void => {
    const message = `{"topic":${JSON.stringify(topic)},"data":${json}}`;
    for (const watcher of watchers.get(topic) ?? []) watcher(message);
  };
  return {
    deliver,
    publish: (topic, data) => {
      // Most of what piles report is watched by nobody; it costs one look-up.
      if (!relay && !watchers.has(topic)) return;
      try {
        const json = JSON.stringify(data, plain) ?? 'null';
        deliver(topic, json);
        relay?.(topic, json);
      } catch (error) {
        onError(error);
      }
    },
    watch: (topic, watcher) => {
      const all = watchers.get(topic) ?? new Set();
      watchers.set(topic, all.add(watcher));
      return () => {
        all.delete(watcher);
        if (all.size === 0 && watchers.get(topic) === all) watchers.delete(topic);
      };
    },
  };
};

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
