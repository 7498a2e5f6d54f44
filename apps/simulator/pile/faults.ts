import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between } from '../model/chance.ts';
import type { Time } from '../time.ts';
import type { Channel, Dial, ChannelMessage } from './channel.ts';

/** What may happen to messages, as shares of them from 0 to 1. */
export interface Disturbance {
  readonly drop?: number;
  readonly duplicate?: number;
  /** A message is held back until the next one has gone. */
  readonly reorder?: number;
  readonly delay?: number;
  readonly delayMs?: readonly [number, number];
  /** The connection is cut instead of sending. */
  readonly cut?: number;
  /** The platform's messages suffer too. */
  readonly inbound?: boolean;
}

/** Switched on and off while a pile runs. */
export interface LineConditions {
  now: Disturbance;
}

/** The same connections with bad weather on them. Seeded: the same numbers bring the same storms. */
export const disturbed =
  (dial: Dial, weather: LineConditions, world: { readonly time: Time; readonly rng: Rng }): Dial =>
  (pile, events) => {
    const inbound = createPath((message) => events.heard(message), world);
    return dial(pile, {
      opened: (channel) => events.opened(stormy(channel, weather, world)),
      heard: (message) => (weather.now.inbound ? inbound.pass(message, weather.now, () => undefined) : events.heard(message)),
      closed: (why) => {
        inbound.end();
        events.closed(why);
      },
    });
  };

const stormy = (channel: Channel, weather: LineConditions, world: { readonly time: Time; readonly rng: Rng }): Channel => {
  const outbound = createPath((message) => channel.send(message), world);
  const cut = (): void => {
    outbound.end();
    channel.cut();
  };
  return {
    send: (message) => outbound.pass(message, weather.now, cut),
    close: () => {
      outbound.end();
      channel.close();
    },
    cut,
  };
};

/** A held message goes at the latest after this. */
const HOLD_MS = 2_000;

/** One direction of a connection. */
const createPath = (deliver: (message: ChannelMessage) => void, { time, rng }: { readonly time: Time; readonly rng: Rng }) => {
  let open = true;
  let held: ChannelMessage | undefined;
  const give = (message: ChannelMessage): void => {
    if (open) deliver(message);
  };
  const release = (): void => {
    const message = held;
    held = undefined;
    if (message !== undefined) give(message);
  };
  return {
    end: () => {
      open = false;
    },
    pass: (message: ChannelMessage, weather: Disturbance, cut: () => void): void => {
      const happens = (share = 0): boolean => share > 0 && rng() < share;
      if (happens(weather.cut)) return cut();
      if (happens(weather.drop)) return;
      if (held === undefined && happens(weather.reorder)) {
        held = message;
        time.after(HOLD_MS, release);
        return;
      }
      const times = happens(weather.duplicate) ? 2 : 1;
      for (let i = 0; i < times; i += 1) {
        if (happens(weather.delay)) time.after(between(rng, ...(weather.delayMs ?? [100, 3_000])), () => give(message));
        else give(message);
      }
      release();
    },
  };
};
