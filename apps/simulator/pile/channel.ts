import type { PileFacts } from './facts.ts';

/** One whole message of a protocol: a native frame, or the text of an OCPP message. */
export type ChannelMessage = Uint8Array | string;

export interface Channel {
  send(message: ChannelMessage): void;
  /** Ends it properly. */
  close(): void;
  /** Ends it as a cut cable does. */
  cut(): void;
}

export interface ChannelEvents {
  opened(channel: Channel): void;
  heard(message: ChannelMessage): void;
  /** Once, also when it never opened. `retryAfterMs`: the platform said when to come again. */
  closed(why: { readonly detail: string; readonly retryAfterMs?: number }): void;
}

/** Makes a connection for a pile. What it returns gives up an attempt that has not opened yet. */
export type Dial = (pile: Pick<PileFacts, 'cpCode' | 'secret'>, events: ChannelEvents) => () => void;
