import type { RefundRequested } from '../facts.ts';
import { factsOf, type OrderFacts } from '../merge.ts';

/** Refunded amounts and pending refunds. Minor units. */
export interface Refunds {
  readonly stat: 'none' | 'pending' | 'succeeded' | 'failed';
  readonly pendingIds: readonly string[];
  /** Requested and not failed. */
  readonly prepaidRestCents: bigint;
  readonly goodwillCents: bigint;
  readonly succeededCents: bigint;
}

export const refundsOf = (facts: OrderFacts): Refunds => {
  const requests = factsOf(facts, 'refundRequested');
  if (requests.length === 0) return NO_REFUNDS;
  const results = new Map(factsOf(facts, 'refundResult').map(({ refundId, succeeded }) => [refundId, succeeded]));
  const notFailed = requests.filter(({ refundId }) => results.get(refundId) !== false);
  const succeeded = requests.filter(({ refundId }) => results.get(refundId) === true);
  const pendingIds = requests.filter(({ refundId }) => !results.has(refundId)).map(({ refundId }) => refundId);
  return {
    pendingIds,
    stat: pendingIds.length > 0 ? 'pending' : succeeded.length > 0 ? 'succeeded' : 'failed',
    prepaidRestCents: total(notFailed.filter(({ purpose }) => purpose === 'prepaidRest')),
    goodwillCents: total(notFailed.filter(({ purpose }) => purpose === 'goodwill')),
    succeededCents: total(succeeded),
  };
};

const NO_REFUNDS: Refunds = { stat: 'none', pendingIds: [], prepaidRestCents: 0n, goodwillCents: 0n, succeededCents: 0n };

const total = (requests: readonly RefundRequested[]): bigint => requests.reduce((sum, { amountCents }) => sum + amountCents, 0n);
