import type { ChannelEvents, Dial, ChannelMessage } from '../pile/channel.ts';

/** Connections in memory instead of sockets. */
export interface MemoryNetwork {
  readonly dial: Dial;
  /** The times of the attempts, by the caller's clock. */
  readonly attempts: number[];
  readonly sent: ChannelMessage[];
  /** What happens to the next attempts. */
  mode: 'open' | 'refuse' | 'hang';
  /** Delivers a message of the platform on the newest connection. */
  deliver(message: ChannelMessage): void;
  /** The platform ends the connection. */
  drop(reason?: { readonly detail: string; readonly retryAfterMs?: number }): void;
}

export const createMemoryNetwork = (nowMs: () => number): MemoryNetwork => {
  let events: ChannelEvents | undefined;
  const drop: MemoryNetwork['drop'] = (why = { detail: 'dropped' }) => {
    const current = events;
    events = undefined;
    current?.closed(why);
  };
  const network: MemoryNetwork = {
    attempts: [],
    sent: [],
    mode: 'open',
    deliver: (message) => events?.received(message),
    drop,
    dial: (_pile, present) => {
      network.attempts.push(nowMs());
      events = present;
      const end = (): void => {
        if (events === present) drop({ detail: 'ended here' });
      };
      // As with a socket, nothing happens before the caller has the returned function.
      queueMicrotask(() => {
        if (network.mode === 'refuse') drop({ detail: 'refused' });
        if (network.mode === 'open') present.opened({ send: (message) => void network.sent.push(message), close: end, cut: end });
      });
      return end;
    },
  };
  return network;
};
