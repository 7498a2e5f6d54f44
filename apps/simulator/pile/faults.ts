import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between } from '../model/random.ts';
import type { Time } from '../time.ts';
import type { Channel, Dial, ChannelMessage } from './channel.ts';

/** Faults of messages, as shares from 0 to 1. */
export interface MessageFaults {
  readonly drop?: number;
  readonly duplicate?: number;
  /** A message is held back until the next one has gone. */
  readonly reorder?: number;
  readonly delay?: number;
  readonly delayMs?: readonly [number, number];
  /** The connection is cut instead of sending. */
  readonly cut?: number;
  /** The faults apply to messages of the platform too. */
  readonly inbound?: boolean;
}

/** The faults that apply now; they can be changed while a pile runs. */
export interface LineConditions {
  now: MessageFaults;
}

/** The same connections with faults. The same seed gives the same faults. */
export const withFaults =
  (dial: Dial, conditions: LineConditions, deps: { readonly time: Time; readonly rng: Rng }): Dial =>
  (pile, events) => {
    const inbound = createFaultyPath((message) => events.received(message), deps);
    return dial(pile, {
      opened: (channel) => events.opened(withOutboundFaults(channel, conditions, deps)),
      received: (message) => (conditions.now.inbound ? inbound.pass(message, conditions.now, () => undefined) : events.received(message)),
      closed: (why) => {
        inbound.end();
        events.closed(why);
      },
    });
  };

const withOutboundFaults = (channel: Channel, conditions: LineConditions, deps: { readonly time: Time; readonly rng: Rng }): Channel => {
  const outbound = createFaultyPath((message) => channel.send(message), deps);
  const cut = (): void => {
    outbound.end();
    channel.cut();
  };
  return {
    send: (message) => outbound.pass(message, conditions.now, cut),
    close: () => {
      outbound.end();
      channel.close();
    },
    cut,
  };
};

/** The longest time that a message is held back. */
const HOLD_MS = 2_000;

/** One direction of a connection. */
const createFaultyPath = (deliver: (message: ChannelMessage) => void, { time, rng }: { readonly time: Time; readonly rng: Rng }) => {
  let open = true;
  let held: ChannelMessage | undefined;
  const deliverIfOpen = (message: ChannelMessage): void => {
    if (open) deliver(message);
  };
  const release = (): void => {
    const message = held;
    held = undefined;
    if (message !== undefined) deliverIfOpen(message);
  };
  return {
    end: () => {
      open = false;
    },
    pass: (message: ChannelMessage, faults: MessageFaults, cut: () => void): void => {
      const occurs = (share = 0): boolean => share > 0 && rng() < share;
      if (occurs(faults.cut)) return cut();
      if (occurs(faults.drop)) return;
      if (held === undefined && occurs(faults.reorder)) {
        held = message;
        time.after(HOLD_MS, release);
        return;
      }
      const times = occurs(faults.duplicate) ? 2 : 1;
      for (let i = 0; i < times; i += 1) {
        if (occurs(faults.delay)) time.after(between(rng, ...(faults.delayMs ?? [100, 3_000])), () => deliverIfOpen(message));
        else deliverIfOpen(message);
      }
      release();
    },
  };
};
