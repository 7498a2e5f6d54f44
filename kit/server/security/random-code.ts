import { randomFillSync } from 'node:crypto';

/** Letters and digits of which none looks like another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A call of the system takes as long for these as for one code. */
const random = Buffer.alloc(4_096);
let used = random.length;

/** A code of five random bits a letter, so that nobody can guess it; at most 4,096 letters. */
export const randomCode = (length: number): string => {
  if (used + length > random.length) {
    randomFillSync(random);
    used = 0;
  }
  let code = '';
  for (const byte of random.subarray(used, used + length)) code += ALPHABET.charAt(byte & 31);
  used += length;
  return code;
};
