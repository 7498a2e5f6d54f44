import { concat } from './bytes.ts';

/** The frame format of a protocol, as far as the deframer needs it. */
export interface Framing {
  /** Two bytes. */
  readonly magic: Uint8Array;
  readonly headerSize: number;
  /** Size of the whole frame whose header begins at `at`; 0 when no valid frame begins there. */
  frameSize(bytes: Uint8Array, at: number): number;
  /** Whether the checksum over bytes `from` up to `to` is correct. */
  intact(bytes: Uint8Array, from: number, to: number): boolean;
}

export interface DeframerLimits {
  /** Maximum number of bytes that may be buffered when the next chunk arrives. */
  readonly bufferMax: number;
  /** Number of consecutive bytes outside any frame after which the stream is abandoned. */
  readonly badBytesMax: number;
}

const NOTHING = new Uint8Array(0);
const NONE = -1;

/**
 * Cuts a byte stream into frames. It looks for the magic bytes, trusts nothing until the checksum is correct, and drops one byte
 * when it is not, so that the next good frame is always found. A 16-bit checksum accepts one damaged frame in 65,536, and such a
 * frame may include the beginning of the next one: when garbage follows a frame, the deframer looks for a frame that begins inside
 * it and ends after it. Call `next` after each `push`.
 */
export class Deframer {
  /** Bytes dropped since the last good frame. */
  badBytes = 0;
  /** Bytes dropped since the start. */
  badBytesTotal = 0;
  private rest: Uint8Array = NOTHING;
  private at = 0;
  /** Start of the last frame, until it is clear what follows it. */
  private lastAt = NONE;
  /** End of the frame that is examined again: only a frame that ends later counts. */
  private floor = 0;
  private overfull = false;
  private readonly framing: Framing;
  private readonly limits: DeframerLimits;

  constructor(framing: Framing, limits: DeframerLimits) {
    this.framing = framing;
    this.limits = limits;
  }

  /** Number of buffered bytes. */
  get waiting(): number {
    return this.rest.length - this.at;
  }

  /** Whether the stream should be abandoned: too much garbage, or too many buffered bytes. */
  get broken(): boolean {
    return this.overfull || this.badBytes > this.limits.badBytesMax;
  }

  push(chunk: Uint8Array): void {
    if (this.waiting > this.limits.bufferMax) this.overfull = true;
    if (this.broken) return;
    if (this.waiting === 0 && chunk.length > 1 && this.isMagic(chunk, 0)) this.forget();
    this.rest = this.rest.length === 0 ? chunk : concat(this.rest, chunk);
  }

  /** The next good frame as a view, valid until the next `push`; undefined when more bytes are needed or the stream is broken. */
  next(): Uint8Array | undefined {
    while (!this.broken && this.findMagic()) {
      const size = this.framing.frameSize(this.rest, this.at);
      if (size > this.waiting) break;
      const end = this.at + size;
      if (size === 0 || end <= this.floor || !this.framing.intact(this.rest, this.at, end)) {
        this.drop(1);
        continue;
      }
      this.lastAt = this.at;
      this.at = end;
      this.badBytes = 0;
      return this.rest.subarray(this.lastAt, end);
    }
    this.settle();
    return undefined;
  }

  /** The rest of a frame has not arrived in time, so the buffered bytes were no frame. Call `next` afterwards. */
  stalled(): void {
    if (this.waiting > 0) this.drop(1);
  }

  /** Moves to where a whole header with the magic lies; false when there is none yet. */
  private findMagic(): boolean {
    if (this.waiting > 0 && this.lastAt !== NONE && !this.isMagic(this.rest, this.at)) this.lookInside();
    let at = this.at;
    while (at < this.rest.length && !this.isMagic(this.rest, at)) at += 1;
    this.drop(at - this.at);
    return this.waiting >= this.framing.headerSize;
  }

  private lookInside(): void {
    this.floor = this.at;
    this.at = this.lastAt + 1;
    this.lastAt = NONE;
  }

  /** Whether the magic lies at `at`, as far as there are bytes. */
  private isMagic(bytes: Uint8Array, at: number): boolean {
    const { magic } = this.framing;
    return bytes[at] === magic[0] && (at + 1 === bytes.length || bytes[at + 1] === magic[1]);
  }

  /** Bytes that were part of a good frame do not count as garbage. */
  private drop(count: number): void {
    const bad = Math.max(0, this.at + count - Math.max(this.at, this.floor));
    this.at += count;
    this.badBytes += bad;
    this.badBytesTotal += bad;
  }

  /** Copies the remaining bytes together with the frame before them, so that a few bytes do not keep a whole socket chunk in memory. */
  private settle(): void {
    const from = this.lastAt === NONE ? this.at : this.lastAt;
    if (from === 0) return;
    this.rest = from === this.rest.length ? NOTHING : this.rest.slice(from);
    this.at -= from;
    this.floor = Math.max(0, this.floor - from);
    this.lastAt = this.lastAt === NONE ? NONE : 0;
  }

  private forget(): void {
    this.rest = NOTHING;
    this.at = 0;
    this.floor = 0;
    this.lastAt = NONE;
  }
}
