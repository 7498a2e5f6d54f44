/** The supported currencies by number of decimal digits. Source: ISO 4217. An unknown code is refused. */
const CODES_BY_DIGITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'CLP ISK JPY KRW VND'],
  [2, 'AED AUD BDT BGN BRL CAD CHF CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR KES KHR KZT LAK LKR MAD MNT MOP MXN MYR'],
  [2, 'NGN NOK NPR NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UZS ZAR'],
  [3, 'BHD JOD KWD OMR TND'],
];

const DIGITS: ReadonlyMap<string, number> = new Map(CODES_BY_DIGITS.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits])));

export const currencies: readonly string[] = [...DIGITS.keys()];

/** The number of decimal digits of a currency; undefined for an unknown currency. */
export const minorDigits = (currency: string): number | undefined => DIGITS.get(currency);
