import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { RechargeRefusal } from './recharge.labels.ts';

export interface RechargeFacts {
  readonly amountCents: bigint;
  readonly party: {
    readonly name: string;
    /** Void, disused or closed: it will never charge again. */
    readonly isVoid: boolean;
    /** The customer whose wallet is drawn on instead; null: its own is. */
    readonly poolOwner: string | null;
  };
}

/** Money goes where it can be spent. A locked or disabled party may be recharged: it will be switched on again. */
export const checkRecharge = ({ amountCents, party }: RechargeFacts): Verdict<true, RechargeRefusal> => {
  if (amountCents <= 0n) return deny('recharge.amount');
  if (party.isVoid) return deny('recharge.void', { name: party.name });
  return party.poolOwner === null ? allow(true) : deny('recharge.pooled', { name: party.name, owner: party.poolOwner });
};

/** What of a recharge pays what the party owes; the rest is the wallet's. */
export const debtPart = (amountCents: bigint, owedCents: bigint): bigint => (owedCents < amountCents ? owedCents : amountCents);

export interface ReversalFacts {
  /** What has to come out of the wallet: a part that paid a debt is owed again instead. */
  readonly amountCents: bigint;
  readonly currency: string;
  readonly isReversal: boolean;
  readonly hasReverse: boolean;
  /** What the wallet can give back now, with the pool that it went into. */
  readonly availableCents: bigint;
  /** What is missing may be owed. */
  readonly mayOwe: boolean;
}

/** A recharge is taken back once, and no more is taken than is there unless the rest may be owed. */
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
