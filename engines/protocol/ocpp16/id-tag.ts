import { sha256Hex } from '../digest.ts';

/** OCPP 1.6 idTags have at most 20 characters and ignore case. */
export const ID_TAG_LENGTH_MAX = 20;

/**
 * The idTag of a start by the platform. A number that fits is used unchanged; a longer number becomes `R` and 19 characters of its digest (95 bits).
 * The result is the same each time, so a repeated start has the same tag and two orders never share one.
 */
export const idTagOf = (chargingOrderNo: string): string => {
  if (chargingOrderNo.length <= ID_TAG_LENGTH_MAX) return chargingOrderNo.toUpperCase();
  let bits = BigInt(`0x${sha256Hex(chargingOrderNo.toUpperCase()).slice(0, 24)}`);
  let text = '';
  for (let count = 1; count < ID_TAG_LENGTH_MAX; count += 1) {
    text += alphabet.charAt(Number(bits & 31n));
    bits >>= 5n;
  }
  return `R${text}`;
};

/** Crockford's base 32 has no letters that are easily confused when somebody reads a log aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
