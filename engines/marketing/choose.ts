import { couponCredit, couponReachesLimit, type Coupon } from '#engines/tariff/coupon.ts';

/** A coupon that an order may use. */
export interface Candidate {
  readonly receiveId: string;
  readonly coupon: Coupon;
  readonly expiresAtMs: number;
}

export interface RankedCandidate<C extends Candidate = Candidate> {
  readonly candidate: C;
  /** What it takes off the amount. */
  readonly creditCents: bigint;
  readonly outcome: 'best' | 'otherBetter' | 'belowLimit' | 'nothingOff';
}

/**
 * The coupons of a person for an order of about this amount, the best first: the largest credit, then the one that expires first, then the lowest id. Of
 * the coupons that take something off, the first is the best; those that do not come last.
 */
export const rankCandidates = <C extends Candidate>(candidates: readonly C[], amountCents: bigint): readonly RankedCandidate<C>[] => {
  const rated = candidates.map((candidate) => {
    const isReached = couponReachesLimit(candidate.coupon, amountCents);
    return { candidate, isReached, creditCents: isReached ? couponCredit(candidate.coupon, amountCents) : 0n };
  });
  return rated.toSorted(better).map(({ candidate, isReached, creditCents }, index) => ({
    candidate,
    creditCents,
    outcome: !isReached ? 'belowLimit' : creditCents === 0n ? 'nothingOff' : index === 0 ? 'best' : 'otherBetter',
  }));
};

interface Rated {
  readonly candidate: Candidate;
  readonly creditCents: bigint;
}

const better = (a: Rated, b: Rated): number => {
  if (a.creditCents !== b.creditCents) return a.creditCents > b.creditCents ? -1 : 1;
  if (a.candidate.expiresAtMs !== b.candidate.expiresAtMs) return a.candidate.expiresAtMs - b.candidate.expiresAtMs;
  return BigInt(a.candidate.receiveId) < BigInt(b.candidate.receiveId) ? -1 : 1;
};
