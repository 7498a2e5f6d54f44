import type { StopCause } from './codes.ts';
import type { FeeAmounts, OrderFact } from './facts.ts';
import type { FlagReason, SoftFlag } from './flags.ts';
import type { SentenceOrText } from './sentence.ts';
import type { StrategyRefusal } from './rules/strategy.ts';

/** What the shell must do, in its own transaction. Every effect may be performed twice without harm. */
export type OrderEffect =
  /** Outbox row; the sender asks `startSending` first and drops it when refused. */
  | { readonly do: 'sendStart'; readonly commandId: string; readonly deadlineMs: number }
  /** Send now if the pile is online; the verdict's `stopSent` fact dates the next attempt. */
  | { readonly do: 'sendStop'; readonly cause: StopCause }
  | { readonly do: 'queryStatus' }
  /** Ask the pile for the stored end record (order type 3). */
  | { readonly do: 'recall' }
  | { readonly do: 'settle' }
  /** Book a settlement with exactly these amounts, key `settle`. */
  | { readonly do: 'bookSettlement'; readonly amounts: FeeAmounts; readonly basis: string; readonly method: 'auto' | 'manual' }
  /** Recompute on this record and book or offer the difference. */
  | { readonly do: 'adjust'; readonly basis: string }
  /** Make the order's hold this large in all. */
  | { readonly do: 'hold'; readonly toCents: bigint }
  | { readonly do: 'releaseHold' }
  | { readonly do: 'refund'; readonly refundId: string; readonly amountCents: bigint; readonly purpose: 'prepaidRest' | 'goodwill' }
  /** The reservation fee runs from `fromMs` and is fixed at `untilMs`. */
  | { readonly do: 'startOccupancy'; readonly fromMs: number }
  | { readonly do: 'fixOccupancy'; readonly untilMs: number }
  /** An exception record; `alert` also tells somebody. */
  | { readonly do: 'exception'; readonly code: ExceptionCode; readonly alert: boolean; readonly detail: SentenceOrText }
  | { readonly do: 'count'; readonly counter: 'unknownReply' };

export type ExceptionCode = FlagReason | SoftFlag | DeviceRefusal | 'startAfterEnd' | 'pileStopped';

/** Why a device message is not taken. */
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

/** Why an action of a person or a worker is not taken. */
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

/** Values that a message about a refusal shows. */
export type RefusalArgs = Readonly<Record<string, string | number | bigint>>;

/** What the pile is answered: 0105 codes for a start result, 0 or 1 otherwise. */
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
  /** To be upserted by `factKey`, as they are: already joined with what was known, and none that changes nothing. */
  readonly facts: readonly OrderFact[];
  readonly effects: readonly OrderEffect[];
  readonly answer: AnswerCode;
}
/** A refusal can still leave facts (a flag) and effects (an exception, a stop) behind. */
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
