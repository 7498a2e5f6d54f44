import { concat } from './bytes.ts';

/** The part of a frame format that the deframer needs. */
export interface Framing {
  /** Two bytes. */
  readonly magic: Uint8Array;
  readonly headerSize: number;
  /** Size of the whole frame whose header begins at `at`; 0 when no valid frame begins there. */
  frameSize(bytes: Uint8Array, offset: number): number;
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
 * Cuts a byte stream into frames. It looks for the magic bytes, accepts a frame only when its checksum is correct, and otherwise drops one byte, so
 * that the next good frame is always found. A 16-bit checksum accepts one damaged frame in 65,536, and such a frame may include the beginning of the
 * next one: when garbage follows a frame, the deframer looks for a frame that begins inside it and ends after it. Call `next` after each `push`.
 */
export class Deframer {
  /** Bytes dropped since the last good frame. */
  badBytes = 0;
  /** Bytes dropped since the start. */
  badBytesTotal = 0;
  private rest: Uint8Array = NOTHING;
  private offset = 0;
  /** Start of the last frame, kept until the bytes after it have been examined. */
  private lastAt = NONE;
  /** End of the frame that is examined again; only a frame that ends later counts. */
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
    return this.rest.length - this.offset;
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
      const size = this.framing.frameSize(this.rest, this.offset);
      if (size > this.waiting) break;
      const end = this.offset + size;
      if (size === 0 || end <= this.floor || !this.framing.intact(this.rest, this.offset, end)) {
        this.drop(1);
        continue;
      }
      this.lastAt = this.offset;
      this.offset = end;
      this.badBytes = 0;
      return this.rest.subarray(this.lastAt, end);
    }
    this.settle();
    return undefined;
  }

  /** The rest of a frame has not arrived in time, so the buffered bytes are not a frame. Call `next` afterwards. */
  stalled(): void {
    if (this.waiting > 0) this.drop(1);
  }

  /** Moves to the next complete header with the magic; false when there is none yet. */
  private findMagic(): boolean {
    if (this.waiting > 0 && this.lastAt !== NONE && !this.isMagic(this.rest, this.offset)) this.lookInside();
    let offset = this.offset;
    while (offset < this.rest.length && !this.isMagic(this.rest, offset)) offset += 1;
    this.drop(offset - this.offset);
    return this.waiting >= this.framing.headerSize;
  }

  private lookInside(): void {
    this.floor = this.offset;
    this.offset = this.lastAt + 1;
    this.lastAt = NONE;
  }

  /** Whether the magic begins at `offset`, as far as the bytes have arrived. */
  private isMagic(bytes: Uint8Array, offset: number): boolean {
    const { magic } = this.framing;
    return bytes[offset] === magic[0] && (offset + 1 === bytes.length || bytes[offset + 1] === magic[1]);
  }

  /** Bytes that were part of a good frame do not count as garbage. */
  private drop(count: number): void {
    const badCount = Math.max(0, this.offset + count - Math.max(this.offset, this.floor));
    this.offset += count;
    this.badBytes += badCount;
    this.badBytesTotal += badCount;
  }

  /** Copies the remaining bytes together with the frame before them, so that a few bytes do not keep a whole socket chunk in memory. */
  private settle(): void {
    const from = this.lastAt === NONE ? this.offset : this.lastAt;
    if (from === 0) return;
    this.rest = from === this.rest.length ? NOTHING : this.rest.slice(from);
    this.offset -= from;
    this.floor = Math.max(0, this.floor - from);
    this.lastAt = this.lastAt === NONE ? NONE : 0;
  }

  private forget(): void {
    this.rest = NOTHING;
    this.offset = 0;
    this.floor = 0;
    this.lastAt = NONE;
  }
}
