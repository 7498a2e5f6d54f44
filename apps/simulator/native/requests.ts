import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { replyType } from '#engines/protocol/native/frame.ts';
import { writeReply, writeRequest, type ReceivedFrame, type PileLink } from '#engines/protocol/native/client.ts';
import type { PileReply, PileRequest, PlatformReply } from '#engines/protocol/native/messages.ts';
import type { Cancel, Time } from '../time.ts';

/** How a request ended: with a reply, without one after all retries, or because the connection ended. */
export type Answer = PlatformReply | 'silence' | 'disconnected';

interface PendingRequest {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly waits: number[];
  readonly settle: (answer: Answer) => void;
  cancel: Cancel;
}

/** A request is sent again after 5, 10 and 20 s; then follows a last wait. */
const WAITS_MS = [5_000, 10_000, 20_000, 20_000] as const;
/** The most requests without an answer; beyond it the oldest one fails. */
const PENDING_MAX = 64;

/** The requests of one connection that wait for their answers. */
export class Requests {
  private link: PileLink;
  private readonly pending = new Map<number, PendingRequest>();
  private readonly write: (bytes: Uint8Array) => void;
  private readonly time: Time;

  constructor(link: PileLink, write: (bytes: Uint8Array) => void, time: Time) {
    this.link = link;
    this.write = write;
    this.time = time;
  }

  get state(): PileLink {
    return this.link;
  }

  request(message: PileRequest, { stored = false } = {}): Promise<Answer> {
    const sent = writeRequest(this.link, message, { crypto: nodeCrypto, stored });
    this.link = sent.link;
    const { sequence, bytes } = sent;
    return new Promise((settle) => {
      const pending: PendingRequest = { type: replyType(message.type), bytes, waits: [...WAITS_MS], settle, cancel: () => undefined };
      this.pending.set(sequence, pending);
      if (this.pending.size > PENDING_MAX) this.dropOldest();
      this.resend(sequence, pending);
    });
  }

  reply(sequence: number, message: PileReply): void {
    const sent = writeReply(this.link, { sequence, message }, nodeCrypto);
    this.link = sent.link;
    this.write(sent.bytes);
  }

  /** Handles an answer of the platform; false if no request waits for it. */
  receive({ sequence, message }: ReceivedFrame): boolean {
    const pending = this.pending.get(sequence);
    if (!pending || pending.type !== message.type || !isReply(message)) return false;
    this.pending.delete(sequence);
    pending.cancel();
    pending.settle(message);
    return true;
  }

  end(): void {
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const pending of lost) {
      pending.cancel();
      pending.settle('disconnected');
    }
  }

  private resend(sequence: number, pending: PendingRequest): void {
    const wait = pending.waits.shift();
    if (wait === undefined) {
      this.pending.delete(sequence);
      pending.settle('silence');
      return;
    }
    pending.cancel = this.time.after(wait, () => this.resend(sequence, pending));
    this.write(pending.bytes);
  }

  private dropOldest(): void {
    for (const [sequence, pending] of this.pending) {
      this.pending.delete(sequence);
      pending.cancel();
      pending.settle('silence');
      return;
    }
  }
}

const isReply = (message: ReceivedFrame['message']): message is PlatformReply => message.type.startsWith('01');
