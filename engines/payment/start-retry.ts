import type { RefundOrderState } from './codes.ts';

/** A driver whose start failed at the cable may plug in again and retry within this time with the same money. Then the money goes back. */
export const RETRY_WITHIN_MS = 3 * 60_000;
/** Each payment has one retry. */
export const RETRIES_MAX = 1;

/** The start results of the car and of its cable, the first and the last: plugging in again helps. What the charger itself lacks stays so. */
const [FIRST_CABLE_RESULT, LAST_CABLE_RESULT] = [161, 181];

/** Whether plugging in again may help after this start result. */
export const isCableFault = (startResult: number | null): boolean =>
  startResult !== null && startResult >= FIRST_CABLE_RESULT && startResult <= LAST_CABLE_RESULT;

/** A paid charge whose order is over. */
export interface FailedStart {
  readonly startResult: number | null;
  readonly hasBegun: boolean;
  readonly retryCount: number;
  readonly refunds: readonly RefundOrderState[];
}

/** Whether this charge may be tried again with the same money: it failed at the cable, for the first time, and no money is on its way back. */
export const mayRetry = ({ startResult, hasBegun, retryCount, refunds }: FailedStart): boolean =>
  !hasBegun && isCableFault(startResult) && retryCount < RETRIES_MAX && refunds.length === 0;
