/** Bounds of the native protocol. */

export const HEADER_BYTES = 28;
export const CRC_BYTES = 2;
export const PAYLOAD_MAX_BYTES = 16_384;
/** The JSON body of a login; one without blanks has about 250 bytes. */
export const RECORD_LOGIN_MAX_BYTES = 1_024;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;
export const SECRET_BYTES = 16;
export const CP_CODE_BYTES = 16;

/** Bytes that a newer device may append to a known message. The bound keeps a damaged length from including the following frames. */
export const EXTENSION_MAX_BYTES = 64;

export const BUFFER_MAX_BYTES = 65_536;
export const BAD_BYTES_MAX = 100;
