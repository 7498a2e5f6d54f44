/** Little-endian reading and writing of byte strings. Plain `Uint8Array`, so that the browser can render logged frames too. */

/** A body that is too short or whose counts contradict its length. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** A value that the wire cannot carry exactly: too big, too long, not an integer, not ASCII. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError';
}

/** Walks through bytes; running past the end throws `DecodeError`. */
export class Reader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
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

  /** Moves on and returns where it was. */
  skip(size: number): number {
    const from = this.at;
    if (from + size > this.end) throw new DecodeError(`${size} bytes wanted at ${from}, ${this.end - from} left`);
    this.at = from + size;
    return from;
  }
}

/** Appends to a buffer that grows by doubling. */
export class Writer {
  bytes: Uint8Array;
  at = 0;

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

  /** Makes room for `size` zero bytes and returns where they begin. */
  grow(size: number): number {
    const from = this.at;
    this.at = from + size;
    if (this.at > this.bytes.length) {
      const bigger = new Uint8Array(Math.max(this.bytes.length * 2, this.at));
      bigger.set(this.bytes);
      this.bytes = bigger;
    }
    return from;
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());

/** Upper-case hex, two digits a byte. */
export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
};

/** Bytes of a hex text of either case; throws `EncodeError` on anything else. */
export const fromHex = (text: string): Uint8Array => {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) throw new EncodeError('not a hex text');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
};

/** One byte string out of several. */
export const concat = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
