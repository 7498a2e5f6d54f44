import { minorDigits } from '#engines/money/currency.ts';
import type { DriverPayWay } from './gun-view.ts';

const AMOUNTS_MAX = 6;
/** The largest prepayment, in minor units, that the program takes. */
const AMOUNT_MAX_CENTS = 200_000;

/** The amounts of a setting in minor units, from small to large, and at least the minimum of the pile. */
export const amountsOf = (text: string, { currency, minCents }: { readonly currency: string; readonly minCents: bigint }): readonly number[] => {
  const unit = 10 ** (minorDigits(currency) ?? 2);
  const amounts = text
    .split(/[,，\s]+/)
    .filter((part) => /^\d{1,7}$/.test(part))
    .map((part) => Number(part) * unit)
    .filter((cents) => cents >= 1 && cents <= AMOUNT_MAX_CENTS && BigInt(cents) >= minCents);
  return [...new Set(amounts)].toSorted((a, b) => a - b).slice(0, AMOUNTS_MAX);
};

export type PayKind = 'wechat' | 'alipay' | 'stripe';

/** A way of paying: at which provider, and how its page opens. */
export const waysOf = {
  wechat_jsapi: { kind: 'wechat', scene: 'jsapi' },
  wechat_h5: { kind: 'wechat', scene: 'h5' },
  wechat_native: { kind: 'wechat', scene: 'qr' },
  alipay: { kind: 'alipay', scene: 'h5' },
  alipay_qr: { kind: 'alipay', scene: 'qr' },
  stripe: { kind: 'stripe', scene: 'card' },
} as const satisfies Readonly<Record<DriverPayWay, { readonly kind: PayKind; readonly scene: 'jsapi' | 'qr' | 'h5' | 'card' }>>;
