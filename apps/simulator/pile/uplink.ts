import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between } from '../model/random.ts';
import type { Cancel, Time } from '../time.ts';
import type { Channel, Dial, ChannelMessage } from './channel.ts';
import type { PileFacts } from './facts.ts';

/** How long a pile waits between attempts to connect: doubling from the first wait, with jitter, up to the longest. */
export interface RetryTimes {
  readonly firstMs: number;
  readonly longestMs: number;
  /** An attempt that takes longer fails. */
  readonly openMs: number;
}

export const RETRY_TIMES: RetryTimes = { firstMs: 1_000, longestMs: 60_000, openMs: 20_000 };

export interface UplinkEvents {
  opened(): void;
  received(message: ChannelMessage): void;
  closed(detail: string): void;
}

/** A connection that is opened again whenever it is lost. */
export class Uplink {
  /** Counts the connections that opened. */
  count = 0;
  private readonly pile: PileFacts;
  private readonly dial: Dial;
  private readonly deps: { readonly time: Time; readonly rng: Rng; readonly retryTimes: RetryTimes };
  private readonly events: UplinkEvents;
  private channel: Channel | undefined;
  private abandon: (() => void) | undefined;
  private cancelWait: Cancel = () => undefined;
  private isWanted = false;
  private failures = 0;
  private generation = 0;
  private minWaitMs = 0;
  private fixedWaitMs: number | undefined;

  constructor(
    pile: PileFacts,
    dial: Dial,
    deps: { readonly time: Time; readonly rng: Rng; readonly retryTimes: RetryTimes; readonly events: UplinkEvents },
  ) {
    this.pile = pile;
    this.dial = dial;
    this.deps = deps;
    this.events = deps.events;
  }

  get open(): boolean {
    return this.channel !== undefined;
  }

  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.failures = 0;
    this.fixedWaitMs = undefined;
    this.connect();
  }

  /** The pile has logged in, so the waits after the next loss begin again with the first one. */
  resetWaits(): void {
    this.failures = 0;
  }

  send(message: ChannelMessage): void {
    this.channel?.send(message);
  }

  /** Sets the shortest wait after the end of the connection. */
  waitAtLeast(ms: number): void {
    this.minWaitMs = ms;
  }

  /** Loses the connection; the next attempt follows after `forMs`, or after the usual wait. */
  cut(forMs?: number): void {
    this.fixedWaitMs = forMs;
    const { channel, generation } = this;
    if (!channel) return;
    // The loss is reported here, whatever the connection itself reports later.
    this.handleLoss('cut', generation);
    channel.cut();
  }

  stop(): void {
    this.isWanted = false;
    this.cancelWait();
    this.abandon?.();
    const { channel, generation } = this;
    if (!channel) {
      this.generation += 1;
      return;
    }
    this.handleLoss('closed', generation);
    channel.close();
  }

  private connect(): void {
    this.generation += 1;
    const { generation } = this;
    const isCurrent = (): boolean => generation === this.generation;
    this.cancelWait = this.deps.time.after(this.deps.retryTimes.openMs, () => {
      this.abandon?.();
      this.handleLoss('no connection in time', generation);
    });
    this.abandon = this.dial(this.pile, {
      opened: (channel) => {
        if (!isCurrent()) return channel.cut();
        this.cancelWait();
        this.abandon = undefined;
        this.channel = channel;
        this.count += 1;
        this.events.opened();
      },
      received: (message) => {
        if (isCurrent()) this.events.received(message);
      },
      closed: ({ detail, retryAfterMs }) => {
        if (isCurrent() && retryAfterMs !== undefined) this.waitAtLeast(retryAfterMs);
        this.handleLoss(detail, generation);
      },
    });
  }

  private handleLoss(detail: string, generation: number): void {
    if (generation !== this.generation) return;
    this.generation += 1;
    this.cancelWait();
    const wasOpen = this.channel !== undefined;
    this.channel = undefined;
    this.abandon = undefined;
    if (wasOpen) this.events.closed(detail);
    if (this.isWanted) this.cancelWait = this.deps.time.after(this.waitMs(), () => this.connect());
  }

  private waitMs(): number {
    const { retryTimes, rng } = this.deps;
    const exactlyMs = this.fixedWaitMs;
    this.fixedWaitMs = undefined;
    if (exactlyMs !== undefined) return exactlyMs;
    const longest = Math.min(retryTimes.longestMs, retryTimes.firstMs * 2 ** Math.min(this.failures, 16));
    this.failures += 1;
    const waitMs = Math.max(this.minWaitMs, between(rng, longest / 2, longest));
    this.minWaitMs = 0;
    return waitMs;
  }
}
