import type { ChannelEvents, Dial, ChannelMessage } from '../pile/channel.ts';

/** Connections that lead nowhere but into memory. */
export interface FakeLine {
  readonly dial: Dial;
  /** Instants of the attempts, as the caller's clock had them. */
  readonly attempts: number[];
  readonly said: ChannelMessage[];
  /** What the next attempts do. */
  mode: 'open' | 'refuse' | 'hang';
  /** The platform says something on the newest connection. */
  say(message: ChannelMessage): void;
  /** The platform hangs up. */
  drop(why?: { readonly detail: string; readonly retryAfterMs?: number }): void;
}

export const createWire = (nowMs: () => number): FakeLine => {
  let events: ChannelEvents | undefined;
  const drop: FakeLine['drop'] = (why = { detail: 'dropped' }) => {
    const present = events;
    events = undefined;
    present?.closed(why);
  };
  const wire: FakeLine = {
    attempts: [],
    said: [],
    mode: 'open',
    say: (message) => events?.heard(message),
    drop,
    dial: (_pile, present) => {
      wire.attempts.push(nowMs());
      events = present;
      const end = (): void => {
        if (events === present) drop({ detail: 'ended here' });
      };
      // As with a socket, nothing happens before the caller has what it waits for.
      queueMicrotask(() => {
        if (wire.mode === 'refuse') drop({ detail: 'refused' });
        if (wire.mode === 'open') present.opened({ send: (message) => void wire.said.push(message), close: end, cut: end });
      });
      return end;
    },
  };
  return wire;
};
