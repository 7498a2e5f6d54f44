import { Form } from 'antd';
import { valuesOf } from '#kit/fields/codes.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { couponForm } from '../marketing.codes.ts';
import { couponSentence } from './coupon-sentence.rules.ts';
import type { CouponValue } from './coupon-sentence.rules.ts';
import { couponWords } from './coupon.labels.ts';
import '../marketing.css';

interface FormValues extends CouponValue {
  readonly totalNum?: number | null | undefined;
}

/** The remark, and above the buttons what the coupon of the form gives and can cost. */
export const RemarkInput = (props: InputProps) => (
  <>
    <FieldInput {...props} />
    <FormSentence />
  </>
);

const FormSentence = () => {
  const say = useSay();
  const form = Form.useFormInstance<FormValues>();
  const values: FormValues = {
    couponForm: Form.useWatch('couponForm', form),
    preferentialAmount: Form.useWatch('preferentialAmount', form),
    preferentialDiscount: Form.useWatch('preferentialDiscount', form),
    maxCredit: Form.useWatch('maxCredit', form),
    useAmountLimit: Form.useWatch('useAmountLimit', form),
    canOverlay: Form.useWatch('canOverlay', form),
    totalNum: Form.useWatch('totalNum', form),
  };
  const sentence = couponSentence(say, values);
  if (sentence === '') return null;
  const most = mostCost(values);
  return (
    <p className="mk-sentence" aria-live="polite">
      {sentence}. {most === undefined ? say(couponWords.noWorstCase) : say(couponWords.worstCase, { amount: most })}.
    </p>
  );
};

const MINOR = 100n;

/** The number of coupons times what each takes off at most, as a decimal text; undefined where one of the two has no limit. */
const mostCost = ({ couponForm: form, preferentialAmount, maxCredit, totalNum }: FormValues): string | undefined => {
  const each = form === valuesOf(couponForm).deduction ? preferentialAmount : maxCredit;
  if (!each || !totalNum || !/^\d+(\.\d{1,2})?$/u.test(each)) return undefined;
  const [whole = '0', part = ''] = each.split('.');
  const cents = (BigInt(whole) * MINOR + BigInt(part.padEnd(2, '0'))) * BigInt(totalNum);
  return `${cents / MINOR}.${String(cents % MINOR).padStart(2, '0')}`;
};
