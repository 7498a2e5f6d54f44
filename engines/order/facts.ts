import type { CancelCause, MainPartType, OrderType, Party, StopCause } from './codes.ts';
import type { FlagReason, SoftFlag } from './flags.ts';
import type { SentenceOrText } from './sentence.ts';
import type { Strategy } from './rules/strategy.ts';
import { startResult } from '../protocol/codes.ts';

/** When the platform received the fact, in epoch milliseconds. Device instants have their own fields. */
interface DatedFact {
  readonly atMs: number;
}
/** The user id of the operator and the reason as typed. */
interface ByHand extends DatedFact {
  readonly by: string;
  readonly reason: string;
  readonly secondBy: string | null;
}

/** The order's identity and frozen terms; every order has exactly one. */
export interface CreatedFact extends DatedFact {
  readonly kind: 'created';
  readonly chargingOrderNo: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly orderType: Exclude<OrderType, 4>;
  readonly startSource: number;
  /** Null until it is known who pays. */
  readonly party: Party | null;
  readonly strategy: Strategy;
  readonly ratedPowerW: number;
  /** The earliest instant at which energy can have flowed: the creation, or the reported start when the pile started by itself. */
  readonly notBeforeMs: number;
}

export interface ReservedFact extends DatedFact {
  readonly kind: 'reserved';
  readonly reservationOrderNo: string;
  readonly untilMs: number;
}
/**
 * A reservation of a later time, or one that waits for its payment. Its gun is kept from the `reserved` fact on; that fact comes when the window begins,
 * the payment has arrived and the gun is free.
 */
export interface BookedFact extends DatedFact {
  readonly kind: 'booked';
  readonly reservationOrderNo: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The end of its payment window; null where the money is held already. */
  readonly payByMs: number | null;
}
export interface BookingPaid extends DatedFact {
  readonly kind: 'bookingPaid';
}
/** The window has begun and another order is at the gun. Of several such facts, the latest counts. */
export interface GunNotFree extends DatedFact {
  readonly kind: 'gunNotFree';
}
/** The gun is reserved for somebody else later: the charge was told so when it began, and ends at `endByMs`. */
export interface GunPromised extends DatedFact {
  readonly kind: 'gunPromised';
  readonly reservedFromMs: number;
  readonly endByMs: number;
}
/** The permission to start. `answer`: the pile itself requested the start and the reply carried the permission, so no command is sent. */
export interface StartCommand extends DatedFact {
  readonly kind: 'startCommand';
  readonly by: 'command' | 'answer';
  readonly commandId: string;
  readonly deadlineMs: number;
  /** How long after the deadline an accepted start may take to report its result; longer than usual where the gun was not plugged in. */
  readonly resultWaitMs: number;
  /** The epoch of the connection that the command is meant for; it is never sent on another one. */
  readonly epoch: number;
}
/** Stored before the command is sent, so that it cannot be sent twice. */
export interface StartSent extends DatedFact {
  readonly kind: 'startSent';
}
export interface StartReply extends DatedFact {
  readonly kind: 'startReply';
  readonly accepted: boolean;
}
/** Nobody has answered the start; the gun was looked at. Of several such facts, the latest counts for each of the two findings. */
export interface StartDoubted extends DatedFact {
  readonly kind: 'startDoubted';
  /** The gun charged or had charged, maybe under this order. */
  readonly mayHaveCharged: boolean;
}
export interface StartOutcome extends DatedFact {
  readonly kind: 'startResult';
  /** 0 started; 1 to 3 and 161 to 213 failed. */
  readonly result: number;
  readonly startAtMs: number;
  readonly startMeterDwh: number;
  readonly startSoc: number | null;
  readonly startSource: number;
  readonly vin: string | null;
  readonly soft: readonly SoftFlag[];
}
/** The pile's clock was wrong when it reported the start. This is the correction for all instants it reports of this order. */
export interface ClockFound extends DatedFact {
  readonly kind: 'clockFound';
  readonly shiftMs: number;
}
/**
 * The highest values that samples have shown; each field grows separately. `heardMs` and `flowHeardMs` are platform instants, the
 * others the pile's.
 */
export interface Progress {
  readonly kind: 'progress';
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly heardMs: number;
  /** The last time a sample showed current. */
  readonly flowHeardMs: number | null;
  readonly energyDwh: number | null;
  readonly meterDwh: number | null;
  readonly soc: number | null;
}
/** The gun was reported at rest, or the pile booted, by the pile's clock. */
export interface GunQuiet {
  readonly kind: 'gunQuiet';
  readonly sinceMs: number;
  readonly cause: 'idle' | 'plugged' | 'ended' | 'failed' | 'boot';
}
export interface StopRequested extends DatedFact {
  readonly kind: 'stopRequested';
  readonly cause: StopCause;
  readonly by: string | null;
}
/** Of several such facts, the latest counts. */
export interface StopSent extends DatedFact {
  readonly kind: 'stopSent';
}
/** Of several such facts, the latest counts. */
export interface StopConfirmed extends DatedFact {
  readonly kind: 'stopConfirmed';
}
/** The pile's own bill, immutable once stored. A null field is one that the protocol does not carry. */
export interface EndRecordFact extends DatedFact {
  readonly kind: 'endRecord';
  readonly digest: string;
  readonly orderType: Exclude<OrderType, 4>;
  readonly gunNumber: number;
  readonly startSource: number | null;
  readonly vin: string | null;
  /** Instants by the pile's clock; `clockShiftMs` is their correction where that clock was wrong. */
  readonly startAtMs: number | null;
  readonly stopAtMs: number;
  readonly clockShiftMs: number;
  readonly startSoc: number | null;
  readonly stopSoc: number | null;
  readonly startMeterDwh: number | null;
  readonly stopMeterDwh: number;
  readonly energyDwh: number | null;
  readonly stageEnergyDwh: readonly number[] | null;
  readonly slotEnergyDwh: readonly number[] | null;
  readonly deviceAmountE4: readonly number[] | null;
  readonly stopReason: number;
  readonly rateRuleNo: string | null;
  readonly checkCode: 'ok' | 'wrong' | 'absent';
  readonly soft: readonly SoftFlag[];
}
/** An operator chooses one of several conflicting records. */
export interface RecordAdopted extends ByHand {
  readonly kind: 'recordAdopted';
  readonly digest: string;
}
export interface ManualEnd extends ByHand {
  readonly kind: 'manualEnd';
  readonly stopAtMs: number;
  readonly stopMeterDwh: number | null;
  readonly energyDwh: number;
  readonly stopSoc: number | null;
}
export interface CancelledFact extends DatedFact {
  readonly kind: 'cancelled';
  readonly cause: CancelCause;
  readonly by: string | null;
}
/** `sinceMs`: the pile's instant that the evidence refers to; a later sample can outdate it. */
export interface FlagOpened extends DatedFact {
  readonly kind: 'flagOpened';
  readonly flag: FlagReason | SoftFlag;
  readonly sinceMs: number;
  readonly detail: SentenceOrText;
}
export interface FlagClosed extends ByHand {
  readonly kind: 'flagClosed';
  readonly flag: FlagReason;
}
export interface PartyAssigned extends ByHand {
  readonly kind: 'partyAssigned';
  readonly mainPartType: MainPartType;
  readonly mainPartId: string;
}
/** Four fees and their sum, minor units. */
export interface FeeAmounts {
  readonly elecCents: bigint;
  readonly srvCents: bigint;
  readonly other1Cents: bigint;
  readonly other2Cents: bigint;
  readonly totalCents: bigint;
}
export interface SettledFact extends DatedFact, FeeAmounts {
  readonly kind: 'settled';
  readonly method: 'auto' | 'manual';
  /** What the order was settled on: a record's digest, or how else the order ended. */
  readonly basis: string;
  readonly by: string | null;
  readonly secondBy: string | null;
  readonly reason: string | null;
}
/** The decision about the difference that a late or adopted record makes: it was booked, or an operator left the books unchanged. */
export interface AdjustedFact extends DatedFact {
  readonly kind: 'adjusted';
  readonly basis: string;
  readonly outcome: 'booked' | 'declined';
  /** New total minus the booked amount; null where it could not be computed or was not stored. */
  readonly differenceCents: bigint | null;
  /** Null when the adjustment was in the customer's favour and therefore automatic. */
  readonly by: string | null;
  readonly reason: string | null;
}
/** `prepaidRest`: money never billed; `goodwill`: billed money given back. */
export interface RefundRequested extends DatedFact {
  readonly kind: 'refundRequested';
  readonly refundId: string;
  readonly purpose: 'prepaidRest' | 'goodwill';
  readonly amountCents: bigint;
}
export interface RefundResult extends DatedFact {
  readonly kind: 'refundResult';
  readonly refundId: string;
  readonly succeeded: boolean;
}
export interface RefundedFact extends DatedFact {
  readonly kind: 'refunded';
}
export interface DeletedFact extends DatedFact {
  readonly kind: 'deleted';
  readonly by: string;
}

/** Every kind of fact except the order's creation. */
export type LaterFact =
  | ReservedFact
  | BookedFact
  | BookingPaid
  | GunNotFree
  | GunPromised
  | StartCommand
  | StartSent
  | StartReply
  | StartDoubted
  | StartOutcome
  | ClockFound
  | Progress
  | GunQuiet
  | StopRequested
  | StopSent
  | StopConfirmed
  | EndRecordFact
  | RecordAdopted
  | ManualEnd
  | CancelledFact
  | FlagOpened
  | FlagClosed
  | PartyAssigned
  | SettledFact
  | AdjustedFact
  | RefundRequested
  | RefundResult
  | RefundedFact
  | DeletedFact;
export type OrderFact = CreatedFact | LaterFact;
export type FactKind = OrderFact['kind'];

/**
 * The identity of a fact: two facts with one key are reports of the same fact, and merging joins them into one. Usable as a primary
 * key together with the order number.
 */
export const factKey = (fact: OrderFact): string => {
  switch (fact.kind) {
    case 'startResult':
      return `startResult:${fact.result === startResult.success ? 'ok' : 'failed'}`;
    case 'startReply':
      return `startReply:${fact.accepted ? 'ok' : 'refused'}`;
    case 'startDoubted':
      return `startDoubted:${fact.mayHaveCharged ? 'charge' : 'rest'}`;
    case 'gunQuiet':
      return `gunQuiet:${fact.sinceMs}`;
    case 'stopRequested':
      return `stopRequested:${fact.cause}`;
    case 'endRecord':
      return `endRecord:${fact.digest}`;
    case 'recordAdopted':
      return `recordAdopted:${fact.digest}:${fact.atMs}`;
    case 'flagOpened':
      return `flagOpened:${fact.flag}:${fact.sinceMs}`;
    case 'flagClosed':
      return `flagClosed:${fact.flag}`;
    case 'adjusted':
      return `adjusted:${fact.basis}:${fact.atMs}`;
    case 'refundRequested':
    case 'refundResult':
      return `${fact.kind}:${fact.refundId}`;
    default:
      return fact.kind;
  }
};
