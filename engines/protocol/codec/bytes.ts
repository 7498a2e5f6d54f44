/** Little-endian reading and writing of byte strings. Plain `Uint8Array`, so that the browser can render logged frames too. */

/** A body that is too short or whose counts contradict its length. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** A value that the wire cannot carry exactly: too big, too long, not an integer, or not ASCII. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError';
}

/** Reads bytes from an offset on. Reading past the end throws `DecodeError`. */
export class Reader {
  readonly bytes: Uint8Array;
  offset: number;
  readonly end: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  get left(): number {
    return this.end - this.offset;
  }

  /** Unsigned, `size` 1 to 6 bytes. */
  uint(size: number): number {
    const from = this.skip(size);
    let value = 0;
    for (let i = size - 1; i >= 0; i -= 1) value = value * 256 + this.bytes[from + i]!;
    return value;
  }

  /** A view, not a copy. */
  take(size: number): Uint8Array {
    const from = this.skip(size);
    return this.bytes.subarray(from, from + size);
  }

  /** Skips bytes and returns the offset at which they begin. */
  skip(size: number): number {
    const from = this.offset;
    if (from + size > this.end) throw new DecodeError(`${size} bytes wanted at ${from}, ${this.end - from} left`);
    this.offset = from + size;
    return from;
  }
}

/** Appends to a buffer that grows by doubling. */
export class Writer {
  bytes: Uint8Array;
  offset = 0;

  constructor(size = 64) {
    this.bytes = new Uint8Array(size);
  }

  uint(value: number, size: number): void {
    if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** size) throw new EncodeError(`${value} does not fit ${size} bytes`);
    const from = this.grow(size);
    let rest = value;
    for (let i = 0; i < size; i += 1) {
      this.bytes[from + i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }

  put(bytes: Uint8Array): void {
    const from = this.grow(bytes.length);
    this.bytes.set(bytes, from);
  }

  /** Reserves `size` zero bytes and returns the offset at which they begin. */
  grow(size: number): number {
    const from = this.offset;
    this.offset = from + size;
    if (this.offset > this.bytes.length) {
      const bigger = new Uint8Array(Math.max(this.bytes.length * 2, this.offset));
      bigger.set(this.bytes);
      this.bytes = bigger;
    }
    return from;
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.offset);
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());

/** Upper-case hex, two digits a byte. */
export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
};

/** The bytes of a hex text in upper or lower case; throws `EncodeError` on any other text. */
export const fromHex = (text: string): Uint8Array => {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) throw new EncodeError('not a hex text');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
};

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
};
