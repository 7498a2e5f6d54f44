import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between } from '../model/chance.ts';
import type { Cancel, Time } from '../time.ts';
import type { Channel, Dial, ChannelMessage } from './channel.ts';
import type { PileFacts } from './facts.ts';

/** How a pile waits between attempts: doubling from the first, with jitter, up to the longest. */
export interface RetryTimes {
  readonly firstMs: number;
  readonly longestMs: number;
  /** An attempt that takes longer has failed. */
  readonly openMs: number;
}

export const PATIENCE: RetryTimes = { firstMs: 1_000, longestMs: 60_000, openMs: 20_000 };

export interface UplinkEvents {
  opened(): void;
  heard(message: ChannelMessage): void;
  closed(detail: string): void;
}

/** A connection that comes back whenever it is lost. */
export class Uplink {
  /** Counts connections that opened. */
  count = 0;
  private readonly pile: PileFacts;
  private readonly dial: Dial;
  private readonly world: { readonly time: Time; readonly rng: Rng; readonly patience: RetryTimes };
  private readonly events: UplinkEvents;
  private channel: Channel | undefined;
  private giveUp: (() => void) | undefined;
  private cancelWait: Cancel = () => undefined;
  private wanted = false;
  private failures = 0;
  private generation = 0;
  private atLeastMs = 0;
  private exactlyMs: number | undefined;

  constructor(
    pile: PileFacts,
    dial: Dial,
    rest: { readonly time: Time; readonly rng: Rng; readonly patience: RetryTimes; readonly events: UplinkEvents },
  ) {
    this.pile = pile;
    this.dial = dial;
    this.world = rest;
    this.events = rest.events;
  }

  get open(): boolean {
    return this.channel !== undefined;
  }

  start(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.failures = 0;
    this.exactlyMs = undefined;
    this.connect();
  }

  /** The platform has let the pile in: the next loss is met with fresh patience. */
  settled(): void {
    this.failures = 0;
  }

  send(message: ChannelMessage): void {
    this.channel?.send(message);
  }

  /** Not before this long after the connection has ended. */
  notBefore(ms: number): void {
    this.atLeastMs = ms;
  }

  /** Loses the connection; the next attempt follows after `forMs`, or when patience says so. */
  cut(forMs?: number): void {
    this.exactlyMs = forMs;
    const { channel, generation } = this;
    if (!channel) return;
    // Told by us, whatever the connection says of it and when.
    this.lost('cut', generation);
    channel.cut();
  }

  stop(): void {
    this.wanted = false;
    this.cancelWait();
    this.giveUp?.();
    const { channel, generation } = this;
    if (!channel) {
      this.generation += 1;
      return;
    }
    this.lost('closed', generation);
    channel.close();
  }

  private connect(): void {
    this.generation += 1;
    const { generation } = this;
    const isPresent = (): boolean => generation === this.generation;
    this.cancelWait = this.world.time.after(this.world.patience.openMs, () => {
      this.giveUp?.();
      this.lost('no connection in time', generation);
    });
    this.giveUp = this.dial(this.pile, {
      opened: (channel) => {
        if (!isPresent()) return channel.cut();
        this.cancelWait();
        this.giveUp = undefined;
        this.channel = channel;
        this.count += 1;
        this.events.opened();
      },
      heard: (message) => {
        if (isPresent()) this.events.heard(message);
      },
      closed: ({ detail, retryAfterMs }) => {
        if (isPresent() && retryAfterMs !== undefined) this.notBefore(retryAfterMs);
        this.lost(detail, generation);
      },
    });
  }

  private lost(detail: string, generation: number): void {
    if (generation !== this.generation) return;
    this.generation += 1;
    this.cancelWait();
    const wasOpen = this.channel !== undefined;
    this.channel = undefined;
    this.giveUp = undefined;
    if (wasOpen) this.events.closed(detail);
    if (this.wanted) this.cancelWait = this.world.time.after(this.waitMs(), () => this.connect());
  }

  private waitMs(): number {
    const { patience, rng } = this.world;
    const exactlyMs = this.exactlyMs;
    this.exactlyMs = undefined;
    if (exactlyMs !== undefined) return exactlyMs;
    const longest = Math.min(patience.longestMs, patience.firstMs * 2 ** Math.min(this.failures, 16));
    this.failures += 1;
    const waitMs = Math.max(this.atLeastMs, between(rng, longest / 2, longest));
    this.atLeastMs = 0;
    return waitMs;
  }
}
