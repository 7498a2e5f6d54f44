export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  bytes.length >= first.length && first.every((byte, index) => bytes[index] === byte);

/** Letters of a chunk's or segment's name. */
export const lettersAt = (bytes: Uint8Array, at: number, count: number): string => String.fromCharCode(...bytes.subarray(at, at + count));

export const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
