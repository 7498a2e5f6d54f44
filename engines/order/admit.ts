import type { ChargingSample, GunStatus, EndRecord, StartResult } from '#engines/protocol/device.ts';
import {
  admitAdjust,
  admitDelete,
  admitPileOnline,
  admitRefundResult,
  admitRequestRefund,
  type Adjust,
  type Delete,
  type RefundResult,
  type RequestRefund,
} from './admit/after.ts';
import {
  admitCancel,
  admitReservationPaid,
  admitReserve,
  admitStart,
  admitStartSending,
  admitStartUnsent,
  admitStop,
  type Cancel,
  type ReservationPaid,
  type Reserve,
  type Start,
  type Stop,
} from './admit/begin.ts';
import { admitBoot, admitGunStatus } from './admit/gun-status.ts';
import {
  admitAdoptRecord,
  admitAssignParty,
  admitClearFlag,
  admitManualEnd,
  type AdoptRecord,
  type AssignParty,
  type ClearFlag,
  type ManualEnd,
} from './admit/manual.ts';
import { admitNextStart, type NextStart } from './admit/next-start.ts';
import { admitEndRecord } from './admit/end-record.ts';
import { admitStartReply, admitStopReply } from './admit/reply.ts';
import { admitSample } from './admit/sample.ts';
import { admitManualSettle, admitSettle, type ManualSettle, type Settle } from './admit/settle.ts';
import { admitStartResult } from './admit/start-result.ts';
import { admitTick } from './admit/tick.ts';
import type { OrderFacts } from './merge.ts';
import type { Situation } from './situation.ts';
import type { Verdict } from './verdict.ts';

/** Every kind of event that can happen to an existing order. */
export type OrderEvent =
  | StartResult
  | ChargingSample
  | EndRecord
  | GunStatus
  | { readonly kind: 'startReply'; readonly commandId: string; readonly result: number }
  | { readonly kind: 'stopReply'; readonly result: number }
  /** `atMs`: by the pile's clock where the pile reported the time. */
  | { readonly kind: 'pileBoot'; readonly atMs: number }
  | { readonly kind: 'pileOnline' }
  | { readonly kind: 'tick' }
  | { readonly kind: 'startSending' }
  | { readonly kind: 'startUnsent' }
  | NextStart
  | Reserve
  | ReservationPaid
  | Start
  | Cancel
  | Stop
  | ManualEnd
  | AdoptRecord
  | AssignParty
  | ClearFlag
  | Settle
  | ManualSettle
  | RequestRefund
  | RefundResult
  | Adjust
  | Delete;

/**
 * Judges one event against the facts of the order. Pure: the verdict carries the facts to store and the effects to perform in the
 * same transaction, or names the refusal. Never throws.
 */
export const admit = (facts: OrderFacts, event: OrderEvent, situation: Situation): Verdict => {
  switch (event.kind) {
    case 'startResult':
      return admitStartResult(facts, event, situation);
    case 'chargingSample':
      return admitSample(facts, event, situation);
    case 'endRecord':
      return admitEndRecord(facts, event, situation);
    case 'gunStatus':
      return admitGunStatus(facts, event, situation);
    case 'startReply':
      return admitStartReply(facts, event, situation);
    case 'stopReply':
      return admitStopReply(facts, event, situation);
    case 'pileBoot':
      return admitBoot(facts, event.atMs, situation);
    case 'pileOnline':
      return admitPileOnline(facts, situation);
    case 'nextStart':
      return admitNextStart(facts, event, situation);
    case 'tick':
      return admitTick(facts, situation);
    case 'startSending':
      return admitStartSending(facts, situation);
    case 'startUnsent':
      return admitStartUnsent(facts, situation);
    case 'reserve':
      return admitReserve(facts, event, situation);
    case 'reservationPaid':
      return admitReservationPaid(facts, situation);
    case 'start':
      return admitStart(facts, event, situation);
    case 'cancel':
      return admitCancel(facts, event, situation);
    case 'stop':
      return admitStop(facts, event, situation);
    case 'manualEnd':
      return admitManualEnd(facts, event, situation);
    case 'adoptRecord':
      return admitAdoptRecord(facts, event, situation);
    case 'assignParty':
      return admitAssignParty(facts, event, situation);
    case 'clearFlag':
      return admitClearFlag(facts, event, situation);
    case 'settle':
      return admitSettle(facts, event, situation);
    case 'manualSettle':
      return admitManualSettle(facts, event, situation);
    case 'requestRefund':
      return admitRequestRefund(facts, event, situation);
    case 'refundResult':
      return admitRefundResult(facts, event, situation);
    case 'adjusted':
      return admitAdjust(facts, event, situation);
    case 'delete':
      return admitDelete(facts, event, situation);
  }
};
