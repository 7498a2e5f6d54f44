import { EncodeError, fromHex, toHex, type Reader } from './bytes.ts';
import { pick, type Rng, type ScalarKind } from './kind.ts';

/**
 * ASCII of a fixed width, padded with zeros. Reading ends at the first 00 or FF, which some makers use for padding, and shows any other unprintable
 * byte as `?`: an unreadable character in a VIN must not cause the loss of its order.
 */
export const ascii = (size: number): ScalarKind<string> => ({
  minSize: size,
  maxSize: size,
  get: (reader) => readAscii(reader, size),
  put: (writer, value) => {
    if (value.length > size) throw new EncodeError(`"${value}" is longer than ${size} characters`);
    const from = writer.grow(size);
    for (let i = 0; i < value.length; i += 1) writer.bytes[from + i] = asciiCode(value, i);
  },
  sample: (rng) => sampleAscii(rng, pick(rng, 0, size)),
  text: (value) => value,
  parse: (text) => text,
});

/** UTF-8 of a fixed width in bytes, padded with zeros. */
export const utf8 = (size: number): ScalarKind<string> => ({
  minSize: size,
  maxSize: size,
  get: (reader) => {
    const bytes = reader.take(size);
    const end = bytes.indexOf(0);
    return DECODER.decode(end < 0 ? bytes : bytes.subarray(0, end));
  },
  put: (writer, value) => {
    const bytes = utf8Bytes(value, size);
    const from = writer.grow(size);
    writer.bytes.set(bytes, from);
  },
  sample: (rng) => sampleUtf8(rng, size),
  text: (value) => value,
  parse: (text) => text,
});

/** UTF-8 with its length in bytes before it, in `lengthSize` bytes. A zero character cannot be stored, so it is read as an unreadable character. */
export const text = (lengthSize: 1 | 2, max: number): ScalarKind<string> => ({
  minSize: lengthSize,
  maxSize: lengthSize + max,
  get: (reader) => decoded(reader.take(reader.uint(lengthSize))),
  put: (writer, value) => {
    const bytes = utf8Bytes(value, max);
    writer.uint(bytes.length, lengthSize);
    writer.put(bytes);
  },
  sample: (rng) => sampleUtf8(rng, Math.min(max, 40)),
  text: (value) => value,
  parse: (value) => value,
});

/** UTF-8 up to the end of the body. Allowed only as the last field. */
export const tail = (max: number): ScalarKind<string> => ({
  minSize: 0,
  maxSize: max,
  get: (reader) => decoded(reader.take(reader.left)),
  put: (writer, value) => writer.put(utf8Bytes(value, max)),
  sample: (rng) => sampleUtf8(rng, Math.min(max, 40)),
  text: (value) => value,
  parse: (value) => value,
});

/** Raw bytes of a fixed width, as upper-case hex. */
export const hex = (size: number): ScalarKind<string> => ({
  minSize: size,
  maxSize: size,
  get: (reader) => toHex(reader.take(size)),
  put: (writer, value) => {
    const bytes = fromHex(value);
    if (bytes.length !== size) throw new EncodeError(`${value} is not ${size} bytes`);
    writer.put(bytes);
  },
  sample: (rng) => toHex(Uint8Array.from({ length: size }, () => pick(rng, 0, 255))),
  text: (value) => value,
  parse: (value) => value.toUpperCase(),
});

/** The longest beginning of `value` that fits into `size` bytes of UTF-8, cut between characters. */
export const fitUtf8 = (value: string, size: number): string => {
  let used = 0;
  let fitted = '';
  for (const character of value) {
    used += ENCODER.encode(character).length;
    if (used > size) break;
    fitted += character;
  }
  return fitted;
};

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

const decoded = (bytes: Uint8Array): string => DECODER.decode(bytes).replaceAll('\0', '\uFFFD');

const readAscii = (reader: Reader, size: number): string => {
  const from = reader.skip(size);
  let value = '';
  for (let i = from; i < from + size; i += 1) {
    const byte = reader.bytes[i]!;
    if (byte === 0 || byte === 0xff) break;
    value += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '?';
  }
  return value;
};

const asciiCode = (value: string, i: number): number => {
  const unit = value.charCodeAt(i);
  if (unit < 0x20 || unit > 0x7e) throw new EncodeError(`"${value}" is not printable ASCII`);
  return unit;
};

const utf8Bytes = (value: string, max: number): Uint8Array => {
  const bytes = ENCODER.encode(value);
  if (bytes.length > max) throw new EncodeError(`"${value}" is longer than ${max} bytes`);
  if (bytes.includes(0)) throw new EncodeError('a text may not contain the zero character');
  return bytes;
};

const sampleAscii = (rng: Rng, length: number): string => Array.from({ length }, () => String.fromCharCode(pick(rng, 0x20, 0x7e))).join('');

const ALPHABET = [...'abcXYZ019 -äß中文充电桩😀'];
const sampleUtf8 = (rng: Rng, max: number): string =>
  fitUtf8(Array.from({ length: pick(rng, 0, max) }, () => ALPHABET[pick(rng, 0, ALPHABET.length - 1)]).join(''), max);
