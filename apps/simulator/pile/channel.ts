import type { PileFacts } from './facts.ts';

/** One whole message of a protocol: a native frame, or the text of an OCPP message. */
export type ChannelMessage = Uint8Array | string;

export interface Channel {
  send(message: ChannelMessage): void;
  /** Ends the connection properly. */
  close(): void;
  /** Ends the connection like a cut cable. */
  cut(): void;
}

export interface ChannelEvents {
  opened(channel: Channel): void;
  received(message: ChannelMessage): void;
  /** Called once, also if the connection never opened. `retryAfterMs`: the platform said when to connect again. */
  closed(reason: { readonly detail: string; readonly retryAfterMs?: number }): void;
}

/** Opens a connection for a pile. The function it returns abandons an attempt that has not opened yet. */
export type Dial = (pile: Pick<PileFacts, 'cpCode' | 'secret'>, events: ChannelEvents) => () => void;
