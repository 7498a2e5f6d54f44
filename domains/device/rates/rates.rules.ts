import { valuesOf } from '#kit/fields/codes.ts';
import { rateState } from './rates.ts';
import type { RateState } from './rates.ts';

const is = valuesOf(rateState);

export interface RateDeliveryFacts {
  readonly hasPolicy: boolean;
  readonly isNative: boolean;
  readonly isSendable: boolean;
  /** The pile has confirmed that it stores the rates it should. */
  readonly isStored: boolean;
  readonly isOnline: boolean;
  /** The last command with rates: still open, or ended without being accepted; null if there is none, or it was accepted. */
  readonly lastCommand: 'open' | 'failed' | null;
}

/** The state of a pile's rates that operators see. A pile that is sent rates which it has already is shown as sending. */
export const rateStateOf = (facts: RateDeliveryFacts): RateState => {
  if (!facts.isNative) return is.unsupported;
  if (!facts.hasPolicy) return is.noPolicy;
  if (!facts.isSendable) return is.untellable;
  if (facts.lastCommand === 'open') return is.sending;
  if (facts.isStored) return is.kept;
  if (!facts.isOnline) return is.waiting;
  return facts.lastCommand === 'failed' ? is.refused : is.due;
};
