/** Bounds of the native protocol (native.md sections 2 and 3). */

export const HEADER_BYTES = 28;
export const CRC_BYTES = 2;
export const PAYLOAD_MAX_BYTES = 16_384;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;
export const SECRET_BYTES = 16;
export const CP_CODE_BYTES = 16;

/** What a newer device may append to a message we know. Keeps a damaged length from swallowing the frames behind it. */
export const EXTENSION_MAX_BYTES = 64;

export const BUFFER_MAX_BYTES = 65_536;
export const BAD_BYTES_MAX = 100;
