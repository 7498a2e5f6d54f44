import { formatScaled } from './scaled.ts';

/** Signs that no other currency of the product has; another currency shows its code. */
const signs: Readonly<Record<string, string>> = { CNY: '¥', EUR: '€', GBP: '£' };
const MINOR_DIGITS = 2;

/** An amount in minor units for letters and documents: `¥1,234.50`, `-SEK 3.00`. */
export const amountText = (cents: bigint, currency: string): string => {
  const [whole = '0', fraction = '00'] = formatScaled(cents < 0n ? -cents : cents, MINOR_DIGITS).split('.');
  const sign = signs[currency] ?? `${currency} `;
  return `${cents < 0n ? '-' : ''}${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
};
