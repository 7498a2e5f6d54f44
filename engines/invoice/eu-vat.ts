import { plainTaxCode } from './tax-code.ts';
import type { TaxCodeVerdict } from './tax-code.ts';

/**
 * VAT numbers of the European Union with their prefix of the country, and of Northern Ireland (XI). The form of each country is checked, and the check
 * digits of those whose rule is simple. The rules are those of the national offices, as python-stdnum collects them.
 */

interface VatCountry {
  readonly shape: RegExp;
  /** Of the number without its prefix; a country without it is checked by its form alone. */
  readonly isSound?: (number: string) => boolean;
}

const digitsOf = (text: string): readonly number[] => [...text].map(Number);
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digitsOf(text)[at] ?? 0), 0);

/** Every second digit from the right is doubled, and its digits are added. */
const isLuhn = (text: string): boolean =>
  digitsOf(text)
    .toReversed()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0) %
    10 ===
  0;

/** ISO 7064, MOD 11,10. */
const isMod11And10 = (text: string): boolean => {
  const check = digitsOf(text).reduce((before, digit) => ((((before || 10) * 2) % 11) + digit) % 10, 5);
  return check === 1;
};

const isAustrian = (text: string): boolean => {
  const sum = digitsOf(text.slice(1, 8)).reduce((total, digit, at) => {
    const product = digit * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 10) + (product % 10);
  }, 4);
  return (10 - (sum % 10)) % 10 === Number(text.at(-1));
};

const isFrench = (text: string): boolean => {
  const siren = text.slice(2);
  // A key with letters is given to few, and its rule is another one.
  return isLuhn(siren) && (!/^\d\d/u.test(text) || Number(`${siren}12`) % 97 === Number(text.slice(0, 2)));
};

const isDutch = (text: string): boolean => {
  const isOld = (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) - Number(text.charAt(8))) % 11 === 0;
  return isOld || mod97(`NL${text}`) === 1;
};

/** Letters count as two digits, A = 10. */
const mod97 = (text: string): number => Number(BigInt([...text].map((letter) => Number.parseInt(letter, 36)).join('')) % 97n);

const isGreek = (text: string): boolean => {
  const sum = digitsOf(text.slice(0, 8)).reduce((total, digit) => total * 2 + digit, 0);
  return ((sum * 2) % 11) % 10 === Number(text.at(-1));
};

const countries: Readonly<Record<string, VatCountry>> = {
  AT: { shape: /^U\d{8}$/u, isSound: isAustrian },
  BE: { shape: /^[01]\d{9}$/u, isSound: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)) },
  BG: { shape: /^\d{9,10}$/u },
  CY: { shape: /^\d{8}[A-Z]$/u },
  CZ: { shape: /^\d{8,10}$/u },
  DE: { shape: /^[1-9]\d{8}$/u, isSound: isMod11And10 },
  DK: { shape: /^[1-9]\d{7}$/u, isSound: (text) => weighted(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^\d{9}$/u, isSound: (text) => weighted(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: { shape: /^\d{9}$/u, isSound: isGreek },
  ES: { shape: /^[0-9A-Z]\d{7}[0-9A-Z]$/u },
  FI: { shape: /^\d{8}$/u, isSound: (text) => weighted(text, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: { shape: /^[0-9A-HJ-NP-Z]{2}\d{9}$/u, isSound: isFrench },
  HR: { shape: /^\d{11}$/u, isSound: isMod11And10 },
  HU: { shape: /^\d{8}$/u, isSound: (text) => weighted(text, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { shape: /^\d[0-9A-Z+*]\d{5}[A-Z]{1,2}$/u },
  IT: { shape: /^\d{11}$/u, isSound: isLuhn },
  LT: { shape: /^\d{9}$|^\d{12}$/u },
  LU: { shape: /^\d{8}$/u, isSound: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)) },
  LV: { shape: /^\d{11}$/u },
  MT: { shape: /^\d{8}$/u, isSound: (text) => weighted(text, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  NL: { shape: /^\d{9}B\d{2}$/u, isSound: isDutch },
  PL: { shape: /^\d{10}$/u, isSound: (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text.at(-1)) },
  PT: { shape: /^\d{9}$/u, isSound: (text) => ((11 - (weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(text.at(-1)) },
  RO: {
    shape: /^[1-9]\d{1,9}$/u,
    isSound: (text) => ((10 * weighted(text.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === Number(text.at(-1)),
  },
  SE: { shape: /^\d{10}01$/u, isSound: (text) => isLuhn(text.slice(0, 10)) },
  SI: { shape: /^[1-9]\d{7}$/u, isSound: (text) => (11 - (weighted(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(text.at(-1)) },
  SK: { shape: /^[1-9]\d{9}$/u, isSound: (text) => Number(text) % 11 === 0 },
  XI: { shape: /^\d{9}$|^\d{12}$/u },
};

/** A VAT number with its prefix, such as `DE136695976`. */
export const judgeVatNumber = (typed: string): TaxCodeVerdict => {
  const code = plainTaxCode(typed).replaceAll('.', '');
  const country = countries[code.slice(0, 2)];
  const number = code.slice(2);
  if (!country || !country.shape.test(number)) return 'wrong';
  if (!country.isSound) return 'unchecked';
  return country.isSound(number) ? 'sound' : 'wrong';
};
