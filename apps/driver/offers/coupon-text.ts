import type { DriverCouponTerms } from '#domains/driver/resources.ts';
import { moneyText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import type { Say } from '../say.tsx';

/** What a coupon takes off, in a few words: "¥5.00 off from ¥30.00". */
export const couponText = (say: Say, language: FigureStyle['language'], terms: DriverCouponTerms): string => {
  const money = (cents: number): string => moneyText(cents, { language, currency: terms.currency, digits: terms.digits });
  const worth =
    terms.amountCents === null ? say('couponPercent', { n: terms.payPercent ?? 0 }) : say('couponOff', { amount: money(terms.amountCents) });
  const most = terms.maxCreditCents === null ? '' : say('couponAtMost', { amount: money(terms.maxCreditCents) });
  return `${worth}${most}${terms.fromCents === 0 ? '' : say('couponFrom', { amount: money(terms.fromCents) })}`;
};
