import type { StopCause } from './codes.ts';
import type { FeeAmounts, OrderFact } from './facts.ts';
import type { FlagReason, SoftFlag } from './flags.ts';
import type { SentenceOrText } from './sentence.ts';
import type { StrategyRefusal } from './rules/strategy.ts';

/** What the caller must do in its own transaction. Every effect is idempotent. */
export type OrderEffect =
  /** Writes an outbox row. The sender calls `startSending` first and drops the row when that is refused. */
  | { readonly do: 'sendStart'; readonly commandId: string; readonly deadlineMs: number }
  /** Sends now if the pile is online; the verdict's `stopSent` fact determines the time of the next attempt. */
  | { readonly do: 'sendStop'; readonly cause: StopCause }
  | { readonly do: 'queryStatus' }
  /** Requests the stored end record from the pile (order type 3). */
  | { readonly do: 'recall' }
  | { readonly do: 'settle' }
  /** Books a settlement with exactly these amounts under the key `settle`. */
  | { readonly do: 'bookSettlement'; readonly amounts: FeeAmounts; readonly basis: string; readonly method: 'auto' | 'manual' }
  /** Recomputes the bill on this record and books or proposes the difference. */
  | { readonly do: 'adjust'; readonly basis: string }
  /** Sets the order's hold to this total. */
  | { readonly do: 'hold'; readonly toCents: bigint }
  | { readonly do: 'releaseHold' }
  | { readonly do: 'refund'; readonly refundId: string; readonly amountCents: bigint; readonly purpose: 'prepaidRest' | 'goodwill' }
  /** The gun is kept from now on: the reservation fee runs from `fromMs`, and the pile is told. */
  | { readonly do: 'startOccupancy'; readonly fromMs: number }
  /** The pile may not know of the reservation any more. `again`: it has booted, so it is told whatever it has answered before. */
  | { readonly do: 'repeatReservation'; readonly again: boolean }
  /** The reservation fee is fixed at `untilMs`. */
  | { readonly do: 'fixOccupancy'; readonly untilMs: number }
  /** Writes an exception record; `alert` also notifies an operator. */
  | { readonly do: 'exception'; readonly code: ExceptionCode; readonly alert: boolean; readonly detail: SentenceOrText }
  | { readonly do: 'count'; readonly counter: 'unknownReply' };

export type ExceptionCode = FlagReason | SoftFlag | DeviceRefusal | 'startAfterEnd' | 'pileStopped';

/** Why a device message is refused. */
export const deviceRefusals = [
  'device.unauthenticated',
  'device.staleEpoch',
  'order.otherPile',
  'order.otherGun',
  'order.notCommanded',
  'value.invalid',
  'sample.undeliverable',
  'record.slotsDisagree',
  'record.undeliverable',
  'record.stopBeforeStart',
  'record.meterBackward',
  'record.gunUnknown',
  'record.tooMany',
  'command.unknown',
] as const;
export type DeviceRefusal = (typeof deviceRefusals)[number];

/** Why an action of a person or a worker is refused. */
export const actionRefusals = [
  'order.wrongState',
  'order.alreadyCommanded',
  'order.notLive',
  'order.notEnded',
  'order.alreadyEnded',
  'order.alreadySettled',
  'order.partyUnknown',
  'order.partyKnown',
  'order.reasonMissing',
  'order.secondPersonNeeded',
  'order.secondPersonSame',
  'order.gunCharging',
  'order.otherParty',
  'order.openRefund',
  'order.openInvoice',
  'order.recordUnknown',
  'order.noOtherRecord',
  'order.flagNotOpen',
  'order.flagNotClearable',
  'order.adjustmentNotDue',
  'order.adjustmentAgainstCustomer',
  'order.adjustmentForCustomer',
  'order.adjustmentUnknown',
  'start.deadlineTooLong',
  'start.deadlinePast',
  'start.alreadySent',
  'start.staleEpoch',
  'start.notWanted',
  'start.refused',
  'reservation.notOffered',
  'reservation.confDisabled',
  'reservation.slotTaken',
  'reservation.windowInvalid',
  'reservation.expired',
  'reservation.unpaid',
  'settle.noTariff',
  'settle.unknownParty',
  'settle.implausible',
  'settle.amountDiffers',
  'settle.overCap',
  'settle.flagged',
  'amount.negative',
  'amount.totalMismatch',
  'amount.aboveStrategy',
  'amount.aboveRecomputed',
  'refund.notPositive',
  'refund.aboveLimit',
  'refund.unknown',
  'money.insufficient',
] as const;
export type ActionRefusal = (typeof actionRefusals)[number];
export type OrderRefusal = DeviceRefusal | ActionRefusal | StrategyRefusal;

/** Values shown in the message about a refusal. */
export type RefusalArgs = Readonly<Record<string, string | number | bigint>>;

/** The result code sent to the pile: a 0105 code for a start result, otherwise 0 or 1. */
export const deviceAnswer = {
  done: 0,
  failed: 1,
  policyError: 2,
  orderUnknown: 3,
  orderNumberError: 4,
  orderStateAbnormal: 5,
  unknown: 255,
} as const;
export type AnswerCode = (typeof deviceAnswer)[keyof typeof deviceAnswer];

export interface AcceptedVerdict {
  readonly ok: true;
  /** To be upserted by `factKey` without change: they are already joined with the known facts, and each one changes something. */
  readonly facts: readonly OrderFact[];
  readonly effects: readonly OrderEffect[];
  readonly answer: AnswerCode;
}
/** A refusal can still carry facts (a flag) and effects (an exception, a stop). */
export interface RefusedVerdict {
  readonly ok: false;
  readonly refusal: OrderRefusal;
  readonly args: RefusalArgs;
  readonly facts: readonly OrderFact[];
  readonly effects: readonly OrderEffect[];
  readonly answer: AnswerCode;
}
export type Verdict = AcceptedVerdict | RefusedVerdict;

export const accept = (facts: readonly OrderFact[] = [], effects: readonly OrderEffect[] = []): AcceptedVerdict => ({
  ok: true,
  facts,
  effects,
  answer: deviceAnswer.done,
});

export const refused = (
  refusal: OrderRefusal,
  more: Partial<Pick<RefusedVerdict, 'args' | 'facts' | 'effects' | 'answer'>> = {},
): RefusedVerdict => ({
  ok: false,
  refusal,
  args: {},
  facts: [],
  effects: [],
  answer: deviceAnswer.failed,
  ...more,
});

export const exception = (code: ExceptionCode, detail: SentenceOrText, alert = false): OrderEffect => ({ do: 'exception', code, detail, alert });
