/** Amounts of two decimals, as Alipay and the bills write them. Floating point takes no part. */

const AMOUNT = /^(-?)(\d{1,13})(?:\.(\d{1,2})\d*)?$/;

/** `12.34` for 1234. */
export const yuanText = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** 1234 for `12.34` and 1230 for `12.3`; undefined for a text that is no amount, or has a third decimal other than 0. */
export const centsOfYuan = (text: string): bigint | undefined => {
  const match = AMOUNT.exec(text.trim());
  if (!match || /\.\d\d\d*[1-9]/.test(text)) return undefined;
  const [, sign = '', whole = '0', decimals = ''] = match;
  const cents = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  return sign === '' ? cents : -cents;
};

const FINE_DIGITS = 5;

/** Cents of an amount of up to five decimals, rounded half up away from zero; undefined for a text that is no amount. */
export const roundedCentsOfYuan = (text: string): bigint | undefined => {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', whole = '0', decimals = ''] = match;
  const fine = BigInt(whole) * 100_000n + BigInt(decimals.padEnd(FINE_DIGITS, '0'));
  const cents = (fine + 500n) / 1_000n;
  return sign === '' ? cents : -cents;
};
