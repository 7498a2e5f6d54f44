import { cancellationDue, endMissingDue, startTimeoutDueMs, unconfirmedStopDueMs, windowDueMs } from './admit/tick.ts';
import { STALE_MS } from './bounds.ts';
import { timeLimitMs } from './rules/limits.ts';
import type { PileSituation } from './situation.ts';
import type { OrderView } from './view.ts';

/**
 * When a tick will next change this order, in epoch milliseconds; null when only a message or a person can. A store writes the value
 * to an indexed column, recomputes it after every fact and when the pile goes online or offline, and its sweep ticks the due orders.
 * Orders to be settled are found by `settleDue`, not by this.
 */
export const nextWakeMs = (view: OrderView, pile: Pick<PileSituation, 'liveEpoch' | 'offlineSinceMs'>): number | null => {
  const { pendingStop, start, end, openFlags, unanswered } = view;
  const dues = [
    ownCancellationMs(view),
    windowDueMs(view),
    startTimeoutDueMs(view),
    unanswered === null ? null : Math.min(unanswered.lookAtMs, unanswered.giveUpMs),
    endMissingDue(view, pile.offlineSinceMs)?.atMs ?? null,
    unconfirmedStopDueMs(view),
    pendingStop !== null && pile.liveEpoch !== null ? pendingStop.dueAtMs : null,
    start !== null && end === null && pendingStop === null && !openFlags.includes('recordRefused')
      ? Math.min(timeLimitMs(view.terms.strategy, start.startAtMs), view.endByMs ?? Infinity)
      : null,
  ].filter((due) => due !== null);
  return dues.length === 0 ? null : Math.min(...dues);
};

/** An expired reservation is ended by a scheduled job, or earlier by an order that needs the gun: docs/decisions/0030. */
const ownCancellationMs = (view: OrderView): number | null => {
  const due = cancellationDue(view);
  return due === null || due.cause === 'reservationExpired' ? null : due.atMs;
};

/** Whether a charging order's values are too old to be shown as live. */
export const isStale = (view: OrderView, nowMs: number): boolean =>
  view.start !== null && view.end === null && nowMs - (view.heardMs ?? view.start.startAtMs) > STALE_MS;
