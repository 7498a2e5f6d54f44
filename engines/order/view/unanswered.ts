import { START_DOUBT_MS, START_UNANSWERED_MS } from '../bounds.ts';
import { factsOf, type OrderFacts } from '../merge.ts';
import { requestedStart } from './start.ts';

/** A start that nobody has answered in time. It is never sent again; the gun is looked at until it is known that nothing was charged. */
export interface UnansweredStart {
  /** When the gun is looked at again. */
  readonly lookAtMs: number;
  /** When the order is given up, whatever the gun shows. */
  readonly giveUpMs: number;
  /** The gun was found charging, or after a charge, so a record may be on its way and a gun at rest proves nothing. */
  readonly mayHaveCharged: boolean;
}

/** For an order whose flag `startTimeout` is open. Null where no start was requested. */
export const unansweredStart = (facts: OrderFacts): UnansweredStart | null => {
  const requested = requestedStart(facts);
  if (requested === null) return null;
  const { timeoutAtMs } = requested;
  const looks = factsOf(facts, 'startDoubted');
  return {
    lookAtMs: Math.max(timeoutAtMs, ...looks.map(({ atMs }) => atMs)) + START_DOUBT_MS,
    giveUpMs: timeoutAtMs + START_UNANSWERED_MS,
    mayHaveCharged: looks.some(({ mayHaveCharged }) => mayHaveCharged),
  };
};
