import type { Words } from '#kit/fields/words.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { couponForm, couponOverlay } from '../marketing.codes.ts';
import { couponWords } from './coupon.labels.ts';

/** A coupon as its form or its row has it; amounts are decimal texts. */
export interface CouponValue {
  readonly couponForm?: number | null | undefined;
  readonly preferentialAmount?: string | null | undefined;
  readonly preferentialDiscount?: number | null | undefined;
  readonly maxCredit?: string | null | undefined;
  readonly useAmountLimit?: string | null | undefined;
  readonly canOverlay?: number | null | undefined;
}

type Say = (words: Words, args?: Readonly<Record<string, string | number>>) => string;

/** What a coupon gives, in one sentence; empty while its value is missing. */
export const couponSentence = (say: Say, value: CouponValue): string => {
  const worth = worthOf(say, value);
  if (worth === undefined) return '';
  const most = value.couponForm === valuesOf(couponForm).discount && value.maxCredit ? say(couponWords.atMost, { amount: value.maxCredit }) : '';
  const from = Number(value.useAmountLimit ?? 0) > 0 ? say(couponWords.from, { amount: value.useAmountLimit ?? '' }) : '';
  const overlay = value.canOverlay === valuesOf(couponOverlay).no ? couponWords.withoutVip : couponWords.withVip;
  return `${worth}${most}${from}${say(overlay)}`;
};

const worthOf = (say: Say, { couponForm: form, preferentialAmount, preferentialDiscount }: CouponValue): string | undefined => {
  if (form === valuesOf(couponForm).deduction) return preferentialAmount ? say(couponWords.amountOff, { amount: preferentialAmount }) : undefined;
  if (preferentialDiscount === null || preferentialDiscount === undefined) return undefined;
  return preferentialDiscount === 0 ? say(couponWords.free) : say(couponWords.percentOff, { percent: preferentialDiscount });
};
