import { HOLD_MIN_CENTS } from '../bounds.ts';
import { capCentsOf, type Strategy } from './strategy.ts';

export interface HoldTerms {
  readonly strategy: Strategy;
  /** The pile's least amount for a start. */
  readonly accountMinAmountCents: bigint;
  readonly availableCents: bigint;
  /** Paid in advance for this order; null when it is charged to the account. */
  readonly prepaidCents: bigint | null;
  /** The maximum cost of keeping the gun until the party arrives. */
  readonly reservationCents?: bigint;
  /** What points will surely pay of the strategy's amount. */
  readonly sureCents?: bigint;
}

/** The amount to hold when an order starts, or the missing amount. A prepaid order needs no hold, because it is already paid. */
export const holdAtStart = ({
  strategy,
  accountMinAmountCents,
  availableCents,
  prepaidCents,
  reservationCents = 0n,
  sureCents = 0n,
}: HoldTerms): { readonly cents: bigint } | { readonly missingCents: bigint } => {
  if (prepaidCents !== null) return { cents: 0n };
  const least = accountMinAmountCents > HOLD_MIN_CENTS ? accountMinAmountCents : HOLD_MIN_CENTS;
  const capCents = capCentsOf(strategy);
  const cents = (capCents === null ? least : capCents - sureCents) + reservationCents;
  return availableCents >= cents ? { cents } : { missingCents: cents - availableCents };
};

export interface HoldState {
  readonly heldCents: bigint;
  readonly accruedCents: bigint;
  /** Cost until the next check. */
  readonly aheadCents: bigint;
  readonly availableCents: bigint;
  readonly capCents: bigint | null;
}

/** `exhausted`: hold all that is available and stop now, while the hold still covers the consumption. */
export type HoldStep =
  | { readonly kind: 'enough' }
  | { readonly kind: 'enlarge'; readonly toCents: bigint }
  | { readonly kind: 'exhausted'; readonly toCents: bigint };

/**
 * Keeps the hold larger than the consumption. It grows by twice the need, so that not every sample writes a hold, and never exceeds
 * the strategy's amount.
 */
export const nextHold = ({ heldCents, accruedCents, aheadCents, availableCents, capCents }: HoldState): HoldStep => {
  const upTo = (cents: bigint): bigint => (capCents !== null && cents > capCents ? capCents : cents);
  const neededCents = upTo(accruedCents + aheadCents);
  if (heldCents >= neededCents) return { kind: 'enough' };
  const roomCents = heldCents + availableCents;
  if (roomCents < neededCents) return { kind: 'exhausted', toCents: roomCents };
  const wishedCents = upTo(accruedCents + aheadCents * 2n);
  return { kind: 'enlarge', toCents: wishedCents < roomCents ? wishedCents : roomCents };
};

/** Upper bound of what a power costs over a time, in whole minor units rounded up. Price in 0.00001 of the main unit per kWh. */
export const costCents = ({
  powerW,
  priceE5,
  forMs,
  minorDigits,
}: {
  readonly powerW: number;
  readonly priceE5: bigint;
  readonly forMs: number;
  readonly minorDigits: number;
}): bigint => {
  const wattMs = BigInt(Math.ceil(powerW)) * BigInt(Math.ceil(forMs));
  const divisor = WATT_MS_PER_KWH * 10n ** BigInt(5 - minorDigits);
  return (wattMs * priceE5 + divisor - 1n) / divisor;
};

const WATT_MS_PER_KWH = 3_600_000_000n;
