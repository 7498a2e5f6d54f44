import { valuesOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { couponForm, couponState } from '../marketing.codes.ts';

const states = valuesOf(couponState);
const forms = valuesOf(couponForm);

/** What is checked of a coupon whenever it is written. Amounts in minor units. */
export interface CouponDraft {
  readonly couponForm: number;
  readonly preferentialAmount?: bigint | null;
  readonly preferentialDiscount?: number | null;
  readonly maxCredit?: bigint | null;
  readonly totalNum?: number | null;
  readonly limitNum: number;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly useBeginTime: Date;
  readonly useEndTime: Date;
}

type DraftRefusal = 'coupon.formValue' | 'coupon.windows' | 'coupon.limitAboveTotal';

/** A coupon has the value of its form and not that of the other one, and what is received can be used. */
export const checkCoupon = (draft: CouponDraft): Verdict<CouponDraft, DraftRefusal> => {
  const { startTime, endTime, useBeginTime, useEndTime, limitNum, totalNum } = draft;
  if (!hasValueOfForm(draft)) return deny('coupon.formValue');
  if (startTime >= endTime || useBeginTime >= useEndTime || useEndTime < endTime) return deny('coupon.windows');
  if (totalNum !== null && totalNum !== undefined && limitNum > totalNum) return deny('coupon.limitAboveTotal');
  return allow(draft);
};

const hasValueOfForm = ({ couponForm: form, preferentialAmount, preferentialDiscount, maxCredit }: CouponDraft): boolean => {
  const amount = preferentialAmount ?? null;
  const discount = preferentialDiscount ?? null;
  if (form === forms.deduction) return amount !== null && amount > 0n && discount === null && (maxCredit ?? null) === null;
  return discount !== null && amount === null && (maxCredit === null || maxCredit === undefined || maxCredit > 0n);
};

/** People have read a published coupon: more of it can be given, for a longer time. */
const changeable: ReadonlySet<string> = new Set(['totalNum', 'endTime', 'remark', 'sort']);

export interface CouponChange {
  readonly state: number;
  readonly issued: number;
  /** The names of the fields whose values change. */
  readonly changed: readonly string[];
  readonly before: { readonly totalNum: number | null; readonly endTime: Date };
  readonly after: { readonly totalNum: number | null; readonly endTime: Date };
}

export const mayEdit = ({ state, issued, changed, before, after }: CouponChange): Verdict<number, 'coupon.published' | 'coupon.belowIssued'> => {
  if (after.totalNum !== null && after.totalNum < issued) return deny('coupon.belowIssued', { issued });
  if (state === states.pending || changed.length === 0) return allow(state);
  const isMore = after.totalNum === null || (before.totalNum !== null && after.totalNum >= before.totalNum);
  const isAllowed = state === states.published && isMore && after.endTime >= before.endTime && changed.every((name) => changeable.has(name));
  return isAllowed ? allow(state) : deny('coupon.published');
};

/** Why a coupon could not be received: judged after the statement that counts it found no row to count. */
export const whyNotReceived = (
  coupon: {
    readonly state: number;
    readonly startTime: Date;
    readonly endTime: Date;
    readonly useEndTime: Date;
    readonly issued: number;
    readonly totalNum: number | null;
  },
  now: Date,
): 'coupon.notPublished' | 'coupon.revoked' | 'coupon.notBegun' | 'coupon.over' | 'coupon.soldOut' => {
  if (coupon.state === states.pending) return 'coupon.notPublished';
  if (coupon.state === states.revoked) return 'coupon.revoked';
  if (now < coupon.startTime) return 'coupon.notBegun';
  return now >= coupon.endTime || now >= coupon.useEndTime ? 'coupon.over' : 'coupon.soldOut';
};

export const revoke = (state: number, reason: string): Verdict<'done' | 'revoke', 'coupon.reasonMissing' | 'coupon.notPublished'> => {
  if (reason.trim().length < REASON_MIN) return deny('coupon.reasonMissing');
  if (state === states.pending) return deny('coupon.notPublished');
  return allow(state === states.revoked ? 'done' : 'revoke');
};
const REASON_MIN = 2;
