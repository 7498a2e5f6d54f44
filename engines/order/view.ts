import { orderState, orderType, type OrderRank, type OrderState, type OrderType, type Party } from './codes.ts';
import { flowsAfterEnd, hasFlowed } from './view/contradiction.ts';
import { orderEnd, soFar, type OrderEnd } from './view/end.ts';
import type { CreatedFact, SettledFact } from './facts.ts';
import { openFlags, openSoftFlags } from './view/flags.ts';
import type { FlagReason, SoftFlag } from './flags.ts';
import { factsOf, factOf, type OrderFacts } from './merge.ts';
import { partyOf } from './view/party.ts';
import { acceptedRecord, conflictDigests } from './view/record.ts';
import { recordDue, restReports } from './view/rest.ts';
import { refundsOf, type Refunds } from './view/refunds.ts';
import { orderStart, requestedStart, startFailedFact, startRefusedFact, startedFact, type OrderStart, type RequestedStart } from './view/start.ts';
import { pendingStop, type PendingStop } from './view/stop.ts';
import { unansweredStart, type UnansweredStart } from './view/unanswered.ts';
import { startResult } from '../protocol/codes.ts';

/** Everything the platform displays and decides by, computed from the facts alone. Energy in 0.1 Wh, instants in epoch milliseconds. */
export interface OrderView {
  /** The orderState on the wire: the furthest stage reached, or 9 while a blocking flag is open and nothing is settled. */
  readonly state: OrderState;
  readonly rank: OrderRank;
  readonly terms: CreatedFact;
  readonly party: Party | null;
  readonly orderType: OrderType;
  readonly reservedUntilMs: number | null;
  /** A reservation of a later time, or one that waits for its payment; null for one that began when it was made. */
  readonly booking: Booking | null;
  /** Since when the gun is kept for its party, by the platform's clock. */
  readonly keptSinceMs: number | null;
  /** When the charge has to end, because the gun is reserved for somebody else. */
  readonly endByMs: number | null;
  readonly requestedStart: RequestedStart | null;
  /** The startResult on the wire; null until the pile has reported it. */
  readonly startResult: number | null;
  readonly start: OrderStart | null;
  readonly end: OrderEnd | null;
  readonly energyDwh: number;
  readonly meterDwh: number | null;
  readonly soc: number | null;
  /** The pile's clock at its newest sample. */
  readonly lastAtMs: number | null;
  /** The platform's clock when that sample arrived; used to detect stale values. */
  readonly heardMs: number | null;
  /** Since when the gun of a charging order has been at rest without an end record. */
  readonly quietSinceMs: number | null;
  /** The deadline of the end record, once the gun is at rest. */
  readonly recordDueMs: number | null;
  /** While nobody has answered the start; null otherwise. */
  readonly unanswered: UnansweredStart | null;
  readonly openFlags: readonly FlagReason[];
  readonly softFlags: readonly SoftFlag[];
  readonly abnormalReason: FlagReason | null;
  readonly pendingStop: PendingStop | null;
  /** Whether current was seen or energy counted. */
  readonly flows: boolean;
  readonly flowsAfterEnd: boolean;
  readonly conflictDigests: readonly string[];
  readonly settleDue: boolean;
  readonly settled: SettledFact | null;
  /** The record that a settled order should be adjusted to. */
  readonly adjustDueBasis: string | null;
  readonly refunds: Refunds;
  readonly isDelete: boolean;
}

export interface Booking {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly payByMs: number | null;
  readonly isPaid: boolean;
  /** When another order was last found at the gun after the window had begun. */
  readonly notFreeMs: number | null;
}

export const project = (facts: OrderFacts): OrderView => {
  const { created } = facts;
  const end = orderEnd(facts);
  const rank = rankOf(facts, end);
  const flags = openFlags(facts);
  const settled = factOf(facts, 'settled') ?? null;
  const isOverlaid = flags.length > 0 && settled === null;
  const state = isOverlaid ? orderState.abnormal : rank;
  const progress = factOf(facts, 'progress');
  const meters = [progress?.meterDwh ?? null, end?.stopMeterDwh ?? null].filter((meter) => meter !== null);
  return {
    state,
    rank,
    end,
    settled,
    terms: created,
    party: partyOf(facts),
    orderType: orderTypeOf(facts),
    reservedUntilMs: factOf(facts, 'reserved')?.untilMs ?? factOf(facts, 'booked')?.untilMs ?? null,
    booking: bookingOf(facts),
    keptSinceMs: factOf(facts, 'reserved')?.atMs ?? null,
    endByMs: factOf(facts, 'gunPromised')?.endByMs ?? null,
    requestedStart: requestedStart(facts),
    startResult: startResultOf(facts),
    start: orderStart(facts),
    energyDwh: end?.energyDwh ?? soFar(facts).energyDwh,
    meterDwh: end?.stopMeterDwh ?? (meters.length > 0 ? Math.max(...meters) : null),
    soc: end?.stopSoc ?? progress?.soc ?? startedFact(facts)?.startSoc ?? null,
    lastAtMs: progress?.lastAtMs ?? null,
    heardMs: progress?.heardMs ?? null,
    quietSinceMs: end ? null : (restReports(facts)[0]?.sinceMs ?? null),
    recordDueMs: end ? null : recordDue(facts),
    unanswered: end === null && flags.includes('startTimeout') ? unansweredStart(facts) : null,
    openFlags: flags,
    softFlags: openSoftFlags(facts),
    abnormalReason: isOverlaid ? (flags[0] ?? null) : null,
    pendingStop: pendingStop(facts),
    flows: hasFlowed(facts),
    flowsAfterEnd: flowsAfterEnd(facts),
    conflictDigests: conflictDigests(facts),
    settleDue: state === orderState.ended,
    adjustDueBasis: adjustDue(facts, settled),
    refunds: refundsOf(facts),
    isDelete: factOf(facts, 'deleted') !== undefined,
  };
};

const rankOf = (facts: OrderFacts, end: OrderEnd | null): OrderRank => {
  if (factOf(facts, 'settled')) return factOf(facts, 'refunded') ? orderState.refunded : orderState.settled;
  if (end) return orderState.ended;
  if (startedFact(facts) || factOf(facts, 'progress')) return orderState.charging;
  if (factOf(facts, 'startCommand')) return orderState.starting;
  return factOf(facts, 'reserved') ? orderState.reserving : orderState.initial;
};

const bookingOf = (facts: OrderFacts): Booking | null => {
  const booked = factOf(facts, 'booked');
  if (!booked) return null;
  const { fromMs, untilMs, payByMs } = booked;
  const isPaid = payByMs === null || factOf(facts, 'bookingPaid') !== undefined;
  return { fromMs, untilMs, payByMs, isPaid, notFreeMs: factOf(facts, 'gunNotFree')?.atMs ?? null };
};

const orderTypeOf = (facts: OrderFacts): OrderType => {
  const record = acceptedRecord(facts);
  if (record?.checkCode === 'wrong' || factsOf(facts, 'flagOpened').some(({ flag }) => flag === 'amountDiffers')) return orderType.checkCodeException;
  if (facts.created.orderType !== orderType.online) return facts.created.orderType;
  return record?.orderType ?? orderType.online;
};

const startResultOf = (facts: OrderFacts): number | null => {
  const startOrFailure = startedFact(facts) ?? startFailedFact(facts);
  if (startOrFailure) return startOrFailure.result;
  return startRefusedFact(facts) ? startResult.unknown : null;
};

/** An adjustment is due until it has been decided on the record that counts now; an operator may return to an earlier record. */
const adjustDue = (facts: OrderFacts, settled: SettledFact | null): string | null => {
  const record = acceptedRecord(facts);
  if (!settled || !record) return null;
  const decided = factsOf(facts, 'adjusted').at(-1)?.basis ?? settled.basis;
  return record.digest === decided ? null : record.digest;
};
