import { concat, Reader, Writer } from '../codec/bytes.ts';
import { crc16 } from '../codec/crc16.ts';
import type { Framing } from '../codec/deframer.ts';
import { bcd, u } from '../codec/number.ts';
import { table } from '../codec/table.ts';
import { ascii } from '../codec/text.ts';
import type { NativeCrypto } from './crypto.ts';
import {
  CP_CODE_BYTES,
  CRC_BYTES,
  EXTENSION_MAX_BYTES,
  HEADER_BYTES,
  NONCE_BYTES,
  PAYLOAD_MAX_BYTES,
  RECORD_LOGIN_MAX_BYTES,
  SEAL_BYTES,
} from './limits.ts';
import { bodySizes } from './messages.ts';
import { nativeVersion } from '../codes.ts';

/** The 28 bytes before every payload; `length` is that of the payload. */
export const header = table({
  magic: ascii(2),
  version: u(1),
  flags: u(1),
  type: bcd(2),
  sequence: u(4),
  cpCode: ascii(CP_CODE_BYTES),
  length: u(2),
});

export const version = nativeVersion;
export const flag = { encrypted: 1, reply: 2, stored: 4 } as const;

export interface FrameHead {
  readonly version: number;
  readonly flags: number;
  /** Four digits as printed: `0015`. */
  readonly type: string;
  readonly sequence: number;
  readonly cpCode: string;
}

export interface Frame extends FrameHead {
  /** The whole frame; `payload` is a view of it. */
  readonly bytes: Uint8Array;
  readonly payload: Uint8Array;
}

/** Parses a frame whose checksum the deframer has verified. */
export const readFrame = (bytes: Uint8Array): Frame => {
  const head = header.get(new Reader(bytes));
  const payload = bytes.subarray(HEADER_BYTES, bytes.length - CRC_BYTES);
  return { version: head.version, flags: head.flags, type: head.type, sequence: head.sequence, cpCode: head.cpCode, bytes, payload };
};

/** A frame with an unencrypted payload. */
export const writeFrame = (head: FrameHead, payload: Uint8Array): Uint8Array => withCrc(concat(headerBytes(head, payload.length), payload));

/** A frame with an encrypted payload: nonce, ciphertext, tag; the header is authenticated with it. Sets the flag. */
export const sealFrame = (
  head: FrameHead,
  body: Uint8Array,
  seal: { readonly crypto: NativeCrypto; readonly key: Uint8Array; readonly nonce: Uint8Array },
): Uint8Array => {
  const { crypto, key, nonce } = seal;
  const front = headerBytes({ ...head, flags: head.flags | flag.encrypted }, body.length + SEAL_BYTES);
  return withCrc(concat(front, nonce, crypto.seal({ key, nonce, header: front, body })));
};

/** The body of an encrypted frame, or undefined when the key is wrong or a bit of the header or payload was changed. */
export const openFrame = (frame: Frame, { crypto, key }: { readonly crypto: NativeCrypto; readonly key: Uint8Array }): Uint8Array | undefined => {
  if (frame.payload.length < SEAL_BYTES) return undefined;
  const nonce = frame.payload.subarray(0, NONCE_BYTES);
  return crypto.open({ key, nonce, header: frame.bytes.subarray(0, HEADER_BYTES), sealed: frame.payload.subarray(NONCE_BYTES) });
};

/**
 * The nonce of the `count`-th frame of a connection that began at `openedMs`: 4 random bytes of the connection, then a 64-bit counter that starts at
 * the clock times 2^20, so that no counter value repeats even if the random bytes do.
 */
export const frameNonce = (random: number, openedMs: number, count: number): Uint8Array => {
  const nonce = new Uint8Array(NONCE_BYTES);
  const view = new DataView(nonce.buffer);
  view.setUint32(0, random, true);
  view.setBigUint64(4, (BigInt(openedMs) << 20n) + BigInt(count), true);
  return nonce;
};

/** `0015` is answered by `0115`, `1001` by `1101`. */
export const replyType = (type: string): string => String(Number(type) + 100).padStart(4, '0');

/** The frame format of the native protocol, for the deframer. */
export const framing: Framing = {
  magic: Uint8Array.of(0x45, 0x56),
  headerSize: HEADER_BYTES,
  frameSize: (bytes, offset) => {
    const isKnownVersion = bytes[offset + 2] === version.typed || bytes[offset + 2] === version.records;
    const flags = bytes[offset + 3]!;
    const digits = isBcd(bytes[offset + 4]!) && isBcd(bytes[offset + 5]!);
    const hasPileCode = bytes[offset + 10]! > 0x20 && bytes[offset + 10]! < 0x7f;
    if (!isKnownVersion || flags > 7 || !digits || !hasPileCode) return 0;
    const length = bytes[offset + 26]! + bytes[offset + 27]! * 256;
    return length <= payloadMax(bytes, offset, flags) ? HEADER_BYTES + length + CRC_BYTES : 0;
  },
  intact: (bytes, from, to) => crc16(bytes, from, to - CRC_BYTES) === bytes[to - 2]! + bytes[to - 1]! * 256,
};

const isBcd = (byte: number): boolean => byte >> 4 < 10 && (byte & 15) < 10;

/** A v1.0 pile has proven nothing before its login, so the login is as small as it can be. */
const recordSizes: ReadonlyMap<number, number> = new Map([[Number.parseInt('0000', 16), RECORD_LOGIN_MAX_BYTES]]);

/** The maximum payload of a message of this type, so that a damaged length does not include the frames that follow it. */
const payloadMax = (bytes: Uint8Array, offset: number, flags: number): number => {
  const typeBytes = bytes[offset + 4]! * 256 + bytes[offset + 5]!;
  const sizes = (bytes[offset + 2] === version.typed ? bodySizes : recordSizes).get(typeBytes);
  if (sizes === undefined) return PAYLOAD_MAX_BYTES;
  return Math.min(PAYLOAD_MAX_BYTES, sizes + EXTENSION_MAX_BYTES + (flags & flag.encrypted ? SEAL_BYTES : 0));
};

const headerBytes = (head: FrameHead, length: number): Uint8Array => {
  const writer = new Writer(HEADER_BYTES);
  header.put(writer, { magic: 'EV', ...head, length });
  return writer.done();
};

const withCrc = (bytes: Uint8Array): Uint8Array => {
  const crc = crc16(bytes);
  return concat(bytes, Uint8Array.of(crc & 0xff, crc >> 8));
};
