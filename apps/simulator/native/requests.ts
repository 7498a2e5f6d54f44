import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { replyType } from '#engines/protocol/native/frame.ts';
import { writeReply, writeRequest, type PileLink } from '#engines/protocol/native/client.ts';
import type { Cancel, Time } from '../time.ts';

/** A request or an answer of the pile, in either variant of the protocol. */
export type RequestMessage = Parameters<typeof writeRequest>[1];
export type CommandReplyMessage = Parameters<typeof writeReply>[1]['message'];

/** How a request ended: with a reply, without one after all retries, or because the connection ended. */
export type Answer<Reply> = Reply | 'silence' | 'disconnected';

interface PendingRequest<Reply> {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly waits: number[];
  readonly settle: (answer: Answer<Reply>) => void;
  cancel: Cancel;
}

/** A request is sent again after 5, 10 and 20 s; then follows a last wait. */
const WAITS_MS = [5_000, 10_000, 20_000, 20_000] as const;
/** The most requests without an answer; beyond it the oldest one fails. */
const PENDING_MAX = 64;

/** The requests of one connection that wait for their answers. */
export class Requests<Reply extends { readonly type: string }> {
  private link: PileLink;
  private readonly pending = new Map<number, PendingRequest<Reply>>();
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

  request(message: RequestMessage, { stored = false }: { readonly stored?: boolean } = {}): Promise<Answer<Reply>> {
    const sent = writeRequest(this.link, message, { crypto: nodeCrypto, stored });
    this.link = sent.link;
    const { sequence, bytes } = sent;
    return new Promise((settle) => {
      const pending: PendingRequest<Reply> = { type: replyType(message.type), bytes, waits: [...WAITS_MS], settle, cancel: () => undefined };
      this.pending.set(sequence, pending);
      if (this.pending.size > PENDING_MAX) this.dropOldest();
      this.resend(sequence, pending);
    });
  }

  reply(sequence: number, message: CommandReplyMessage): void {
    const sent = writeReply(this.link, { sequence, message }, nodeCrypto);
    this.link = sent.link;
    this.write(sent.bytes);
  }

  /** Handles an answer of the platform. One that no request waits for is ignored. */
  receive(sequence: number, reply: Reply): void {
    const pending = this.pending.get(sequence);
    if (!pending || pending.type !== reply.type) return;
    this.pending.delete(sequence);
    pending.cancel();
    pending.settle(reply);
  }

  end(): void {
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const pending of lost) {
      pending.cancel();
      pending.settle('disconnected');
    }
  }

  private resend(sequence: number, pending: PendingRequest<Reply>): void {
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
