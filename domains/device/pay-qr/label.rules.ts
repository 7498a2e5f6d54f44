/** Crockford's base32: no I, L, O and U, so that nothing is mistaken. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REF_LENGTH = 8;
const CHECK_LENGTH = 6;
const BITS = 5;

/** What the code on a pile says in place of the code of the pile. */
export interface LabelParts {
  /** 8 random letters and digits. */
  readonly ref: string;
  /** 6 letters and digits that prove that we made it. */
  readonly check: string;
}

/** What the proof of a label is about. */
export const labelText = (ref: string): string => `q1|${ref}`;

/** The first 30 bits of an HMAC as six letters and digits. */
export const checkOf = (mac: Uint8Array): string => {
  const bits = mac.slice(0, 4).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) >> 2n;
  return Array.from({ length: CHECK_LENGTH }, (_unused, index) =>
    ALPHABET.charAt(Number((bits >> BigInt(BITS * (CHECK_LENGTH - 1 - index))) & 31n)),
  ).join('');
};

/** Reads a label as people type it: in small letters, and with letters that look like digits. Undefined for what cannot be one. */
export const readLabel = (label: string): LabelParts | undefined => {
  const text = label.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (text.length !== REF_LENGTH + CHECK_LENGTH || [...text].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return { ref: text.slice(0, REF_LENGTH), check: text.slice(REF_LENGTH) };
};
