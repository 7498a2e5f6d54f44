import { START_DEADLINE_MAX_MS, START_RESULT_WAIT_MS } from '../bounds.ts';
import type { Party } from '../codes.ts';
import type { OrderFact, StartCommand } from '../facts.ts';
import { factOf, merge, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { refused, type ActionRefusal, type OrderEffect, type Verdict } from '../verdict.ts';
import { project, type OrderView } from '../view.ts';
import { wasFoundCharging } from './binding.ts';
import { resolve } from './resolve.ts';
import { isAwaitingPlug, windowFacts } from './tick.ts';
import { orderState } from '../codes.ts';

export interface Reserve {
  readonly kind: 'reserve';
  readonly reservationOrderNo: string;
  /** The window; a beginning in the past is the current time. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Until when it has to be paid; null where the money is held. */
  readonly payByMs: number | null;
  readonly canBeReservation: boolean;
  readonly confEnabled: boolean;
  readonly slotFree: boolean;
}

/** Transition row 2: the order becomes a reservation, now or when its window begins and it is paid. */
export const admitReserve = (facts: OrderFacts, action: Reserve, situation: Situation): Verdict => {
  const { nowMs: atMs } = situation;
  if (project(facts).state !== orderState.initial) return refused('order.wrongState');
  if (!action.canBeReservation) return refused('reservation.notOffered');
  if (!action.confEnabled) return refused('reservation.confDisabled');
  if (action.untilMs <= Math.max(atMs, action.fromMs)) return refused('reservation.windowInvalid');
  if (!action.slotFree) return refused('reservation.slotTaken');
  const { reservationOrderNo, fromMs, untilMs, payByMs } = action;
  const isNow = payByMs === null && fromMs <= atMs;
  const fact: OrderFact = isNow
    ? { kind: 'reserved', reservationOrderNo, untilMs, atMs }
    : { kind: 'booked', reservationOrderNo, fromMs, untilMs, payByMs, atMs };
  return resolve(facts, [fact], { situation });
};

export interface ReservationPaid {
  readonly kind: 'reservationPaid';
}

/** The payment of a reservation has arrived in time; the gun is kept at once where the window has begun. */
export const admitReservationPaid = (facts: OrderFacts, situation: Situation): Verdict => {
  const { booking, end, requestedStart } = project(facts);
  if (booking === null || booking.payByMs === null) return refused('order.wrongState');
  if (end !== null) return refused('order.alreadyEnded');
  if (requestedStart !== null) return refused('order.alreadyCommanded');
  const paid: OrderFact = { kind: 'bookingPaid', atMs: situation.nowMs };
  const merged = merge(facts, [paid]);
  return resolve(facts, [paid, ...windowFacts(merged, project(merged), situation)], { situation });
};

export interface Start {
  readonly kind: 'start';
  readonly by: StartCommand['by'];
  /** 16 random characters; for `answer`, the identifier of the request. */
  readonly commandId: string;
  readonly deadlineMs: number;
  readonly resultWaitMs?: number;
  /** The person who starts; must be the order's own party. */
  readonly party: Party;
}

/** Transition rows 3 and 5: the order may start, once. The command waits in the outbox until `startSending` releases it. */
export const admitStart = (facts: OrderFacts, action: Start, situation: Situation): Verdict => {
  const { nowMs: atMs, pile } = situation;
  const refusal = startRefusal(project(facts), action, situation);
  if (refusal) return refused(refusal);
  if (pile.liveEpoch === null) return refused('start.staleEpoch');
  const { by, commandId, deadlineMs } = action;
  const command: StartCommand = {
    kind: 'startCommand',
    by,
    commandId,
    deadlineMs,
    resultWaitMs: action.resultWaitMs ?? START_RESULT_WAIT_MS,
    epoch: pile.liveEpoch,
    atMs,
  };
  const effects: readonly OrderEffect[] = by === 'command' ? [{ do: 'sendStart', commandId, deadlineMs }] : [];
  return resolve(facts, [command], { situation, extra: effects });
};

const startRefusal = (view: OrderView, { deadlineMs, party }: Start, { nowMs }: Situation): ActionRefusal | null => {
  if (view.requestedStart !== null) return 'order.alreadyCommanded';
  if (view.state !== orderState.initial && view.state !== orderState.reserving) return 'order.wrongState';
  if (view.party !== null && (view.party.mainPartType !== party.mainPartType || view.party.mainPartId !== party.mainPartId))
    return 'order.otherParty';
  if (view.reservedUntilMs !== null && nowMs >= view.reservedUntilMs) return 'reservation.expired';
  if (view.booking?.isPaid === false) return 'reservation.unpaid';
  if (deadlineMs <= nowMs) return 'start.deadlinePast';
  return deadlineMs - nowMs > START_DEADLINE_MAX_MS ? 'start.deadlineTooLong' : null;
};

/** The sender's last check before sending a start. The consent is stored first, so that no crash, retry or reconnect can send the start again. */
export const admitStartSending = (facts: OrderFacts, situation: Situation): Verdict => {
  const view = project(facts);
  const { requestedStart, end, pendingStop } = view;
  if (requestedStart === null || requestedStart.by !== 'command') return refused('start.notWanted');
  if (requestedStart.sent) return refused('start.alreadySent');
  if (end !== null || pendingStop !== null) return refused('start.notWanted');
  if (situation.nowMs >= requestedStart.deadlineMs) return refused('start.deadlinePast');
  if (situation.pile.liveEpoch !== requestedStart.epoch) return refused('start.staleEpoch');
  return resolve(facts, [{ kind: 'startSent', atMs: situation.nowMs }], { situation });
};

/** The sender knows that the command was never sent: the order ends and its hold is released. */
export const admitStartUnsent = (facts: OrderFacts, situation: Situation): Verdict => {
  const view = project(facts);
  if (view.start !== null || view.end !== null || factOf(facts, 'startCommand')?.by !== 'command') return refused('order.wrongState');
  return resolve(facts, [{ kind: 'cancelled', cause: 'startNotSent', by: null, atMs: situation.nowMs }], { situation });
};

export interface Cancel {
  readonly kind: 'cancel';
  readonly cause: 'user' | 'operator';
  readonly by: string;
}

/** Transition rows 4 and 6. Once a start may have been sent, the order can only be stopped, not cancelled. */
export const admitCancel = (facts: OrderFacts, { cause, by }: Cancel, situation: Situation): Verdict => {
  const view = project(facts);
  const isUnsent = view.requestedStart === null || !view.requestedStart.sent;
  if (!isUnsent || view.start !== null || view.end !== null) return refused(view.end === null ? 'order.alreadyCommanded' : 'order.alreadyEnded');
  const { nowMs: atMs } = situation;
  return resolve(facts, [{ kind: 'cancelled', cause, by, atMs }], { situation });
};

export interface Stop {
  readonly kind: 'stop';
  readonly cause: 'user' | 'operator' | 'stationSafety';
  readonly by: string | null;
}

/**
 * Transition row 11. A stop is always safe, so every live order may be stopped; before the start was sent, or while nothing is
 * plugged in, a stop cancels the order instead. OCPP cannot revoke a start, so a charge that begins later is stopped as a start
 * after the end.
 */
export const admitStop = (facts: OrderFacts, { cause, by }: Stop, situation: Situation): Verdict => {
  const view = project(facts);
  if (view.end !== null && !view.flowsAfterEnd && view.abnormalReason !== 'contradiction') return refused('order.notLive');
  if (view.requestedStart === null && !wasFoundCharging(facts)) return refused('order.notLive');
  const { nowMs: atMs } = situation;
  const hasNotBegun = view.start === null && view.requestedStart !== null && (!view.requestedStart.sent || isAwaitingPlug(view, situation));
  const stopped: OrderFact = hasNotBegun
    ? { kind: 'cancelled', cause: cause === 'user' ? 'user' : 'operator', by, atMs }
    : { kind: 'stopRequested', cause, by, atMs };
  return resolve(facts, [stopped], { situation });
};
