import { languages } from './language.ts';
import type { Language } from './language.ts';

/** How figures are written in one language and currency. */
export interface FigureStyle {
  readonly language: Language;
  /** ISO 4217. */
  readonly currency: string;
  /** Digits after the point in amounts. */
  readonly digits: number;
}

/** An amount in minor units, such as `50.00 元` or `€50.00`. */
export const moneyText = (cents: number, { language, currency, digits }: FigureStyle): string =>
  textOf(cents / 10 ** digits, { language, currency, least: digits, most: digits });

/** A price in 1/100,000 of the currency, with as many digits as it needs: `1.15 元`, `€0.595`; below a pound in pence, as the British law wants. */
export const priceText = (priceE5: number, { language, currency }: FigureStyle): string =>
  currency === 'GBP'
    ? `${numberText(priceE5 / E5_OF_PENNY, { language, least: 0, most: 3 })}p`
    : textOf(priceE5 / E5, { language, currency, least: 2, most: 5 });

const E5 = 100_000;
const E5_OF_PENNY = 1_000;

interface DigitStyle {
  readonly language: Language;
  readonly least: number;
  readonly most: number;
}

const numberText = (value: number, { language, least, most }: DigitStyle): string =>
  new Intl.NumberFormat(languages[language], { minimumFractionDigits: least, maximumFractionDigits: most }).format(value);

/** Where the yuan is at home its sign stands behind. */
const textOf = (value: number, { currency, ...style }: DigitStyle & { readonly currency: string }): string => {
  if (currency === 'CNY') return style.language === 'en_US' ? `¥${numberText(value, style)}` : `${numberText(value, style)} 元`;
  return new Intl.NumberFormat(languages[style.language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: style.least,
    maximumFractionDigits: style.most,
  }).format(value);
};

/** Energy in watt-hours as `12.34 kWh`; in Chinese the unit of bills is the same. */
export const energyText = (wh: number, language: Language): string =>
  `${new Intl.NumberFormat(languages[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(wh / 1_000)} kWh`;

/** The time of day at the station, in 24 hours. */
export const clockText = (instant: string | number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(new Date(instant));

/** The day at the station, as `2026-01-05`. */
export const dayText = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(new Date(instant));

/** Seconds as `4:05`. */
export const countdownText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
