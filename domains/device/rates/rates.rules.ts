import { valuesOf } from '#kit/fields/codes.ts';
import { rateState } from './rates.ts';
import type { RateState } from './rates.ts';

const is = valuesOf(rateState);

export interface RateFacts {
  readonly hasPolicy: boolean;
  readonly isNative: boolean;
  readonly isTellable: boolean;
  /** It says that it keeps what it should. */
  readonly isKept: boolean;
  readonly isOnline: boolean;
  /** The last command with prices: under way, or ended without being taken; null when there is none, or it was taken. */
  readonly last: 'open' | 'failed' | null;
}

/** What is worth saying of a pile's prices. A pile that is being told again has them, and yet is told. */
export const rateStateOf = (facts: RateFacts): RateState => {
  if (!facts.isNative) return is.unsupported;
  if (!facts.hasPolicy) return is.noPolicy;
  if (!facts.isTellable) return is.untellable;
  if (facts.last === 'open') return is.sending;
  if (facts.isKept) return is.kept;
  if (!facts.isOnline) return is.waiting;
  return facts.last === 'failed' ? is.refused : is.due;
};
