import { concat } from './bytes.ts';

/** What a protocol says about the outside of its frames. */
export interface Framing {
  readonly magic: Uint8Array;
  readonly headerSize: number;
  /** Size of the whole frame whose header begins at `at`; 0 when no frame of ours begins like that. */
  frameSize(bytes: Uint8Array, at: number): number;
  /** Whether the checksum of bytes `from` up to `to` is right. */
  intact(bytes: Uint8Array, from: number, to: number): boolean;
}

export interface DeframerLimits {
  /** Bytes that may wait when the next chunk comes. */
  readonly bufferMax: number;
  /** Bytes in a row that belong to no frame before the stream is given up. */
  readonly badBytesMax: number;
}

const NOTHING = new Uint8Array(0);

/**
 * Cuts a byte stream into frames. Looks for the magic, believes nothing until the checksum is right, and drops one byte when it
 * is not, so that the next good frame is always found. Keeps no memory between frames. Pull with `next` after each `push`.
 */
export class Deframer {
  /** Bytes dropped since the last good frame. */
  badBytes = 0;
  /** Bytes dropped since the start. */
  badBytesTotal = 0;
  private rest: Uint8Array = NOTHING;
  private at = 0;
  private overfull = false;
  private readonly framing: Framing;
  private readonly limits: DeframerLimits;

  constructor(framing: Framing, limits: DeframerLimits) {
    this.framing = framing;
    this.limits = limits;
  }

  /** Bytes that wait. */
  get waiting(): number {
    return this.rest.length - this.at;
  }

  /** The stream is not worth reading on: too much garbage, or more than may wait. */
  get broken(): boolean {
    return this.overfull || this.badBytes > this.limits.badBytesMax;
  }

  push(chunk: Uint8Array): void {
    if (this.waiting > this.limits.bufferMax) this.overfull = true;
    if (this.broken) return;
    this.rest = this.waiting === 0 ? chunk : concat(this.rest.subarray(this.at), chunk);
    this.at = 0;
  }

  /** The next good frame as a view, valid until the next `push`; undefined when more bytes are needed or the stream is broken. */
  next(): Uint8Array | undefined {
    while (!this.broken && this.findMagic()) {
      const size = this.framing.frameSize(this.rest, this.at);
      if (size > this.waiting) break;
      if (size === 0 || !this.framing.intact(this.rest, this.at, this.at + size)) {
        this.drop(1);
        continue;
      }
      const frame = this.rest.subarray(this.at, this.at + size);
      this.at += size;
      this.badBytes = 0;
      return frame;
    }
    this.settle();
    return undefined;
  }

  /** The rest of a frame has not come in time: what waits was no frame. Pull with `next` afterwards. */
  stalled(): void {
    if (this.waiting > 0) this.drop(1);
  }

  /** Moves to where a whole header with the magic lies; false when there is none yet. */
  private findMagic(): boolean {
    const [first, second] = this.framing.magic;
    const { rest } = this;
    let at = this.at;
    while (at < rest.length && !(rest[at] === first && (at + 1 === rest.length || rest[at + 1] === second))) at += 1;
    this.drop(at - this.at);
    return this.waiting >= this.framing.headerSize;
  }

  private drop(count: number): void {
    this.at += count;
    this.badBytes += count;
    this.badBytesTotal += count;
  }

  /** Copies what is left, so that a few waiting bytes do not hold a whole chunk of the socket. */
  private settle(): void {
    if (this.at === 0) return;
    this.rest = this.waiting === 0 ? NOTHING : this.rest.slice(this.at);
    this.at = 0;
  }
}
