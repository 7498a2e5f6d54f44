/** A hash of 53 bits that tells bodies apart (two FNV-1a runs). It is cheap, and no secret depends on it. */
export const fingerprint = (bytes: Uint8Array): number => {
  let low = 0x811c9dc5;
  let high = 0xc2b2ae35;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
};
