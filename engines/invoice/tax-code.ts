/** The tax code of an enterprise in China: a unified social credit code of 18 characters (GB 32100), or an older number. */

/** `sound`: the check digit is right. `unchecked`: an older form, of which only the length is known. */
export type TaxCodeVerdict = 'sound' | 'unchecked' | 'wrong';

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CREDIT_SHAPE = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/u;
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const CREDIT_MODULUS = 31;

const ID_CARD_SHAPE = /^[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[0-9X]$/u;
const ID_CARD_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CARD_CHECKS = '10X98765432';

const ORGANISATION_SHAPE = /^[0-9A-Z]{8}[0-9X]$/u;
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];
const ORGANISATION_MODULUS = 11;

/** The area and the code of an organisation, or the number of an identity card with two characters behind it. */
const OLDER_SHAPE = /^\d{6}[0-9A-Z]{9}$|^\d{15}[0-9A-Z]{2}$|^\d{17}[0-9X][0-9A-Z]{2}$/u;

/** As it is printed: without spaces, in capitals. */
export const plainTaxCode = (typed: string): string => typed.replaceAll(/[\s-]/gu, '').toUpperCase();

/** A code of 18 characters must have a right check digit; of 15, 17 or 20 characters only the shape is checked. */
export const judgeChineseTaxCode = (code: string): TaxCodeVerdict => {
  if (code.length === 18) return isCreditCode(code) || isIdCard(code) ? 'sound' : 'wrong';
  return OLDER_SHAPE.test(code) ? 'unchecked' : 'wrong';
};

/** A unified social credit code with a right check digit. */
export const isCreditCode = (code: string): boolean => {
  if (!CREDIT_SHAPE.test(code)) return false;
  const sum = weighted(code, CREDIT_WEIGHTS, (letter) => CREDIT_ALPHABET.indexOf(letter));
  return CREDIT_ALPHABET.charAt((CREDIT_MODULUS - (sum % CREDIT_MODULUS)) % CREDIT_MODULUS) === code.at(-1);
};

/** A sole trader may bill under the number of an identity card (ISO 7064, MOD 11-2). */
export const isIdCard = (code: string): boolean => {
  if (!ID_CARD_SHAPE.test(code)) return false;
  return ID_CARD_CHECKS.charAt(weighted(code, ID_CARD_WEIGHTS, Number) % ID_CARD_CHECKS.length) === code.at(-1);
};

/** The code of an organisation (GB 11714), which is also the second half of a unified social credit code. */
export const isOrganisationCode = (code: string): boolean => {
  if (!ORGANISATION_SHAPE.test(code)) return false;
  const check = ORGANISATION_MODULUS - (weighted(code, ORGANISATION_WEIGHTS, (letter) => Number.parseInt(letter, 36)) % ORGANISATION_MODULUS);
  return (check === ORGANISATION_MODULUS ? '0' : check === ORGANISATION_MODULUS - 1 ? 'X' : String(check)) === code.at(-1);
};

const weighted = (code: string, weights: readonly number[], valueOf: (letter: string) => number): number =>
  weights.reduce((sum, weight, at) => sum + weight * valueOf(code.charAt(at)), 0);
