import { cents } from '#engines/money/units.ts';
import { couponForm } from '#engines/tariff/codes.ts';
import { type Coupon } from '#engines/tariff/coupon.ts';
import { couponScene, type CouponScene } from './codes.ts';
import { isObject, readRateTypes, readTexts, type JsonObject } from './stored-terms.ts';

/** The terms of a coupon as somebody received it. Later changes of the coupon do not change them. */
export interface HeldTerms {
  readonly couponName: string;
  /** ISO 4217; it is of use for orders in this currency. */
  readonly currency: string;
  readonly scene: CouponScene;
  readonly coupon: Coupon;
  /** Where it is of use: at these agents' stations, or at these stations. */
  readonly agentIds: readonly string[];
  readonly stationIds: readonly string[];
  /** Who bears it, as in the books: `tenant`, or `agent:7`. */
  readonly funder: string;
}

export const coversPlace = (
  { agentIds, stationIds }: Pick<HeldTerms, 'agentIds' | 'stationIds'>,
  { agentId, stationId }: { readonly agentId: string; readonly stationId: string },
): boolean => agentIds.includes(agentId) || stationIds.includes(stationId);

/** The stored form, with amounts as texts of minor units. `decodeTerms(JSON.parse(JSON.stringify(encodeTerms(x))))` is `x` again. */
export const encodeTerms = ({ coupon, ...terms }: HeldTerms) => ({
  ...terms,
  couponForm: coupon.couponForm,
  preferentialAmount: coupon.couponForm === couponForm.deduction ? String(coupon.preferentialAmountCents) : null,
  preferentialDiscount: coupon.couponForm === couponForm.discount ? coupon.preferentialDiscount : null,
  maxCredit: coupon.couponForm === couponForm.discount && coupon.maxCreditCents !== undefined ? String(coupon.maxCreditCents) : null,
  useAmountLimit: String(coupon.useAmountLimitCents ?? 0n),
  canOverlay: coupon.canOverlay,
  rateTypes: coupon.rateTypes ?? null,
});
export type EncodedTerms = ReturnType<typeof encodeTerms>;

/** Undefined when the stored value has another shape. */
export const decodeTerms = (stored: unknown): HeldTerms | undefined => {
  if (!isObject(stored)) return undefined;
  const { couponName, currency, funder } = stored;
  const coupon = readCoupon(stored);
  const scene = Object.values(couponScene).find((known) => known === stored['scene']);
  const agentIds = readTexts(stored['agentIds']);
  const stationIds = readTexts(stored['stationIds']);
  if (typeof couponName !== 'string' || typeof currency !== 'string' || typeof funder !== 'string') return undefined;
  return coupon && scene && agentIds && stationIds && { couponName, currency, scene, coupon, agentIds, stationIds, funder };
};

const readCoupon = (stored: JsonObject): Coupon | undefined => {
  const canOverlay = stored['canOverlay'];
  const useAmountLimitCents = readCents(stored['useAmountLimit']);
  if (typeof canOverlay !== 'boolean' || useAmountLimitCents === undefined) return undefined;
  const rateTypes = readRateTypes(stored['rateTypes']);
  if (rateTypes === 'malformed') return undefined;
  const terms = { canOverlay, useAmountLimitCents, ...(rateTypes && { rateTypes }) };
  if (stored['couponForm'] === couponForm.deduction) {
    const preferentialAmountCents = readCents(stored['preferentialAmount']);
    return preferentialAmountCents === undefined ? undefined : { ...terms, couponForm: couponForm.deduction, preferentialAmountCents };
  }
  const preferentialDiscount = stored['preferentialDiscount'];
  if (stored['couponForm'] !== couponForm.discount || typeof preferentialDiscount !== 'number') return undefined;
  const maxCreditCents = readCents(stored['maxCredit']);
  return { ...terms, couponForm: couponForm.discount, preferentialDiscount, ...(maxCreditCents !== undefined && { maxCreditCents }) };
};

const readCents = (value: unknown) => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? cents(BigInt(value)) : undefined);
