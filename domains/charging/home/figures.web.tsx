import { formatScaled } from '#kit/fields/scaled.ts';
import { currencySymbol, groupDigits } from '#kit/web/format.ts';
import { useLanguage } from '#kit/web/language.ts';

/** Figures without table cells, so that the start page does not wait for the code of those. */
export const Measure = ({ value, unit }: { readonly value: string; readonly unit: string }) => (
  <span className="co-num">
    {groupDigits(value)}
    <span className="co-unit">{unit}</span>
  </span>
);

/** Minor units; amounts in responses have two decimals. */
export const Money = ({ cents, currency }: { readonly cents: number; readonly currency: string }) => (
  <span className="co-num">
    <span className="co-unit co-currency">{currencySymbol(currency, useLanguage())}</span>
    {groupDigits(formatScaled(BigInt(Math.round(cents)), 2))}
  </span>
);
