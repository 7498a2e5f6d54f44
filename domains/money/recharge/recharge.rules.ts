import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { RechargeRefusal } from './recharge.labels.ts';

export interface RechargeFacts {
  readonly amountCents: bigint;
  readonly party: {
    readonly name: string;
    /** Void, disused or closed: it can never be used again. */
    readonly isVoid: boolean;
    /** The customer whose wallet is used; null when the party uses its own. */
    readonly poolOwner: string | null;
  };
}

/** A recharge is allowed only for a wallet that can be used. A locked or disabled party may be recharged, because it can be enabled again. */
export const checkRecharge = ({ amountCents, party }: RechargeFacts): Verdict<true, RechargeRefusal> => {
  if (amountCents <= 0n) return deny('recharge.amount');
  if (party.isVoid) return deny('recharge.void', { name: party.name });
  return party.poolOwner === null ? allow(true) : deny('recharge.pooled', { name: party.name, owner: party.poolOwner });
};

/** The part of a recharge that pays the party's debt; the rest goes to the wallet. */
export const debtPart = (amountCents: bigint, owedCents: bigint): bigint => (owedCents < amountCents ? owedCents : amountCents);

export interface ReversalFacts {
  /** The amount to be taken from the wallet; the part that paid a debt becomes a debt again. */
  readonly amountCents: bigint;
  readonly currency: string;
  readonly isReversal: boolean;
  readonly hasReverse: boolean;
  /** The amount that the wallet can return now, including the pool to which it was moved. */
  readonly availableCents: bigint;
  /** The missing amount may become a debt. */
  readonly mayOwe: boolean;
}

/** A recharge can be reversed once, and only up to the available amount unless the rest may become a debt. */
export const checkReversal = (facts: ReversalFacts): Verdict<true, RechargeRefusal> => {
  if (facts.isReversal) return deny('recharge.isReversal');
  if (facts.hasReverse) return deny('recharge.reversed');
  if (facts.mayOwe || facts.availableCents >= facts.amountCents) return allow(true);
  return deny('recharge.spent', {
    available: formatScaled(facts.availableCents, 2),
    amount: formatScaled(facts.amountCents, 2),
    currency: facts.currency,
  });
};
