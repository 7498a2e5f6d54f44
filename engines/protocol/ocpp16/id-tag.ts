import { sha256Hex } from '../digest.ts';

/** OCPP 1.6 idTags have at most 20 characters and ignore case. */
export const ID_TAG_LENGTH_MAX = 20;

/**
 * The idTag a platform start travels under. A number that fits travels as it is; a longer one as `R` and 19 characters of its
 * digest (95 bits), the same each time, so that a repeated start carries the same tag and two orders never share one.
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

/** Crockford's base 32: no letters that are mistaken for digits when someone reads a log aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
