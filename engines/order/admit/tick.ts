import { gunState } from '../../pile/codes.ts';
import { GUN_FREE_AGAIN_MS, OFFLINE_MAX_MS, STOP_UNCONFIRMED_MS, UNPAID_TIMEOUT_MS } from '../bounds.ts';
import type { CancelCause } from '../codes.ts';
import type { OrderFact } from '../facts.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import type { SentenceOrText } from '../sentence.ts';
import type { Situation } from '../situation.ts';
import type { OrderEffect, Verdict } from '../verdict.ts';
import { project, type OrderView } from '../view.ts';
import { limitFacts } from './limit.ts';
import { resolve } from './resolve.ts';

/** Transition rows 4, 6, 9, 10, 11 and 13: the changes caused by time alone. A second tick at the same instant adds nothing. */
export const admitTick = (facts: OrderFacts, situation: Situation): Verdict => {
  const view = project(facts);
  const limits = limitFacts(facts, null, situation);
  const doubt = doubtedStart(view, situation);
  const added = [
    ...cancellation(view, situation),
    ...timeouts(view, situation),
    ...doubt.facts,
    ...unconfirmedStop(view, situation),
    ...limits.facts,
    ...windowFacts(facts, view, situation),
  ];
  // A settlement request that got lost is repeated; its journal key makes the repetition harmless.
  const settle: readonly OrderEffect[] = view.settleDue ? [{ do: 'settle' }] : [];
  return resolve(facts, added, { situation, extra: [...settle, ...limits.effects, ...doubt.effects] });
};

/** Why and when an order that never began is cancelled, or null. */
export const cancellationDue = (view: OrderView): { readonly atMs: number; readonly cause: CancelCause } | null => {
  if (view.end !== null || view.start !== null) return null;
  const { requestedStart, reservedUntilMs, booking } = view;
  if (requestedStart !== null) return requestedStart.sent ? null : { atMs: requestedStart.deadlineMs, cause: 'startNotSent' };
  if (booking !== null && booking.payByMs !== null && !booking.isPaid) return { atMs: booking.payByMs, cause: 'unpaidTimeout' };
  if (reservedUntilMs !== null) return { atMs: reservedUntilMs, cause: 'reservationExpired' };
  return { atMs: view.terms.atMs + UNPAID_TIMEOUT_MS, cause: 'unpaidTimeout' };
};

/** When the gun has to be kept for a paid reservation that does not keep it yet, or null. While another order is there, it is looked at again and again. */
export const windowDueMs = ({ booking, keptSinceMs, requestedStart, end }: OrderView): number | null => {
  if (booking === null || !booking.isPaid || keptSinceMs !== null || requestedStart !== null || end !== null) return null;
  const dueMs = booking.notFreeMs === null ? booking.fromMs : booking.notFreeMs + GUN_FREE_AGAIN_MS;
  return dueMs < booking.untilMs ? dueMs : null;
};

/** The window of a reservation has begun: the gun is kept, or it is noted that another order is there. */
export const windowFacts = (facts: OrderFacts, view: OrderView, { nowMs: atMs, gunTaken }: Situation): readonly OrderFact[] => {
  const [dueMs, booked] = [windowDueMs(view), factOf(facts, 'booked')];
  if (dueMs === null || booked === undefined || dueMs > atMs || atMs >= booked.untilMs) return [];
  const { reservationOrderNo, untilMs } = booked;
  return gunTaken ? [{ kind: 'gunNotFree', atMs }] : [{ kind: 'reserved', reservationOrderNo, untilMs, atMs }];
};

/** When a missing start result becomes a flag, or null. */
export const startTimeoutDueMs = (view: OrderView): number | null =>
  view.start === null && view.end === null && view.requestedStart?.sent === true && !view.openFlags.includes('startTimeout')
    ? view.requestedStart.timeoutAtMs
    : null;

/** When a missing end record becomes a flag, and the pile's instant that the flag refers to; null while no record is due. */
export const endMissingDue = (
  view: OrderView,
  offlineSinceMs: number | null,
): { readonly atMs: number; readonly sinceMs: number; readonly detail: SentenceOrText } | null => {
  // A refused record does not count as missing.
  if (view.start === null || view.end !== null || view.openFlags.includes('endMissing') || view.openFlags.includes('recordRefused')) return null;
  const newestMs = view.lastAtMs ?? view.start.startAtMs;
  const { quietSinceMs, recordDueMs } = view;
  // A boot is dated by the platform's clock and the newest sample by the pile's, which may be ahead.
  const sinceMs = Math.max(quietSinceMs ?? newestMs, newestMs);
  const atRest = recordDueMs === null ? null : { atMs: recordDueMs, sinceMs, detail: { says: 'gunAtRest' } as const };
  const offline =
    offlineSinceMs === null ? null : { atMs: offlineSinceMs + OFFLINE_MAX_MS, sinceMs: newestMs, detail: { says: 'pileOffline' } as const };
  if (atRest === null || offline === null) return atRest ?? offline;
  return atRest.atMs <= offline.atMs ? atRest : offline;
};

/** When an operator is alerted that the pile does not obey a stop; null when no stop is wanted or the alert has been raised. */
export const unconfirmedStopDueMs = (view: OrderView): number | null =>
  view.pendingStop === null || view.softFlags.includes('stopUnconfirmed') ? null : view.pendingStop.requestedAtMs + STOP_UNCONFIRMED_MS;

const cancellation = (view: OrderView, { nowMs: atMs }: Situation): readonly OrderFact[] => {
  const next = cancellationDue(view);
  return next !== null && next.atMs <= atMs ? [{ kind: 'cancelled', cause: next.cause, by: null, atMs }] : [];
};

const timeouts = (view: OrderView, situation: Situation): readonly OrderFact[] => {
  const { nowMs: atMs, pile } = situation;
  const facts: OrderFact[] = [];
  const startDueMs = startTimeoutDueMs(view);
  if (startDueMs !== null && startDueMs <= atMs)
    facts.push(
      isAwaitingPlug(view, situation)
        ? { kind: 'cancelled', cause: 'notPlugged', by: null, atMs }
        : { kind: 'flagOpened', flag: 'startTimeout', sinceMs: startDueMs, detail: { says: 'noAnswer' }, atMs },
    );
  const missing = endMissingDue(view, pile.offlineSinceMs);
  if (missing !== null && missing.atMs <= atMs)
    facts.push({ kind: 'flagOpened', flag: 'endMissing', sinceMs: missing.sinceMs, detail: missing.detail, atMs });
  return facts;
};

interface FactsAndEffects {
  readonly facts: readonly OrderFact[];
  readonly effects: readonly OrderEffect[];
}

/** Looks at the gun of a start that nobody has answered: at rest it has not started, and otherwise the pile is asked again. */
const doubtedStart = ({ unanswered }: OrderView, situation: Situation): FactsAndEffects => {
  const { nowMs: atMs, gunWorkStat } = situation;
  if (unanswered === null || Math.min(unanswered.lookAtMs, unanswered.giveUpMs) > atMs) return { facts: [], effects: [] };
  const isRefuted = !unanswered.mayHaveCharged && isElsewhere(situation);
  if (isRefuted || unanswered.giveUpMs <= atMs) return { facts: [{ kind: 'cancelled', cause: 'startUnanswered', by: null, atMs }], effects: [] };
  const mayHaveCharged = gunWorkStat === gunState.charging || gunWorkStat === gunState.ended;
  return { facts: [{ kind: 'startDoubted', mayHaveCharged, atMs }], effects: [{ do: 'queryStatus' }] };
};

/** The gun does not charge under this order: its pile says that it is at rest, or another order is there. */
const isElsewhere = ({ pile, gunWorkStat, gunTaken }: Situation): boolean =>
  gunTaken || (pile.offlineSinceMs === null && AT_REST.includes(gunWorkStat ?? gunState.charging));
const AT_REST: readonly number[] = [gunState.idle, gunState.plugged, gunState.failed];

/** The pile waits for a plug and reports that none is connected, so no energy can have flowed. */
export const isAwaitingPlug = ({ requestedStart }: OrderView, { pile, gunWorkStat }: Situation): boolean =>
  requestedStart !== null && requestedStart.plugWaitMs > 0 && pile.offlineSinceMs === null && gunWorkStat === gunState.idle;

const unconfirmedStop = (view: OrderView, { nowMs: atMs }: Situation): readonly OrderFact[] => {
  const dueMs = unconfirmedStopDueMs(view);
  const sinceMs = view.pendingStop?.requestedAtMs ?? atMs;
  return dueMs !== null && dueMs <= atMs ? [{ kind: 'flagOpened', flag: 'stopUnconfirmed', sinceMs, detail: '', atMs }] : [];
};
