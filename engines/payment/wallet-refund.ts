/** What of a wallet can go back to where it came from, and from which payments. Money in minor units, instants in epoch milliseconds. */

const DAY_MS = 86_400_000;

/** How long after a payment its provider takes refunds: a year less a margin for clocks; cards half a year, after which banks refuse them. */
export const REFUND_WINDOW_MS = { wechat: 364 * DAY_MS, alipay: 364 * DAY_MS, stripe: 180 * DAY_MS } as const;

/** A payment that has filled the wallet. */
export interface WalletPayment {
  readonly id: string;
  readonly kind: keyof typeof REFUND_WINDOW_MS;
  readonly paidMs: number;
  readonly paidCents: bigint;
  /** What went back of it, or is on its way. */
  readonly refundedCents: bigint;
  /** One refund of a payment is on its way at a time. */
  readonly isRefundOpen: boolean;
}

export interface WalletRefundPart {
  readonly id: string;
  readonly amountCents: bigint;
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const partOf = ({ kind, paidMs, paidCents, refundedCents, isRefundOpen }: WalletPayment, nowMs: number): bigint =>
  isRefundOpen || nowMs - paidMs > REFUND_WINDOW_MS[kind] ? 0n : paidCents - refundedCents;

/** What can go back now: what is available in the wallet, as far as payments can take it back. */
export const refundableCents = (
  payments: readonly WalletPayment[],
  { availableCents, nowMs }: { readonly availableCents: bigint; readonly nowMs: number },
): bigint =>
  smaller(
    availableCents > 0n ? availableCents : 0n,
    payments.reduce((sum, payment) => sum + partOf(payment, nowMs), 0n),
  );

/** Divides an amount among the payments, the newest first. Undefined if they cannot take all of it. */
export const divideRefund = (
  payments: readonly WalletPayment[],
  { amountCents, nowMs }: { readonly amountCents: bigint; readonly nowMs: number },
): readonly WalletRefundPart[] | undefined => {
  const newestFirst = payments.toSorted((a, b) => b.paidMs - a.paidMs || (BigInt(b.id) > BigInt(a.id) ? 1 : -1));
  const parts: WalletRefundPart[] = [];
  let leftCents = amountCents;
  for (const payment of newestFirst) {
    const part = smaller(leftCents, partOf(payment, nowMs));
    if (part > 0n) parts.push({ id: payment.id, amountCents: part });
    leftCents -= part;
  }
  return leftCents === 0n ? parts : undefined;
};
