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
export const MISSED = '{"type":"missed"}';

/** What was published, for watchers of this house; undefined when it was lost. */
export const dataOf = (message: string): unknown => (JSON.parse(message) as { readonly data?: unknown }).data; // the hub wrote it

/** So many watchers at a time read again what they show, and the next after a moment. */
const again = { watchers: 20, everyMs: 50 } as const;

export const createHub = ({ relay, onError = () => undefined }: HubOptions = {}): Hub => {
  const watchers = new Map<string, Set<Watcher>>();
  const deliver = (topic: string, json: string): void => {
    const message = `{"topic":${JSON.stringify(topic)},"data":${json}}`;
    for (const watcher of watchers.get(topic) ?? []) watcher(message);
  };
  const missed = (topic?: string): void => {
    if (topic !== undefined) for (const watcher of watchers.get(topic) ?? []) watcher(MISSED);
    else tellSlowly([...new Set([...watchers.values()].flatMap((each) => [...each]))]);
  };
  relay?.onHeard({ told: deliver, missed });
  return {
    publish: (topic, data) => {
      const isWanted = relay?.isWanted(topic) === true;
      // Most of what piles report is watched by nobody; it costs one look-up, and one for each other process.
      if (!isWanted && !watchers.has(topic)) return;
      try {
        const json = JSON.stringify(data, plain) ?? 'null';
        deliver(topic, json);
        if (isWanted) relay?.send(topic, json);
      } catch (error) {
        onError(error);
      }
    },
    watch: (topic, watcher) => {
      const all = watchers.get(topic) ?? new Set();
      if (all.size === 0) relay?.watching(topic, true);
      watchers.set(topic, all.add(watcher));
      return () => {
        all.delete(watcher);
        if (all.size > 0 || watchers.get(topic) !== all) return;
        watchers.delete(topic);
        relay?.watching(topic, false);
      };
    },
  };
};

/** One cut touches everybody; not all of them ask at once. */
const tellSlowly = (watchers: readonly Watcher[]): void => {
  for (const watcher of watchers.slice(0, again.watchers)) watcher(MISSED);
  if (watchers.length > again.watchers) setTimeout(() => tellSlowly(watchers.slice(again.watchers)), again.everyMs).unref();
};

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
