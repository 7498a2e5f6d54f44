import { MANUAL_END_QUIET_MS } from '../bounds.ts';
import type { Party } from '../codes.ts';
import { orderState } from '../codes.ts';
import { soFar } from '../view/end.ts';
import type { ManualEnd as ManualEndFact } from '../facts.ts';
import { flagPolicies, type FlagReason } from '../flags.ts';
import { factsOf, factOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { refused, type ActionRefusal, type Verdict } from '../verdict.ts';
import { recordRefusedMs } from '../view/flags.ts';
import { acceptedRecord } from '../view/record.ts';
import { project } from '../view.ts';
import { resolve } from './resolve.ts';

/** Permission and scope are the door's to check; who and why are kept with the fact. */
export interface ByHand {
  readonly by: string;
  readonly reason: string;
  /** A second person who has agreed, null without one. */
  readonly secondBy: string | null;
}

export interface ManualEnd extends ByHand {
  readonly kind: 'manualEnd';
  /** When the gun last reported that it charges, by our clock; null if never. */
  readonly gunChargingHeardMs: number | null;
  /** What the order would cost as it stands. */
  readonly provisionalCents: bigint;
  /** Above this amount two persons must agree. */
  readonly secondPersonAboveCents: bigint;
}

/** Row 14. A gun that reports current is stopped, not declared ended; once the pile has told the end, what its gun does is another order's. */
export const admitManualEnd = (facts: OrderFacts, action: ManualEnd, situation: Situation): Verdict => {
  const view = project(facts);
  const { nowMs: atMs, pile } = situation;
  if (view.settled !== null || view.end?.by === 'device' || view.end?.by === 'manual' || view.end?.by === 'cancelled')
    return refused('order.alreadyEnded');
  if (view.rank === orderState.initial || view.rank === orderState.reserving) return refused('order.notLive');
  if (view.end !== null && view.state !== orderState.abnormal) return refused('order.alreadyEnded');
  const hand = handRefusal(action);
  if (hand) return refused(hand);
  const heardMs = Math.max(action.gunChargingHeardMs ?? -Infinity, factOf(facts, 'progress')?.flowHeardMs ?? -Infinity);
  const { by, reason, secondBy, provisionalCents, secondPersonAboveCents } = action;
  const hasToldEnd = recordRefusedMs(facts) !== null;
  if (!hasToldEnd && pile.liveEpoch !== null && atMs - heardMs < MANUAL_END_QUIET_MS)
    return refused('order.gunCharging', { args: { heardAtMs: heardMs } });
  if (provisionalCents > secondPersonAboveCents && secondBy === null)
    return refused('order.secondPersonNeeded', { args: { provisionalCents, secondPersonAboveCents } });
  const progress = factOf(facts, 'progress');
  const stopAtMs = progress?.lastAtMs ?? view.start?.startAtMs ?? atMs;
  const ended: ManualEndFact = {
    kind: 'manualEnd',
    by,
    reason,
    secondBy,
    atMs,
    stopAtMs,
    stopMeterDwh: progress?.meterDwh ?? null,
    energyDwh: soFar(facts).energyDwh,
    stopSoc: progress?.soc ?? null,
  };
  // The pile may still think it charges; when it comes back it is told otherwise.
  return resolve(facts, [ended, { kind: 'stopRequested', cause: 'manualEnd', by, atMs }], { situation });
};

export interface AdoptRecord extends ByHand {
  readonly kind: 'adoptRecord';
  readonly digest: string;
}

/** An operator trusts another of the stored records; a settled order then owes an adjustment. */
export const admitAdoptRecord = (facts: OrderFacts, action: AdoptRecord, situation: Situation): Verdict => {
  const { digest, by, reason, secondBy } = action;
  const hand = handRefusal(action);
  if (hand) return refused(hand);
  if (!factsOf(facts, 'endRecord').some((record) => record.digest === digest)) return refused('order.recordUnknown');
  if (acceptedRecord(facts)?.digest === digest) return refused('order.noOtherRecord');
  return resolve(facts, [{ kind: 'recordAdopted', digest, by, reason, secondBy, atMs: situation.nowMs }], { situation });
};

export interface AssignParty extends ByHand {
  readonly kind: 'assignParty';
  readonly party: Party;
}

/** Somebody is found to pay for an orphan, or for an offline order of unknown origin. */
export const admitAssignParty = (facts: OrderFacts, action: AssignParty, situation: Situation): Verdict => {
  const { party, by, reason, secondBy } = action;
  const view = project(facts);
  const hand = handRefusal(action);
  if (hand) return refused(hand);
  if (view.party !== null) return refused('order.partyKnown');
  if (view.settled !== null) return refused('order.alreadySettled');
  return resolve(facts, [{ kind: 'partyAssigned', ...party, by, reason, secondBy, atMs: situation.nowMs }], { situation });
};

export interface ClearFlag extends ByHand {
  readonly kind: 'clearFlag';
  readonly flag: FlagReason;
}

/** An operator has looked into a doubt and lets the order settle by itself. Flags about missing facts only facts can end. */
export const admitClearFlag = (facts: OrderFacts, action: ClearFlag, situation: Situation): Verdict => {
  const { flag, by, reason, secondBy } = action;
  const view = project(facts);
  const hand = handRefusal(action);
  if (hand) return refused(hand);
  if (view.settled !== null) return refused('order.alreadySettled');
  if (!view.openFlags.includes(flag)) return refused('order.flagNotOpen');
  if (!flagPolicies[flag].clearable || view.end === null) return refused('order.flagNotClearable');
  return resolve(facts, [{ kind: 'flagClosed', flag, by, reason, secondBy, atMs: situation.nowMs }], { situation });
};

/** Everything by hand has a reason, and a second person who is another person. */
export const handRefusal = ({ by, reason, secondBy }: ByHand): ActionRefusal | null => {
  if (reason.trim() === '') return 'order.reasonMissing';
  return secondBy === by ? 'order.secondPersonSame' : null;
};
