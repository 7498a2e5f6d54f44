import type { EncodedTerms } from '#engines/marketing/terms.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { useSay } from '#kit/web/language.ts';
import { couponSentence } from './coupon/coupon-sentence.rules.ts';

const SCALE = 2;
const amountOf = (cents: string | null): string | null => (cents === null ? null : formatScaled(BigInt(cents), SCALE));

/** The terms of a held coupon in one sentence. */
export const TermsText = ({ terms }: { readonly terms: EncodedTerms }) => {
  const say = useSay();
  const text = couponSentence(say, {
    couponForm: terms.couponForm,
    preferentialAmount: amountOf(terms.preferentialAmount),
    preferentialDiscount: terms.preferentialDiscount,
    maxCredit: amountOf(terms.maxCredit),
    useAmountLimit: amountOf(terms.useAmountLimit),
    canOverlay: terms.canOverlay ? 1 : 0,
  });
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};
